import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HotLineOrder } from '../../../../src/profile/answers/lines';
import type { Active } from '../../../../src/captures/session';
import {
  alignedRight, barOf, besideLine, figureOf, type HotRow, labelOf, leadOf, spokenOf, tooltipOf,
} from '../../../../src/views/hotLines/hotLinesText';
import { HotLineSamples } from '../../../../src/views/hotLines/hotLineJudgements';
import { stepText } from '../../../../src/views/hotLines/hotLineWalk';

const MB = 2 ** 20;

function rowBy(order: HotLineOrder, isDifference = false): HotRow {
  const summary = { sampleTypes: [{ type: 'alloc_space', unit: 'bytes' }] };
  const baseline = isDifference ? {} : undefined;
  const active = { profile: { summary }, sampleType: 0, baseline } as unknown as Active;
  const place = { file: 'p/parse.go', line: 83, function: 'example.com/p.Parse' };
  const line = { ...place, charged: 44.5 * MB, flat: 3.5 * MB, cum: 48 * MB };
  return { active, order, scope: 'workspace', line, total: 89 * MB, info: { path: '/w/p/parse.go' } };
}

test('the label is the share of the total by which the list is sorted, then the text of the line', () => {
  const texts = { charged: '50\u202f%', flat: '3.93\u202f%', cum: '53.9\u202f%' };
  for (const [order, share] of Object.entries(texts)) {
    const row = { ...rowBy(order as HotLineOrder), text: 'vm.Stack = append(vm.Stack, value)' };
    assert.equal(labelOf(row, leadOf(row)), `${share}  vm.Stack = append(vm.Stack, value)`);
    assert.equal(besideLine(row), 'parse.go:83 · Parse');
  }
});

test('a row without the text of its line has the function as its label, or else the place', () => {
  const row = rowBy('cum');
  assert.deepEqual([labelOf(row, '53.9\u202f%'), besideLine(row)], ['53.9\u202f%  p.Parse', 'parse.go:83']);
  const nameless = { ...row, line: { ...row.line, function: '' } };
  assert.deepEqual([labelOf(nameless, '53.9\u202f%'), besideLine(nameless)], ['53.9\u202f%  parse.go:83', '']);
});

test('a text that is too long for any side bar is cut', () => {
  const label = labelOf({ ...rowBy('cum'), text: 'x'.repeat(1000) }, '1\u202f%');
  assert.ok(label.length < 200 && label.endsWith('x…'), label);
});

test('shares end at the same place, in digits that all have one width', () => {
  assert.deepEqual(alignedRight(['42.9\u202f%', '8.53\u202f%', '~ 9\u202f%', '100\u202f%']), [
    '42.9\u202f%', '8.53\u202f%', '\u2007~ 9\u202f%', '\u2008100\u202f%',
  ]);
  assert.deepEqual(alignedRight([]), []);
});

test('the bar is as long as the share; that of a change is a part of the largest one, to the left if costs shrank', () => {
  assert.deepEqual(barOf(rowBy('charged'), 1), { part: 0.5, kind: 'cost' });
  assert.deepEqual(barOf(rowBy('charged', true), 89 * MB), { part: 0.5, kind: 'growth' });
  const row = rowBy('cum', true);
  assert.deepEqual(barOf({ ...row, line: { ...row.line, cum: -89 * MB } }, 89 * MB), { part: -1, kind: 'shrinkage' });
});

test('in a comparison, the figure of a label is in the chosen form; the tooltip has values and shares', () => {
  const inPercent = (row: HotRow): HotRow => ({ ...row, active: { ...row.active, form: 'percent' } });
  assert.equal(leadOf(rowBy('charged', true)), '▲ +44.5\u202fMiB');
  assert.equal(leadOf(inPercent(rowBy('charged', true))), '▲ +50\u202f%');
  assert.equal(leadOf(inPercent(rowBy('charged'))), leadOf(rowBy('charged')));
  assert.equal(tooltipOf(inPercent(rowBy('charged'))), tooltipOf(rowBy('charged')));
});

