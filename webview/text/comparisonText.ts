import { withCpu } from '../../src/profile/text/unlikeGoTest';
import type { ComparedTotal, ComparisonState } from '../../src/pages/protocol/profilePage';
import { deltaPercentage } from '../../src/profile/text/delta';
import { commonLabels, panelLabel } from '../../src/profile/text/commonUnit';

/**
 * The benchmark result before and after, and the totals of both profiles:
 * `1465 → 1615 ns/op (10.2 % slower) · now 1617 cpu-ns/op · before 1466 cpu-ns/op (14:05) · +10.30%`; with
 * `(within the noise)` at the end if chance explains the change of the totals. If the two may have done different
 * amounts of work, what is known of it:
 * `share of the total · now 3.92s in 5s = 0.8 of 2 processors, GC 12% · before 4.67s in 5s … (14:05)`.
 * @param type the name of the sample type
 */
export function comparisonText(comparison: ComparisonState, type: string): string {
  const { now, before, unit, result = '', isNoise, shares, process } = comparison;
  const change = now.total - before.total;
  const noise = isNoise ? ' (within the noise)' : '';
  // Of shares and scaled totals, the change of the total is 0 or means nothing.
  const hasChange = before.total !== 0 && shares !== 'shown' && now.scaledFrom === undefined;
  const share = hasChange ? deltaPercentage(change, before.total) : '';
  const changeText = share === '' ? '' : `${share}${noise}`;
  const totals = [now.total, before.total, now.scaledFrom ?? 0];
  // Totals of shares are not read together, and may differ by a factor of thousands.
  const texts = shares === 'shown' ? totals.map((total) => panelLabel(total, unit, total)) : commonLabels(totals, unit, before.total || now.total);
  const labels = texts.map((text) => withCpu(text, { type, unit }));
  const nowText = `now ${totalText(labels[0], now)}${scaledText(labels, now)}`;
  const beforeText = `before ${totalText(labels[1], before)} (${before.name})`;
  const form = shares === 'offered' && now.scaledFrom !== undefined ? 'totals' : shares && SHARES_TEXTS[shares];
  return [form, result, nowText, beforeText, changeText, process].filter(Boolean).join(' · ');
}

const SHARES_TEXTS = { shown: 'share of the total', offered: 'totals: more work done shows as growth' } as const;

/** The total, or the work, which begins with the CPU time. */
function totalText(label: string, { work = '' }: ComparedTotal): string {
  if (hasTotal(work)) return work;
  return work === '' ? label : `${label}, ${work}`;
}

function hasTotal(work: string): boolean {
  return / = | in /.test(work);
}

/** After a scaled total, the measured one; after the measured one, the scaled one. */
function scaledText([scaled, , measured]: readonly string[], { scaledFrom, work = '' }: ComparedTotal): string {
  if (scaledFrom === undefined) return '';
  return hasTotal(work) ? `, scaled to ${scaled}` : ` scaled from ${measured}`;
}
