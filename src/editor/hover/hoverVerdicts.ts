import { FIRM_IN_TURNS, MOVED, NOISE } from '../../profile/answers/changes';
import { firmInTurnsText, moveText, noiseText } from '../../profile/text/changeWords';
import type { ComparedLine } from './hoverComparison';
import type { FigureVerdict, LineVerdicts } from '../columns/lineVerdicts';
import { escapeMarkdown } from './markdown';

/** Why figures of a compared line are faded or marked: one sentence if flat and cum have the same reason. */
export function verdictsText(
  { delta }: ComparedLine,
  sampleType: number,
  { verdicts, capturedLine }: { readonly verdicts: LineVerdicts; readonly capturedLine: number },
): string {
  const { flat, cum } = delta.values[sampleType];
  const cumReason = reasonOf(verdicts.cum.get(capturedLine), cum);
  const flatReason = reasonOf(verdicts.flat.get(capturedLine), flat);
  const sentences = flatReason === cumReason
    ? [cumReason && capitalized(cumReason)]
    : [flatReason && `flat ${flatReason}`, cumReason && `cum ${cumReason}`];
  return sentences.filter((text) => text !== '').map((text) => `_${escapeMarkdown(text)}._\n\n`).join('');
}

/** Why a figure is faded, marked, or firm although its samples are few; empty if its samples show it, or it is 0. */
export function reasonOf(verdict: FigureVerdict | undefined, change: number): string {
  if (!verdict || change === 0) return '';
  if (verdict.verdict === NOISE) return noiseText(verdict.now, verdict.before);
  if (verdict.verdict === FIRM_IN_TURNS) return firmInTurnsText(verdict.evidence);
  return verdict.verdict === MOVED && verdict.move ? moveText(verdict.move, change) : '';
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
