import type { CutStacks } from '../../profile/lines/cutStacks';
import { placeIn, runsOncePerRound, SETUP_TEXTS, setupKind } from '../../profile/lines/setupLine';
import type { Active } from '../../session';
import type { AnnotatedLine } from '../columns/annotator';
import { escapeMarkdown, shortCode } from './markdown';
import { percentage } from '../../profile/text/percentage';

/**
 * Remarks that lines are folded, that a line is setup, or that callers are missing; empty if none applies.
 * @param cut undefined if no callers are missing
 */
export function remarksText(annotated: AnnotatedLine, cut: CutStacks | undefined): string {
  const all = [foldRemark(annotated), setupRemark(annotated), cut && cutRemark(annotated.active, cut)];
  const remarks = all.filter((remark) => remark !== undefined);
  return remarks.map((remark) => `_${remark}_\n\n`).join('');
}

function foldRemark({ fold }: AnnotatedLine): string | undefined {
  if (!fold) return undefined;
  const { first, last } = fold;
  return `Folded: the editor shows the costs of lines ${first} to ${last} together, this hover those of line ${first}.`;
}

function setupRemark(annotated: AnnotatedLine): string | undefined {
  const kind = setupKind(annotated.active.capture.setup, placeIn(annotated.costs, annotated.line.captured));
  return kind && SETUP_TEXTS[kind];
}

/** Whether the line is setup that a longer run does not repeat. */
export function isOncePerRound(annotated: AnnotatedLine): boolean {
  return runsOncePerRound(annotated.active.capture.setup, placeIn(annotated.costs, annotated.line.captured));
}

function cutRemark({ profile, sampleType }: Active, { depth, values }: CutStacks): string | undefined {
  if (values[sampleType] === 0) return undefined;
  const share = percentage(values[sampleType], profile.summary.totals[sampleType]).trim();
  return `${share} of the total is in stacks of more than ${depth} frames, of which Go records only the innermost ` +
    `${depth}: cum may be too low.`;
}

export function editedRemark({ line: { changed }, capturedText }: AnnotatedLine): string {
  if (!changed) return '';
  return `_Edited after the capture. The figures are those of the earlier text:_ ${escapeMarkdown(shortCode(capturedText))}\n\n`;
}
