import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByName } from '../../../src/bench/resultsByCase';
import { resultRows } from '../../../src/bench/resultTable';
import { parseBenchmarks } from '../../shared/inOneStep';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

test('two cases whose printed names are equal because of GOMAXPROCS stay apart', () => {
  const [printed] = read('BenchmarkA/size-2 \t 10\t 3 ns/op');
  const results = [printed!, { ...printed!, subName: 'size-2', procs: 1 }];
  const groups = groupByName(results);
  assert.deepEqual(groups.map(({ subName }) => subName), ['size', 'size-2']);
  assert.deepEqual(resultRows(results, ['ns/op']).map(({ name, benchmark }) => `${name} of ${benchmark}`), [
    'size-2 of BenchmarkA/size',
    'size-2-1 of BenchmarkA/size-2',
  ]);
});