test('the message for a step to a line has the value and the share', () => {
  for (const order of ['charged', 'flat', 'cum'] as const) {
    for (const isDifference of [false, true]) {
      const row = rowBy(order, isDifference);
      assert.ok(stepText(row, 0, 12).startsWith(`Hot line 1 of 12: ${figureOf(row)} `));
    }
  }
  assert.equal(stepText(rowBy('charged'), 0, 12), 'Hot line 1 of 12: 44.5\u202fMiB  50\u202f% caused here');
});

test('the message after a step to removed lines says that they are removed', () => {
  const row = rowBy('cum', true);
  const removed: HotRow = { ...row, line: { ...row.line, cum: -48 * MB, isRemoved: true } };
  assert.equal(stepText(removed, 0, 12), 'Hot line 1 of 12: ▼ −48\u202fMiB  −53.9\u202f% cum, removed below this line');
});

test('the tooltip has all three figures and explains them; the accessible name says where the line is in words', () => {
  const row = { ...rowBy('flat'), text: 'return parse(text)' };
  assert.equal(tooltipOf(row), [
    'return parse(text)', '/w/p/parse.go:83', 'example.com/p.Parse',
    'caused here 44.5\u202fMiB  50\u202f%', 'flat 3.50\u202fMiB  3.93\u202f%', 'cum 48\u202fMiB  53.9\u202f%',
    'Flat is the line itself, cum with everything that it calls, caused here the line itself, and what it calls outside this workspace.',
  ].join('\n'));
  assert.equal(spokenOf(row), '3.93\u202f% flat, 3.50\u202fMiB, return parse(text), parse.go line 83, in p.Parse, caused here 44.5\u202fMiB, cum 48\u202fMiB');
  assert.equal(spokenOf(rowBy('cum', true)), 'cum +48\u202fMiB, parse.go line 83, in p.Parse, caused here +44.5\u202fMiB, flat +3.50\u202fMiB');
});

test('a figure of few samples has a sign and a gray bar, which the tooltip and the accessible name explain', () => {
  const samples = new HotLineSamples(['p/parse.go'], [
    { lines: Uint32Array.of(82, 83), flat: Float64Array.of(9, 4), cum: Float64Array.of(9, 40) },
  ]);
  const withDoubts = (order: HotLineOrder, isDifference = false): HotRow => {
    const row = rowBy(order, isDifference);
    return { ...row, judgement: samples.of(row.line) };
  };
  assert.equal(leadOf(withDoubts('flat')), '~ 3.93\u202f%');
  assert.equal(leadOf(withDoubts('flat', true)), '~ +3.50\u202fMiB');
  assert.equal(leadOf(withDoubts('cum')), '53.9\u202f%');
  assert.deepEqual([barOf(withDoubts('flat'), 1).kind, barOf(withDoubts('cum'), 1).kind], ['chance', 'cost']);
  assert.ok(tooltipOf(withDoubts('cum')).includes('\nflat rests on too few samples: mostly chance\n'));
  assert.ok(spokenOf(withDoubts('flat')).includes(', rests on too few samples: mostly chance'));
  assert.ok(!spokenOf(withDoubts('cum')).includes('chance'));
});

test('the doubt about a cost caused by a line is that about its flat, if both are equal', () => {
  const samples = new HotLineSamples(['p/parse.go'], [
    { lines: Uint32Array.of(83), flat: Float64Array.of(4), cum: Float64Array.of(40) },
  ]);
  const causing = (charged: number) => {
    const row = rowBy('charged');
    return leadOf({ ...row, line: { ...row.line, charged: charged * MB }, judgement: samples.of(row.line) });
  };
  assert.equal(causing(3.5), '~ 3.93\u202f%');
  assert.equal(causing(44.5), '50\u202f%');
});
