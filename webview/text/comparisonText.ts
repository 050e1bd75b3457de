import { withCpu } from '../../src/profile/text/unlikeGoTest';
import type { ComparedTotal, ComparisonState } from '../../src/pages/protocol/profilePage';
import { carriedDigits } from '../../src/profile/text/screen/digits';
import { changePercent } from '../../src/profile/text/screen/change';
import { figureText, figureTexts } from '../../src/profile/text/screen/figure';

/**
 * What is compared: of a benchmark, its result and its cost per operation, each with how sure the change is, and the
 * baseline: `10.2 % slower (p = 0.002, n = 10+10) · 1.47 → 1.62 µs/op · CPU 1.4 → 1.6 µs/op (within the noise) · vs
 * 14:05`. Of totals, `now 3.92 s · before 4.67 s (14:05) · −16.1 %`. If the two may have done different amounts of
 * work, what is known of it: `share of the total · now 3.92 s in 5 s = 0.8 of 2 processors, GC 12 % · before …`.
 * @param type the name of the sample type
 */
export function comparisonText(comparison: ComparisonState, type: string): string {
  const { now, before, areSides, unit, weight, head, shares, process } = comparison;
  if (head && head.length > 0) return [...head, ...(areSides ? [] : [`vs ${before.name}`])].join(' · ');
  const change = now.total - before.total;
  // Of shares and scaled totals, the change of the total is 0 or means nothing.
  const hasChange = before.total !== 0 && shares !== 'shown' && now.scaledFrom === undefined;
  const changeText = hasChange ? changePercent(change, before.total, carriedDigits(before.total, weight)) : '';
  const totals = [now.total, before.total, now.scaledFrom ?? 0];
  // Totals of shares are not read together, and may differ by a factor of thousands.
  const texts = shares === 'shown' ? totals.map((total) => figureText(total, unit, { weight })) : figureTexts(totals, unit, { weight });
  const labels = texts.map((text) => withCpu(text, { type, unit }));
  const nowText = `${areSides ? now.name : 'now'} ${totalText(labels[0], now)}${scaledText(labels, now)}`;
  const total = totalText(labels[1], before);
  const beforeText = areSides ? `${before.name} ${total}` : `before ${total} (${before.name})`;
  const form = shares === 'offered' && now.scaledFrom !== undefined ? 'totals' : shares && SHARES_TEXTS[shares];
  return [form, nowText, beforeText, changeText, process].filter(Boolean).join(' · ');
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
