import { withCpu } from '../../src/profile/text/unlikeGoTest';
import type { ComparisonState } from '../../src/protocol/messages';
import { signOf } from './figureTexts';
import { percentage } from '../../src/profile/text/percentage';
import { panelLabel } from '../../src/profile/text/commonUnit';
import { labelIn, scale } from '../../src/profile/text/measurement';
import { isPerOperation } from '../../src/profile/text/operationUnits';

/**
 * The benchmark result before and after, and the totals of both profiles:
 * `1465 → 1615 ns/op (+10 %) · now 1617 cpu-ns/op · before 1466 cpu-ns/op (14:05) · +10.30%`; with
 * `(within the noise)` at the end if chance explains the change of the totals.
 * @param type the name of the sample type
 */
export function comparisonText({ now, before, unit, result = '', isNoise }: ComparisonState, type: string): string {
  const change = now.total - before.total;
  const noise = isNoise ? ' (within the noise)' : '';
  const changeText = before.total === 0 ? '' : `${signOf(change)}${percentage(change, before.total)}${noise}`;
  // Both totals in one unit, also per operation, where the natural units of 92,604 and 158,900 ns differ.
  const largest = scale(Math.max(Math.abs(now.total), Math.abs(before.total)), unit, 'auto').unit;
  const totalText = (total: number) =>
    isPerOperation(unit) ? labelIn(total, unit, largest) : panelLabel(total, unit, before.total || now.total);
  const valueText = (total: number) => withCpu(totalText(total), { type, unit });
  const totals = [result, `now ${valueText(now.total)}`, `before ${valueText(before.total)} (${before.name})`];
  return [...totals, changeText].filter((part) => part !== '').join(' · ');
}
