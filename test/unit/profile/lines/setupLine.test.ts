import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOncePerRound, setupKind } from '../../../../src/profile/lines/setupLine';

const setup = { function: 'BenchmarkX', file: 'x_test.go', lines: [[3, 6]] as const };
const kindOf = (line: number, timed?: readonly (readonly [number, number])[]) =>
  setupKind({ ...setup, ...(timed && { timed }) }, { file: '/m/x_test.go', line, functions: ['m.BenchmarkX'] });

test('a setup line is timed or not; a capture that does not tell leaves it open', () => {
  assert.deepEqual([kindOf(4, [[3, 4]]), kindOf(5, [[3, 4]]), kindOf(5, [])], ['timed', 'untimed', 'untimed']);
  assert.equal(kindOf(5), 'unknown');
  assert.equal(kindOf(7), undefined);
});

test('setup outside the loop runs once per round; a capture that does not tell leaves it open', () => {
  const isOnce = (line: number, more: object) =>
    runsOncePerRound({ ...setup, ...more }, { file: '/m/x_test.go', line, functions: ['m.BenchmarkX'] });
  const known = { timed: [[3, 3]], repeated: [[6, 6]] };
  assert.deepEqual([3, 4, 6, 7].map((line) => isOnce(line, known)), [true, true, false, false]);
  assert.deepEqual([3, 4].map((line) => isOnce(line, { timed: [[3, 3]] })), [true, false]);
  assert.equal(isOnce(4, {}), false);
});
