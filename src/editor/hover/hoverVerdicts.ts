import { MOVED, NOISE } from '../../profile/answers/changes';
import { TIME_VARIES } from '../../profile/noise/firmChange';
import { firmTime } from '../../profile/noise/firmTime';
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

/**
 * How long both cpu profiles would have to be for a change of the line's cum to be firm, if it is noise now.
 * @param seconds the time of the longer of the two profiles
 */
export function firmTimeText(
  { delta, before }: ComparedLine,
  sampleType: number,
  { verdicts, captured }: { readonly verdicts: LineVerdicts; readonly captured: number },
  seconds: number,
): string {
  const { cum: change, sampleType: { type } } = delta.values[sampleType];
  const was = before?.values[sampleType].cum ?? 0;
  const found = verdicts.cum.get(captured);
  if (type !== 'cpu' || !found || found.verdict !== NOISE || was <= 0) return '';
  const sides = [{ value: was + change, samples: found.now }, { value: was, samples: found.before }] as const;
  const time = firmTime(...sides, TIME_VARIES, seconds);
  if (time === undefined) return '';
  const size = `${Number((100 * Math.abs(change / was)).toPrecision(2))}&nbsp;%`;
  switch (time) {
    case 'never':
      return `_${size} is less than what two equal runs can differ by._\n\n`;
    case 'tooLong':
      return `_${size} would take more than ten minutes of profile on each side to be sure of._\n\n`;
    default:
      return `_${size} would be sure after about ${time}&nbsp;s of profile on each side._\n\n`;
  }
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
