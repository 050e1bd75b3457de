import type { LineDetail } from '../../profile/answers/lines';
import type { CutStacks } from '../../profile/lines/cutStacks';
import { placeIn, runsOncePerRound, SETUP_TEXTS, setupKind } from '../../profile/lines/setupLine';
import type { Active } from '../../captures/session';
import type { AnnotatedLine } from '../columns/annotator';
import { escapeMarkdown, shortCode } from './markdown';
import { sharePart } from '../../profile/text/screen/share';

/**
 * Remarks that lines are folded, that a line is setup or released a lock, or that callers are missing; empty if none
 * applies.
 * @param cut undefined if no callers are missing
 * @param detail undefined if the line has no costs under the current sample type
 */
export function remarksText(annotated: AnnotatedLine, cut: CutStacks | undefined, detail?: LineDetail): string {
  const all = [
    foldRemark(annotated),
    setupRemark(annotated),
    detail && unlockRemark(annotated.active, detail),
    cut && cutRemark(annotated.active, cut),
  ];
  const remarks = all.filter((remark) => remark !== undefined);
  return remarks.map((remark) => `_${remark}_\n\n`).join('');
}

function foldRemark({ fold }: AnnotatedLine): string | undefined {
  if (!fold) return undefined;
  const { first, last } = fold;
  return `The folded lines ${first} to ${last} are shown together; this hover is of line ${first}.`;
}

function setupRemark(annotated: AnnotatedLine): string | undefined {
  const kind = setupKind(annotated.active.capture.setup, placeIn(annotated.costs, annotated.line.captured));
  return kind && SETUP_TEXTS[kind];
}

/** Functions that release a lock. Only in a mutex profile have they costs. */
const UNLOCK = /^(?:internal\/)?sync\.\(\*(?:RW)?Mutex\)\.(?:R?Unlock|unlockSlow|rUnlockSlow)$|^runtime\.unlock/;

/** A mutex profile charges waiting to the line that ended it, not to the lines that waited. */
function unlockRemark({ profile, sampleType }: Active, { callees }: LineDetail): string | undefined {
  const { type } = profile.summary.sampleTypes[sampleType];
  const isWaiting = type === 'delay' || type === 'contentions';
  if (!isWaiting || !callees.some((callee) => UNLOCK.test(callee.function))) return undefined;
  return 'This line released a lock that others waited for: the cost is the time that they waited, not time of this line.';
}

/** Whether the line is setup that a longer run does not repeat. */
export function isOncePerRound(annotated: AnnotatedLine): boolean {
  return runsOncePerRound(annotated.active.capture.setup, placeIn(annotated.costs, annotated.line.captured));
}

function cutRemark({ profile, sampleType }: Active, { depth, values }: CutStacks): string | undefined {
  if (values[sampleType] === 0) return undefined;
  const { totals, weights } = profile.summary;
  const share = sharePart(values[sampleType], totals[sampleType], weights?.[sampleType]);
  return `cum may be too low: ${share} of the total is in stacks of more than ${depth} frames, of which Go records ` +
    `only the innermost ${depth}.`;
}

export function editedRemark({ line: { changed }, capturedText }: AnnotatedLine): string {
  if (!changed) return '';
  return `_Edited after the capture. It was:_ ${escapeMarkdown(shortCode(capturedText))}\n\n`;
}
