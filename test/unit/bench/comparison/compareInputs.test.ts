import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textReport } from '../../../../src/bench/benchstat/textReport';
import { markdownReport } from '../../../../src/bench/comparison/markdownReport';
import { standardExport } from '../../../../src/bench/comparison/compareInputs';
import { csvReport } from '../../../../src/bench/benchstat/csvReport';
import { compared, input, read, times } from './inputs';

const OLD = [10, 11, 12, 13, 14, 15];
const NEW = [20, 21, 22, 23, 24, 25];

test('inputs of different commits are compared in one table, and the commit key is listed as ignored', () => {
  const inputs = [input('old', 'commit: a', ...times('A', ...OLD)), input('new', 'commit: b', ...times('A', ...NEW))];
  const { tables, ignored } = compared(inputs);
  assert.deepEqual(ignored, ['commit']);
  assert.equal(tables.tables.length, 1);
  assert.equal(textReport(tables), [
    '  │     old      │                 new                 │\n',
    '  │    sec/op    │    sec/op     vs base               │\n',
    'A   12.50n ± 20%   22.50n ± 11%  +80.00% (p=0.002 n=6)\n',
  ].join(''));
});

test('a key that varies within an input splits its results into tables, as in benchstat', () => {
  const old = input('old', 'note: x', ...times('A', 1), 'note: y', ...times('A', 2));
  const { tables, ignored } = compared([old, input('new', 'note: x', ...times('A', 3))]);
  assert.deepEqual(ignored, []);
  assert.equal(tables.tables.length, 2);
});

test('packages have separate tables, unless an input does not name its package', () => {
  const [a, b, unnamed] = ['pkg: a', 'pkg: b', ''].map((line, i) => input(String(i), line, ...times('A', 1)));
  assert.equal(compared([a!, b!]).tables.tables.length, 2);
  assert.equal(compared([a!, unnamed!]).tables.tables.length, 1);
});

test('names that differ only in -N are counted, and share a row if -N is ignored', () => {
  const inputs = [input('old', ...times('A-8', 1), ...times('B', 1)), input('new', ...times('A-4', 2), ...times('B', 1))];
  assert.equal(compared(inputs).splitByProcs, 1);
  const { tables, splitByProcs } = compared(inputs, true);
  assert.equal(splitByProcs, 0);
  assert.deepEqual(tables.tables[0]!.rows.map(({ label, cells }) => [label, cells.length]), [['A', 2], ['B', 2]]);
});

test('names that one input measured with several -N do not count as split', () => {
  const inputs = [input('old', ...times('A-8', 1), ...times('A-4', 1)), input('new', ...times('B', 2))];
  assert.equal(compared(inputs).splitByProcs, 0);
});

test('cells have their values in the order of the input', () => {
  const { tables } = compared([input('old', ...times('A', 3, 1, 2))]);
  assert.deepEqual(tables.tables[0]!.rows[0]!.cells[0]!.values.map((value) => Math.round(value * 1e9)), [3, 1, 2]);
});

test('the Markdown report has the figures of the text report, with escaped names and a list of footnotes', () => {
  const inputs = [input('old', ...times('A_b|c', 1), ...times('B', 4)), input('new', ...times('A_b|c', 2))];
  assert.equal(markdownReport(compared(inputs).tables), `|  | old (sec/op) | new (sec/op) | vs base |
| :-- | --: | --: | --: |
| A\\_b\\|c | 1.000n ± ∞ <sup>1</sup> | 2.000n ± ∞ <sup>1</sup> | \\~ (p=1.000 n=1) <sup>2</sup> |
| B | 4.000n ± ∞ <sup>1</sup> |  |  |
| geomean | 2.000n | 2.000n | +100.00% <sup>3</sup> |

1. need \\>= 6 samples for confidence interval at level 0.95
2. need \\>= 4 samples to detect a difference at alpha level 0.05
3. benchmark set differs from baseline; geomeans may not be comparable
`);
});

test('the standard export has the same results, and unsets the keys of one input before the next', () => {
  const inputs = [input('old 1', 'commit: a', 'cpu: X', ...times('A', ...OLD)), input('new', 'commit: b', ...times('A', ...NEW))];
  const { text: bytes, flags } = standardExport(inputs, false);
  const text = new TextDecoder().decode(bytes);
  assert.deepEqual(flags, ['-col', 'input', '-ignore', 'commit,cpu']);
  assert.match(text, /^input: old 1\ncommit: a\ncpu: X\nBenchmarkA .*\n/);
  assert.match(text, /\ncommit:\ncpu:\ninput: new\ncommit: b\n/);
  const { count, config } = read(text);
  assert.equal(count, 12);
  assert.deepEqual([...config.get('cpu')!], ['X', '']);
  assert.deepEqual([...config.get('input')!], ['old 1', 'new']);
});

test('the CSV report has a header for each input', () => {
  const { tables } = compared([input('old', ...times('A', 1)), input('new', ...times('A', 2))]);
  assert.match(csvReport(tables, () => undefined), /^,old,,new,,,\n,sec\/op,CI,sec\/op,CI,vs base,P\nA,1e-09,∞,2e-09,∞,~,p=1.000 n=1\n/);
});
