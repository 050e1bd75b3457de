import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonText } from '../../../../webview/text/comparisonText';

test('a comparison of a parallel benchmark tells CPU time from the time that go test prints', () => {
  const [now, before] = [{ name: 'now', total: 1130 }, { name: '14:05', total: 350 }];
  const comparison = { now, before, unit: 'nanoseconds/op', normalize: false };
  assert.equal(comparisonText(comparison, 'cpu'),
    'now CPU 1.13\u202fµs/op · before CPU 0.350\u202fµs/op (14:05) · +223\u202f%');
  assert.match(comparisonText({ ...comparison, unit: 'bytes/op' }, 'alloc_space'), /^now 1\.10\u202fKiB\/op · before 0\.342\u202fKiB\/op /);
});

test('both totals have the same unit, also per operation', () => {
  const totals = (now: number, before: number) => ({ now: { name: 'now', total: now }, before: { name: '14:05', total: before } });
  const text = (now: number, before: number, unit: string) =>
    comparisonText({ ...totals(now, before), unit, normalize: false }, 'cpu');
  assert.match(text(92_604, 158_900, 'nanoseconds/op'), /^now CPU 92\.6\u202fµs\/op · before CPU 159\u202fµs\/op /);
  assert.match(text(158_900, 92_604, 'nanoseconds/op'), /^now CPU 159\u202fµs\/op · before CPU 92\.6\u202fµs\/op /);
  assert.match(text(5e6, 2e9, 'nanoseconds'), /^now 5\u202fms · before 2\u202fs /);
});

test('a comparison per operation is in the words of the host, which name the baseline', () => {
  const comparison = { now: { name: 'now', total: 5537 }, before: { name: '14:05', total: 4670 }, unit: 'nanoseconds/op', normalize: false };
  const head = ['60.5 % faster (p = 0.005)', '349 → 138 µs/op', 'CPU 250 → 100 µs/op'];
  assert.equal(comparisonText({ ...comparison, head }, 'cpu'), [...head, 'vs 14:05'].join(' · '));
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
    `totals: more work done shows as growth · now ${nowWork} · before ${beforeWork} (14:05:09) · −16.1\u202f%`);
  const heap = { ...compared, now: total('now', 5, 'difference over 5s'), before: total('14:05:09', 4), shares: 'shown' } as const;
  assert.equal(comparisonText(heap, 'delay'), 'share of the total · now 5\u202fs, difference over 5s · before 4\u202fs (14:05:09)');
});

test('a normalized comparison has one total now: the scaled one, and from what it was scaled', () => {
  const [now, before] = [{ name: 'now', total: 3.3e9, scaledFrom: 3.92e9 }, { name: '14:05', total: 3.3e9 }];
  const compared = { now, before, unit: 'nanoseconds', normalize: true };
  assert.equal(comparisonText(compared, 'cpu'), 'now 3.30\u202fs scaled from 3.92\u202fs · before 3.30\u202fs (14:05)');
});

test('a scaled total beside the work that was done is said to be scaled, not to show more work as growth', () => {
  const [now, before] = [
    { name: 'now', total: 3.97e9, scaledFrom: 1.55e9, work: '1.55s in 2s = 0.8 processors' },
    { name: '14:05', total: 3.97e9, work: '3.97s in 4s = 1.0 processors' },
  ];
  const compared = { now, before, unit: 'nanoseconds', normalize: true, shares: 'offered' } as const;
  assert.equal(comparisonText(compared, 'cpu'),
    'totals · now 1.55s in 2s = 0.8 processors, scaled to 3.97\u202fs · before 3.97s in 4s = 1.0 processors (14:05)');
});

test('beside shares, each total has its own unit', () => {
  const [now, before] = [{ name: 'now', total: 93.76 * 2 ** 30 }, { name: '14:05', total: 36.81 * 2 ** 20 }];
  const compared = { now, before, unit: 'bytes', normalize: false, shares: 'shown' } as const;
  assert.equal(comparisonText(compared, 'alloc_space'), 'share of the total · now 93.8\u202fGiB · before 36.8\u202fMiB (14:05)');
});
