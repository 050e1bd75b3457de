import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupKind } from '../../../../src/profile/lines/setupLine';

const setup = { function: 'BenchmarkX', file: 'x_test.go', lines: [[3, 6]] as const };
const kindOf = (line: number, timed?: readonly (readonly [number, number])[]) =>
  setupKind({ ...setup, ...(timed && { timed }) }, { file: '/m/x_test.go', line }, ['m.BenchmarkX']);

test('a setup line is timed or not; a capture that does not tell leaves it open', () => {
  assert.deepEqual([kindOf(4, [[3, 4]]), kindOf(5, [[3, 4]]), kindOf(5, [])], ['timed', 'untimed', 'untimed']);
  assert.equal(kindOf(5), 'unknown');
  assert.equal(kindOf(7), undefined);
});
