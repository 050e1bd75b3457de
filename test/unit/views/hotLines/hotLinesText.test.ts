import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HotLineOrder } from '../../../../src/profile/answers/lines';
import type { Active } from '../../../../src/captures/session';
import {
  besideLine, figureOf, headOf, type HotRow, placeOf, spokenOf, tooltipOf,
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

test('a row has the figure by which it is sorted, then flat and cum, then its share and the function', () => {
  assert.equal(besideLine(rowBy('charged')), '44.5\u202fMiB  flat 3.50\u202fMiB cum 48\u202fMiB  50\u202f% caused here  p.Parse');
  assert.equal(besideLine(rowBy('flat')), 'flat 3.50\u202fMiB cum 48\u202fMiB  3.93\u202f% flat  p.Parse');
  assert.equal(besideLine(rowBy('cum')), 'cum 48\u202fMiB flat 3.50\u202fMiB  53.9\u202f% cum  p.Parse');
});

test('a cost caused by a line that equals its flat or cum is not repeated', () => {
  const causing = (charged: number, isDifference = false) => {
    const row = rowBy('charged', isDifference);
    return besideLine({ ...row, line: { ...row.line, charged: charged * MB } });
  };
  assert.equal(causing(48), 'cum 48\u202fMiB flat 3.50\u202fMiB  53.9\u202f% caused here  p.Parse');
  assert.equal(causing(3.5), 'flat 3.50\u202fMiB cum 48\u202fMiB  3.93\u202f% caused here  p.Parse');
  assert.equal(causing(48, true), '▲ cum +48\u202fMiB flat +3.50\u202fMiB  +53.9\u202f% caused here  p.Parse');
});

test('in percent, every figure is a share of the total, and the tooltip also has the values', () => {
  const inPercent = (row: HotRow): HotRow => ({ ...row, active: { ...row.active, form: 'percent' } });
  assert.equal(besideLine(inPercent(rowBy('charged'))), '50\u202f%  flat 3.93\u202f% cum 53.9\u202f%  p.Parse');
  assert.equal(figureOf(inPercent(rowBy('charged', true))), '▲ +50\u202f%');
  assert.equal(tooltipOf(inPercent(rowBy('charged'))), tooltipOf(rowBy('charged')));
});

test('the middle of a long file name is left out, so that the figures have room', () => {
  const placeIn = (file: string) => placeOf({ ...rowBy('flat'), info: { path: `/w/${file}` } });
  assert.equal(placeIn('parse.go'), 'parse.go:83');
  assert.equal(placeIn('eighteen_letter.go'), 'eighteen_letter.go:83');
  assert.equal(placeIn('benchmark_small_payload_test.go'), 'benchmar…d_test.go:83');
});

test('the message for a step to a line has the same figure as the row', () => {
  for (const order of ['charged', 'flat', 'cum'] as const) {
    for (const isDifference of [false, true]) {
      const row = rowBy(order, isDifference);
      const [value] = figureOf(row).replace('▲ ', '').split('  ');
      assert.ok(besideLine(row).replace('▲ ', '').replace(`${order} `, '').startsWith(`${value} `));
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

test('all three figures are in the tooltip and in the accessible name', () => {
  assert.equal(tooltipOf(rowBy('charged')), [
    '/w/p/parse.go:83', 'example.com/p.Parse', 'caused here 44.5\u202fMiB  50\u202f%', 'flat 3.50\u202fMiB  3.93\u202f%', 'cum 48\u202fMiB  53.9\u202f%',
  ].join('\n'));
  const spoken = 'parse.go:83, caused here 44.5\u202fMiB, flat 3.50\u202fMiB, cum 48\u202fMiB, in p.Parse';
  assert.equal(spokenOf(rowBy('flat')), spoken);
});

test('a figure of few samples has a sign, which the tooltip and the accessible name explain', () => {
  const samples = new HotLineSamples(['p/parse.go'], [
    { lines: Uint32Array.of(82, 83), flat: Float64Array.of(9, 4), cum: Float64Array.of(9, 40) },
  ]);
  const withDoubts = (order: HotLineOrder, isDifference = false): HotRow => {
    const row = rowBy(order, isDifference);
    return { ...row, judgement: samples.of(row.line) };
  };
  assert.equal(besideLine(withDoubts('flat')), '~ flat 3.50\u202fMiB cum 48\u202fMiB  3.93\u202f% flat  p.Parse');
  assert.equal(besideLine(withDoubts('flat', true)), '~ flat +3.50\u202fMiB cum +48\u202fMiB  +3.93\u202f% flat  p.Parse');
  assert.equal(besideLine(withDoubts('cum')), 'cum 48\u202fMiB flat 3.50\u202fMiB  53.9\u202f% cum  p.Parse');
  assert.ok(tooltipOf(withDoubts('cum')).endsWith('\nflat rests on too few samples: mostly chance'));
  assert.ok(spokenOf(withDoubts('flat')).includes(', rests on too few samples: mostly chance, '));
  assert.ok(!spokenOf(withDoubts('cum')).includes('chance'));
});

test('the doubt about a cost caused by a line is that about its flat, if both are equal', () => {
  const samples = new HotLineSamples(['p/parse.go'], [
    { lines: Uint32Array.of(83), flat: Float64Array.of(4), cum: Float64Array.of(40) },
  ]);
  const causing = (charged: number) => {
    const row = rowBy('charged');
    return besideLine({ ...row, line: { ...row.line, charged: charged * MB }, judgement: samples.of(row.line) });
  };
  assert.ok(causing(3.5).startsWith('~ flat 3.50\u202fMiB'));
  assert.ok(causing(44.5).startsWith('44.5\u202fMiB'));
});

test('figures of a comparison are changes', () => {
  assert.equal(besideLine(rowBy('charged', true)), '▲ +44.5\u202fMiB  flat +3.50\u202fMiB cum +48\u202fMiB  +50\u202f% caused here  p.Parse');
  assert.deepEqual(headOf({ order: 'flat', scope: 'everywhere' }, true), { label: 'In all files', description: 'by the change of flat' });
});
