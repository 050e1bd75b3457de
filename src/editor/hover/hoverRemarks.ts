import { type LinePlace, runsOncePerRound, SETUP_TEXTS, setupKind } from '../../profile/lines/setupLine';
import { percentage } from '../../profile/text/measurement';
import type { Active } from '../../session';
import type { AnnotatedLine } from '../columns/annotator';

/** Remarks that lines are folded, that a line is setup, or that callers are missing; empty if none applies. */
export function remarksText(annotated: AnnotatedLine): string {
  const all = [foldRemark(annotated), setupRemark(annotated), cutRemark(annotated.active)];
  const remarks = all.filter((remark) => remark !== undefined);
  return remarks.map((remark) => `_${remark}_\n\n`).join('');
}

function foldRemark({ fold }: AnnotatedLine): string | undefined {
  if (!fold) return undefined;
  const { first, last } = fold;
  return `Folded: the editor shows the costs of lines ${first} to ${last} together, this hover those of line ${first}.`;
}

function setupRemark(annotated: AnnotatedLine): string | undefined {
  const kind = setupKind(annotated.active.capture.setup, placeOf(annotated));
  return kind && SETUP_TEXTS[kind];
}

/** Whether the line is setup that a longer run does not repeat. */
export function isOncePerRound(annotated: AnnotatedLine): boolean {
  return runsOncePerRound(annotated.active.capture.setup, placeOf(annotated));
}

function placeOf({ costs: { file, functions }, line: { captured } }: AnnotatedLine): LinePlace {
  const functionsHere = functions.filter(({ startLine, firstLine, lastLine }) =>
    (startLine || firstLine) <= captured && captured <= lastLine);
  return { file, line: captured, functions: functionsHere.map(({ name }) => name) };
}

function cutRemark({ profile: { summary: { cut, totals } }, sampleType }: Active): string | undefined {
  if (!cut || cut.values[sampleType] === 0) return undefined;
  const share = percentage(cut.values[sampleType], totals[sampleType]).trim();
  return `${share} of the total is in stacks of more than ${cut.depth} frames, of which Go records only the innermost ` +
    `${cut.depth}: cum may be too low.`;
}
