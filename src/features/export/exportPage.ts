import * as vscode from 'vscode';
import type { Engine } from '../../engine/client';
import type { DerivedSummary, ExportParams } from '../../engine/queries';
import { appliedAtExport, type ExportedPage, leftToApply } from '../../pages/protocol/exportedPage';
import { type Active, derivationOf } from '../../captures/session';
import { comparisonState } from '../../pages/profile/comparisonState';
import { profileState } from '../../pages/profile/profilePage';
import type { Capture } from '../../captures/loadedCapture';
import { conditionsText } from '../../captures/measuredText';
import { refinementText } from '../../profile/text/chipText';

export interface PageParts {
  readonly engine: Engine;
  readonly extensionUri: vscode.Uri;
}

/**
 * Calls `act` with the parameters for exporting the profile, as the panel shows it, to an HTML page. Throws
 * EngineError.
 */
export async function withPage(
  { engine, extensionUri }: PageParts,
  active: Active,
  act: (params: Omit<ExportParams, 'path'>) => Promise<void>,
): Promise<void> {
  const summary = await engine.ask('summary', { profile: active.queryId });
  const folder = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
  const page = { folder, content: JSON.stringify(exportedPage(active, summary)) };
  const params = { sampleType: active.sampleType, refinement: {}, format: 'html' as const, page };
  if (active.queryId === active.profile.summary.id) return act({ ...params, profile: active.queryId });
  const { refinement } = active;
  // `mean` and `unit` are applied here too: the page needs the totals of means, and frames made of labels have the unit
  // in their names.
  const applied = { ...appliedAtExport(refinement), mean: refinement.mean, unit: refinement.unit };
  const profile = engine.derive({ ...derivationOf(active), refinement: applied });
  try {
    await act({ ...params, profile });
  } finally {
    engine.unload(profile);
  }
}

/** What the page shows besides its profile. @param summary the summary of the shown profile */
export function exportedPage(active: Active, summary: DerivedSummary): ExportedPage {
  const { capture, profile, refinement } = active;
  const comparisons = comparisonsOf(active);
  const { startBelow, setup, target, module } = capture;
  return {
    profile: {
      ...profileState(active, summary),
      comparison: undefined,
      runTime: undefined,
      // Ids and paths of this machine mean nothing elsewhere.
      id: 1,
      captured: 1,
      capture: 'exported',
      siblings: [{ id: 1, label: profile.label, sampleTypes: profile.summary.sampleTypes }],
    },
    ...(comparisons && { comparisons }),
    starts: {},
    refinement: leftToApply(refinement),
    ...(startBelow && { start: { name: capture.title, below: startBelow, module: module?.modulePath } }),
    ...(setup && { setup }),
    ...(target && { targetFile: target.file }),
    facts: factsOf(active),
  };
}

/** The totals of a comparison under each sample type; undefined without a comparison. */
function comparisonsOf(active: Active): ExportedPage['comparisons'] {
  if (!active.baseline) return undefined;
  return active.profile.summary.sampleTypes.flatMap((_, sampleType) => {
    const comparison = comparisonState({ ...active, sampleType }, Date.now());
    // The page cannot change how profiles are compared, so it shows no chip for that.
    return comparison ? [{ ...comparison, normalize: false }] : [];
  });
}

/** What a reader elsewhere needs to know: when, where and how the profile was measured. */
function factsOf({ capture, refinement, baseline }: Active): string[] {
  const refined = refinementText(appliedAtExport(refinement));
  return [
    capture.capturedAt > 0 ? `Measured ${utcText(capture.capturedAt)}` : '',
    conditionsText(capture.conditions),
    baseline ? `Baseline: ${measurementText(baseline.capture)}` : '',
    baseline?.normalize ? 'Normalized to the baseline’s total' : '',
    refined && `Refined: ${refined}`,
    'Exported from Linecost',
  ].filter((fact) => fact !== '');
}

function measurementText({ title, capturedAt, conditions }: Capture): string {
  const measured = capturedAt > 0 ? `measured ${utcText(capturedAt)}` : '';
  return [title, measured, conditionsText(conditions)].filter((part) => part !== '').join(', ');
}

/** `2026-11-23 14:05 UTC` */
function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
