import { NOISE } from '../../profile/answers/changes';
import { TIME_VARIES, timeVaries } from '../../profile/noise/firmChange';
import { firmChangeTime } from '../../profile/noise/neededTime';
import type { LineVerdicts } from '../columns/lineVerdicts';
import type { ComparedLine } from './hoverComparison';

/**
 * How long each CPU profile must be for a change of this size to be firm, if the change of the line's cum is noise;
 * otherwise empty.
 * @param profiles the duration of the longer profile, and how much the time of the benchmark's runs in turns varied
 */
export function firmChangeTimeText(
  { delta, before }: ComparedLine,
  sampleType: number,
  { verdicts, capturedLine }: { readonly verdicts: LineVerdicts; readonly capturedLine: number },
  profiles: { readonly seconds: number; readonly varied?: number | undefined },
): string {
  const { cum: change, sampleType: { type } } = delta.values[sampleType];
  const cumBefore = before?.values[sampleType].cum ?? 0;
  const verdict = verdicts.cum.get(capturedLine);
  if (type !== 'cpu' || !verdict || verdict.verdict !== NOISE || cumBefore <= 0) return '';
  const varies = timeVaries(profiles.varied);
  const now = { value: cumBefore + change, samples: verdict.now };
  const time = firmChangeTime(now, { value: cumBefore, samples: verdict.before }, varies, profiles.seconds);
  if (time === undefined) return '';
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))}&nbsp;%`;
  const changeText = percent(Math.abs(change / cumBefore));
  const condition = varies > TIME_VARIES
    ? `because the runs in turns varied by ${percent(varies)}`
    : `if time varies by ${percent(varies)} from run to run`;
  switch (time) {
    case 'never':
      return `_Two profiles of the same code can differ by ${changeText} or more, ${condition}._\n\n`;
    case 'tooLong':
      return `_To confirm a change of ${changeText}, each profile would need more than ten minutes._\n\n`;
    default:
      return `_To confirm a change of ${changeText}, each profile needs about ${time}&nbsp;s, ${condition}._\n\n`;
  }
}
