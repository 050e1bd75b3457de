import assert from 'node:assert/strict';
import test from 'node:test';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import { flameWindow } from '../../../../src/profile/flame/flameWindow';
import type { FlameView, FlameWindow } from '../../../../src/profile/answers/flame';
import { isRest, nameOf, readFrames, withOneBenchmarkRow } from '../../../../webview/flame/flameFrames';
import { profileOfLines } from '../../../shared/stacks';

const VIEW: FlameView = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 100, search: '' };

function windowOf(lines: string, view: Partial<FlameView> = {}, name = 'BenchmarkSum'): FlameWindow {
  const from = { name, below: ['testing.(*B).runN'] };
  return flameWindow(buildCallTree(profileOfLines(lines), 0, { from }), { ...VIEW, ...view });
}

/** Each drawn level, as the names of its frames. */
function levels(window: FlameWindow): string[] {
  const nameIn = (row: number) => `${nameOf(window, row)}${isRest(window, row) ? ' rest' : ''} ${window.cum[row]}`;
  return readFrames(window, 100).levels.map((rows) => rows.map(nameIn).join(', '));
}

const SUM = `
  testing.(*B).runN;p.BenchmarkSum;p.sum;p.add 30
  testing.(*B).runN;p.BenchmarkSum;p.log 20
  runtime.gc 50
`;

test('the benchmark has one row if all its stacks start in its function', () => {
  assert.deepEqual(levels(windowOf(SUM)), ['BenchmarkSum 50', 'p.BenchmarkSum 50', 'p.sum 30, p.log 20', 'p.add 30']);
  assert.deepEqual(levels(withOneBenchmarkRow(windowOf(SUM), 'BenchmarkSum')), ['p.BenchmarkSum 50', 'p.sum 30, p.log 20', 'p.add 30']);
});

test('the row of the benchmark has the id 0, by which the whole graph is requested', () => {
  const window = windowOf(SUM);
  const { id } = withOneBenchmarkRow(window, 'BenchmarkSum');
  assert.deepEqual([...id], [0, ...window.id.slice(2)]);
});

for (const name of ['BenchmarkSum', 'BenchmarkSum/large']) {
  test(`if all stacks start in a closure of the benchmark, ${name} has one row, the closure's`, () => {
    const window = windowOf('testing.(*B).runN;p.BenchmarkSum.func1;p.sum 30', {}, name);
    assert.deepEqual(levels(withOneBenchmarkRow(window, name)), ['p.BenchmarkSum.func1 30', 'p.sum 30']);
  });
}

test('each row keeps its number of samples', () => {
  const window = { ...windowOf(SUM), fewSamples: Uint32Array.of(0, 0, 1, 2, 3) };
  assert.deepEqual([...withOneBenchmarkRow(window, 'BenchmarkSum').fewSamples!], [0, 1, 2, 3]);
});

test('in a zoomed graph too, the benchmark has one row', () => {
  const window = windowOf(SUM);
  const zoomed = window.id[[...window.name].findIndex((name) => window.names[name] === 'p.sum')];
  const result = withOneBenchmarkRow(windowOf(SUM, { root: zoomed }), 'BenchmarkSum');
  assert.deepEqual([levels(result), nameOf(result, result.zoomed)], [['p.BenchmarkSum 50', 'p.sum 30', 'p.add 30'], 'p.sum']);
});

const TWO_ROWS = {
  'stacks of two functions': 'testing.(*B).runN;p.BenchmarkSum.func1 30\ntesting.(*B).runN;p.BenchmarkSum.func2 20',
  'a function with another name': 'testing.(*B).runN;p.sumAll;p.sum 30',
  'a function whose name only begins like the benchmark’s': 'testing.(*B).runN;p.BenchmarkSumAll 30',
};
for (const [what, lines] of Object.entries(TWO_ROWS)) {
  test(`the row with the benchmark's name stays above ${what}`, () => {
    const window = windowOf(lines);
    assert.equal(withOneBenchmarkRow(window, 'BenchmarkSum'), window);
  });
}

test('a function that the user chose as the start keeps its row above its closure', () => {
  const profile = profileOfLines('p.BenchmarkSum;p.BenchmarkSum.func1;p.sum 30');
  const window = flameWindow(buildCallTree(profile, 0, { from: 'p.BenchmarkSum' }), VIEW);
  assert.equal(withOneBenchmarkRow(window, undefined), window);
});

test('goroutines of the module that all start in a closure of the benchmark have one row, the closure’s', () => {
  const from = { name: 'BenchmarkSum', below: ['testing.(*B).runN'], module: 'p' };
  const window = flameWindow(buildCallTree(profileOfLines('p.BenchmarkSum.func1;p.sum 30'), 0, { from }), VIEW);
  assert.deepEqual(levels(withOneBenchmarkRow(window, 'BenchmarkSum')), ['p.BenchmarkSum.func1 30', 'p.sum 30']);
});
