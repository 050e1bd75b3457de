import type { Capture } from '../../captures/loadedCapture';
import { appliedAtExport } from '../../pages/protocol/exportedRefinement';
import type { Active } from '../../captures/session';
import { conditionsText } from '../../captures/measuredText';
import { refinementText } from '../../profile/text/chipText';

/** What a reader elsewhere needs to know: when, where and how the profile was measured. */
export function factsOf({ capture, refinement, baseline }: Active): string[] {
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
