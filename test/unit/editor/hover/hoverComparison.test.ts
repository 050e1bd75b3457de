import assert from 'node:assert/strict';
import test from 'node:test';
import {
  comparedRows, comparedSamples, largestFigure, placeBefore,
} from '../../../../src/editor/hover/hoverComparison';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import type { Profile } from '../../../../src/profile/model';
import { differenceOfTotals } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';
import { plain } from './lineOfProfile';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];

/** A line in `cum` samples of 10 ms; in `flat` of them it is the leaf. */
function line(cum: number, flat: number): LineDetail {
  const values = CPU.map((sampleType, i) => {
    const factor = i === 0 ? 1 : 10e6;
    return { sampleType, flat: flat * factor, cum: cum * factor, total: 0 };
  });
  const noNeighbors = { callers: [], moreCallers: 0, callees: [], moreCallees: 0, inlinedHere: [], inlinedInto: [] };
  const sums = values.map(({ cum }) => cum);
  return { file: 'a.go', line: 1, values, sums, flatSamples: 0, cumSamples: 0, ...noNeighbors };
}

/** A table's rows as cells, without Markdown syntax. */
const cells = (rows: readonly string[]) =>
  rows.map((row) => row.split('|').slice(1, -1).map((cell) => plain(cell).trim()));

test('a row has the values now and before, the change and its percentage, for flat and cum', () => {
  assert.deepEqual(cells(comparedRows({ delta: line(-15, 5), before: line(60, 20) }, 1)), [
    ['**cpu** flat', '250\u202fms', '200\u202fms', '▲ +50\u202fms', '+25\u202f%'],
    ['**cpu** cum', '450\u202fms', '600\u202fms', '▼ −150\u202fms', '−25\u202f%'],
  ]);
});

test('a figure and its unit stay on one line of the hover', () => {
  const sampleType = { type: 'cpu', unit: 'nanoseconds/op' };
  const delta = { ...line(5, 5), values: [{ sampleType, flat: 5, cum: 5, total: 0 }] };
  for (const row of comparedRows({ delta, before: undefined }, 0)) {
    const [, , now, before, change] = row.split('|').map((cell) => cell.trim());
    assert.doesNotMatch(`${now}${before}${change}`, / |&e[nm]sp;/);
    assert.equal(plain(change), '  ▲ +5\u202fns/op');
  }
});

test('all costs per operation in a hover have one unit', () => {
  const sampleType = { type: 'cpu', unit: 'nanoseconds/op' };
  const detail = (flat: number, cum: number) => ({ ...line(1, 1), values: [{ sampleType, flat, cum, total: 0 }] });
  const compared = { delta: detail(812, 203_980), before: detail(0, 51_020) };
  const heading = { now: 1_255_000, before: 51_020 };
  assert.deepEqual(cells(comparedRows(compared, 0)), [
    ['**cpu** flat', '0.812\u202fµs/op', '.', '▲ +0.812\u202fµs/op', 'new'],
    ['**cpu** cum', '255\u202fµs/op', '51.0\u202fµs/op', '▲ +204\u202fµs/op', '5.0×'],
  ]);
  const largest = largestFigure(heading, compared, 0);
  assert.equal(largest, 1_255_000);
  assert.equal(cells(comparedRows(compared, 0, undefined, largest))[1][1], '0.255\u202fms/op');
});

test('a line without costs in the baseline is marked as new, and an unchanged line has a dot', () => {
  assert.deepEqual(cells(comparedRows({ delta: line(2, 0), before: undefined }, 1))[0], ['**cpu** cum', '20\u202fms', '.', '▲ +20\u202fms', 'new']);
  assert.deepEqual(cells(comparedRows({ delta: line(0, 0), before: line(5, 5) }, 1))[1], ['**cpu** cum', '50\u202fms', '50\u202fms', '.', '']);
});

test('a flat cost that is zero in both profiles has no row', () => {
  const whats = (flat: number, before: number) => {
    const rows = cells(comparedRows({ delta: line(-15, flat), before: line(60, before) }, 1));
    return rows.map(([name]) => name.replace('**cpu** ', ''));
  };
  assert.deepEqual(whats(0, 0), ['cum']);
  assert.deepEqual(whats(-20, 20), ['flat', 'cum'], 'its flat cost is gone');
  assert.deepEqual(whats(0, 20), ['flat', 'cum'], 'its flat cost is the same');
});

test('samples are counted on both sides, and "too few to trust" is added if both have few', () => {
  assert.equal(comparedSamples({ delta: line(-15, 0), before: line(60, 0) }, 1), '45 samples, baseline 60');
  assert.equal(comparedSamples({ delta: line(3, 0), before: undefined }, 1), '3 samples, baseline 0, too few to trust');
  assert.equal(comparedSamples({ delta: line(5, 0), before: undefined }, 1), '5 samples, baseline 0', 'figures of five samples are not faded');
});

test('in a comparison of heaps, samples are counted on both sides too', () => {
  const textOf = (now: Profile, before: Profile) => {
    const [delta, old] = [differenceOfTotals(now, before), before].map((profile) =>
      lineDetail(profile, { sampleType: 1, file: 'a.go', line: 1, limit: 0 }));
    return comparedSamples({ delta: delta!, before: old }, 1);
  };
  const at = (size: number, samples: number) => heapProfile([{ stack: 'a@a.go:1', size, samples }]);
  assert.equal(textOf(at(64, 32), at(64, 30)), '32 samples, baseline 30');
  assert.equal(textOf(at(64, 3), at(64, 2)), '3 samples, baseline 2, too few to trust');
  const other = heapProfile([{ stack: 'b@b.go:1', size: 64, samples: 9 }]);
  assert.equal(textOf(at(100_000_000, 1), other), '1 sample, baseline 0', 'every large object is recorded');
});

test('the hover says that a line is new, which text it had, or that its function was in another file', () => {
  const functions = [{
    name: 'Reader.Read', from: 5, count: 3, toFile: 'm/b.go', to: 20, toCount: 3,
    moves: [{ from: 5, to: 20, count: 1 }, { from: 6, to: 21, count: 1, changed: true as const }],
  }];
  const moves = [{ from: 1, to: 1, count: 1, changed: true as const }, { from: 2, to: 3, count: 1 }];
  const sources = new Map([['/w/m/a.go', ['\tos.ReadFile(*name)', '', '', '', 'f', '\tread()'].join('\n')]]);
  const baseline = { moved: [{ file: 'm/a.go', moves, functions }], capture: { sources } };
  const sentenceFor = (file: string, number: number) => placeBefore(baseline, { file, line: number }, `/w/${file}`);
  const moved = '_Reader&#46;Read was in a&#46;go before: compared with its lines there._\n\n';
  assert.equal(sentenceFor('m/b.go', 20), moved);
  assert.equal(sentenceFor('m/b.go', 21), `${moved}_Edited. In the baseline:_ read&#40;&#41;\n\n`);
  assert.equal(sentenceFor('m/b.go', 22), '_New: the baseline has no such line._\n\n');
  assert.equal(sentenceFor('m/b.go', 23), '');
  assert.equal(sentenceFor('m/a.go', 1), '_Edited. In the baseline:_ os&#46;ReadFile&#40;&#42;name&#41;\n\n');
  assert.equal(sentenceFor('m/a.go', 2), '_New: the baseline has no such line._\n\n');
  assert.equal(sentenceFor('m/a.go', 3), '');
  assert.equal(sentenceFor('m/c.go', 1), '');
});
