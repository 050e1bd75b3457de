import { MOVED, NOISE } from '../../profile/answers/changes';
import { moveText, noiseText } from '../../profile/text/changeWords';
import type { ComparedLine } from './hoverComparison';
import type { FigureVerdict, LineVerdicts } from '../columns/lineVerdicts';
import { escapeMarkdown } from './markdown';

/** Why figures of a compared line are faded or marked: one sentence if flat and cum have the same reason. */
export function verdictsText(
  { delta }: ComparedLine,
  sampleType: number,
  { verdicts, captured }: { readonly verdicts: LineVerdicts; readonly captured: number },
): string {
  const { flat, cum } = delta.values[sampleType];
  const ofCum = reasonOf(verdicts.cum.get(captured), cum);
  const ofFlat = reasonOf(verdicts.flat.get(captured), flat);
  const sentences = ofFlat === ofCum
    ? [ofCum && capitalized(ofCum)]
    : [ofFlat && `flat ${ofFlat}`, ofCum && `cum ${ofCum}`];
  return sentences.filter((text) => text !== '').map((text) => `_${escapeMarkdown(text)}._\n\n`).join('');
}

/** Empty for a firm change, and for none. */
function reasonOf(found: FigureVerdict | undefined, change: number): string {
  if (!found || change === 0) return '';
  if (found.verdict === NOISE) return noiseText(found.now, found.before);
  return found.verdict === MOVED && found.move ? moveText(found.move, change) : '';
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
