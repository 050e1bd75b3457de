import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonText } from '../../../../webview/text/comparisonText';

test('a comparison of a parallel benchmark tells CPU time from the time that go test prints', () => {
  const [now, before] = [{ name: 'now', total: 1130 }, { name: '14:05', total: 350 }];
  const comparison = { now, before, unit: 'nanoseconds/op', result: '180.2 → 660.0 ns/op (3.7× slower)', normalize: false };
  assert.equal(comparisonText(comparison, 'cpu'),
    '180.2 → 660.0 ns/op (3.7× slower) · now 1130 cpu-ns/op · before 350 cpu-ns/op (14:05) · +222.86%');
  assert.match(comparisonText({ ...comparison, unit: 'bytes/op' }, 'alloc_space'), / · now 1130 B\/op · before 350 B\/op /);
});

test('both totals have the same unit, also per operation', () => {
  const totals = (now: number, before: number) => ({ now: { name: 'now', total: now }, before: { name: '14:05', total: before } });
  const text = (now: number, before: number, unit: string) =>
    comparisonText({ ...totals(now, before), unit, normalize: false }, 'cpu');
  assert.match(text(92_604, 158_900, 'nanoseconds/op'), /^now 92\.6 cpu-us\/op · before 159 cpu-us\/op /);
  assert.match(text(158_900, 92_604, 'nanoseconds/op'), /^now 159 cpu-us\/op · before 92\.6 cpu-us\/op /);
  assert.match(text(5e6, 2e9, 'nanoseconds'), /^now 0\.005s · before 2s /);
});

test('a change of the total that chance explains says so', () => {
  const comparison = { now: { name: 'now', total: 5537 }, before: { name: '14:05', total: 4670 }, unit: 'nanoseconds/op', normalize: false };
  assert.match(comparisonText({ ...comparison, isNoise: true }, 'cpu'), / · \+18\.57% \(within the noise\)$/);
  assert.match(comparisonText(comparison, 'cpu'), / · \+18\.57%$/);
});

test('profiles of different amounts of work say what was done, and no change of the total', () => {
  const total = (name: string, seconds: number, work = '') => ({ name, total: seconds * 1e9, work });
  const nowWork = '3.92s in 5s = 0.8 of 2 processors, GC 12%';
  const beforeWork = '4.67s in 5s = 0.9 of 2 processors, GC 2.0%';
  const totals = { now: total('now', 3.92, nowWork), before: total('14:05:09', 4.67, beforeWork) };
  const compared = { ...totals, unit: 'nanoseconds', normalize: false };
  assert.equal(comparisonText({ ...compared, shares: 'shown' }, 'cpu'),
    `share of the total · now ${nowWork} · before ${beforeWork} (14:05:09)`);
  assert.equal(comparisonText({ ...compared, shares: 'offered' }, 'cpu'),
    `totals: more work done shows as growth · now ${nowWork} · before ${beforeWork} (14:05:09) · -16.06%`);
  const heap = { ...compared, now: total('now', 5, 'difference over 5s'), before: total('14:05:09', 4), shares: 'shown' } as const;
  assert.equal(comparisonText(heap, 'delay'), 'share of the total · now 5s, difference over 5s · before 4s (14:05:09)');
});

test('a normalized comparison has one total now: the scaled one, and from what it was scaled', () => {
  const [now, before] = [{ name: 'now', total: 3.3e9, scaledFrom: 3.92e9 }, { name: '14:05', total: 3.3e9 }];
  const compared = { now, before, unit: 'nanoseconds', normalize: true };
  assert.equal(comparisonText(compared, 'cpu'), 'now 3.30s scaled from 3.92s · before 3.30s (14:05)');
});

test('a scaled total beside the work that was done is said to be scaled, not to show more work as growth', () => {
  const [now, before] = [
    { name: 'now', total: 3.97e9, scaledFrom: 1.55e9, work: '1.55s in 2s = 0.8 processors' },
    { name: '14:05', total: 3.97e9, work: '3.97s in 4s = 1.0 processors' },
  ];
  const compared = { now, before, unit: 'nanoseconds', normalize: true, shares: 'offered' } as const;
  assert.equal(comparisonText(compared, 'cpu'),
    'totals · now 1.55s in 2s = 0.8 processors, scaled to 3.97s · before 3.97s in 4s = 1.0 processors (14:05)');
});

test('beside shares, each total has its own unit', () => {
  const [now, before] = [{ name: 'now', total: 93.76 * 2 ** 30 }, { name: '14:05', total: 36.81 * 2 ** 20 }];
  const compared = { now, before, unit: 'bytes', normalize: false, shares: 'shown' } as const;
  assert.equal(comparisonText(compared, 'alloc_space'), 'share of the total · now 93.76GB · before 36.81MB (14:05)');
});
