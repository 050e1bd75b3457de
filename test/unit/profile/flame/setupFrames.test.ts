import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import { picture } from '../../../shared/callTreePictures';
import { profileOfLines } from '../../../shared/stacks';

const SETUP = { function: 'BenchmarkX', file: 'x_test.go', lines: [[10, 12], [20, 20]] } as const;
const BENCHMARK = `
  testing.(*B).runN;p.BenchmarkX@/src/p/x_test.go:11;p.load;p.parse 5
  testing.(*B).runN;p.BenchmarkX@/src/p/x_test.go:15;p.work 7
  testing.(*B).runN;p.BenchmarkX.func1@/src/p/x_test.go:20;p.grow 3
  testing.(*B).runN;p.BenchmarkX.func1@/src/p/x_test.go:22;p.work 2
  testing.(*B).runN;p.BenchmarkXY@/src/p/x_test.go:11;p.other 1
  testing.(*B).runN;q.BenchmarkX@/src/q/other_test.go:11;q.other 1
`;

const MEASURED = [
  ';p.BenchmarkX.func1: 0 2',
  ';p.BenchmarkX.func1;p.work: 2 2',
  ';p.BenchmarkX: 0 7',
  ';p.BenchmarkX;p.work: 7 7',
  ';p.BenchmarkXY: 0 1',
  ';p.BenchmarkXY;p.other: 1 1',
  ';q.BenchmarkX: 0 1',
  ';q.BenchmarkX;q.other: 1 1',
];

for (const collapseRecursion of [false, true]) {
  test(`the setup of a benchmark belongs to the root${collapseRecursion ? ', with recursion collapsed' : ''}`, () => {
    const view = { hideTestingFrames: true, setup: SETUP, collapseRecursion };
    assert.deepEqual(picture(buildCallTree(profileOfLines(BENCHMARK), 0, view)), [': 8 19', ...MEASURED]);
    const from = { name: 'BenchmarkX', below: ['testing.(*B).runN'] };
    assert.deepEqual(picture(buildCallTree(profileOfLines(BENCHMARK), 0, { ...view, from })), [': 8 19', ...MEASURED]);
  });
}

test('stacks of a function called in the setup of a benchmark are left out', () => {
  const view = { hideTestingFrames: true, setup: SETUP, from: 'p.parse' };
  assert.deepEqual(picture(buildCallTree(profileOfLines(BENCHMARK), 0, view)), [': 0 0']);
  assert.deepEqual(picture(buildCallTree(profileOfLines(BENCHMARK), 0, { ...view, hideTestingFrames: false })), ['p.parse: 5 5']);
});

test('the setup of helpers and the cost of b.Run belong to the root too', () => {
  const setup = {
    function: 'BenchmarkX', file: 'x_test.go', lines: [],
    helpers: [{ function: '(*suite).bench', file: 'help_test.go', lines: [[5, 6]] }],
  } as const;
  const stacks = `
    testing.(*B).runN;p.BenchmarkX@/src/p/x_test.go:3;p.(*suite).bench@/src/p/help_test.go:5;p.load 5
    testing.(*B).runN;p.BenchmarkX@/src/p/x_test.go:3;p.(*suite).bench@/src/p/help_test.go:9;p.work 7
    testing.(*B).runN;p.BenchmarkX@/src/p/x_test.go:4;testing.(*B).Run;fmt.Sprintf 2
    testing.(*B).runN;p.BenchmarkX.func1@/src/p/x_test.go:4;p.work 3`;
  assert.deepEqual(picture(buildCallTree(profileOfLines(stacks), 0, { hideTestingFrames: true, setup })).sort(), [
    ': 7 17',
    ';p.BenchmarkX.func1: 0 3',
    ';p.BenchmarkX.func1;p.work: 3 3',
    ';p.BenchmarkX: 0 7',
    ';p.BenchmarkX;p.(*suite).bench: 0 7',
    ';p.BenchmarkX;p.(*suite).bench;p.work: 7 7',
  ]);
});
