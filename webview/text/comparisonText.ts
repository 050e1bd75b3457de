import { withCpu } from '../../src/profile/text/unlikeGoTest';
import type { ComparisonState } from '../../src/protocol/messages';
import { deltaPercentage } from '../../src/profile/text/delta';
import { commonLabels } from '../../src/profile/text/commonUnit';

/**
 * The benchmark result before and after, and the totals of both profiles:
 * `1465 → 1615 ns/op (10.2 % slower) · now 1617 cpu-ns/op · before 1466 cpu-ns/op (14:05) · +10.30%`; with
 * `(within the noise)` at the end if chance explains the change of the totals.
 * @param type the name of the sample type
 */
export function comparisonText({ now, before, unit, result = '', isNoise }: ComparisonState, type: string): string {
  const change = now.total - before.total;
  const noise = isNoise ? ' (within the noise)' : '';
  const share = before.total === 0 ? '' : deltaPercentage(change, before.total);
  const changeText = share === '' ? '' : `${share}${noise}`;
  const labels = commonLabels([now.total, before.total], unit, before.total || now.total);
  const [nowText, beforeText] = labels.map((text) => withCpu(text, { type, unit }));
  return [result, `now ${nowText}`, `before ${beforeText} (${before.name})`, changeText].filter((part) => part !== '').join(' · ');
}
