import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../src/bench/parseOutput';
import type { CaptureRecord } from '../../../src/bench/captures/captureStore';
import { resultsState } from '../../../src/views/resultsState';

const FILE = '/p/a_test.go';

function capture(id: string, changes: Partial<CaptureRecord> & { readonly output?: string } = {}): CaptureRecord {
  const { output = 'BenchmarkA-8 \t 10\t 3 ns/op', ...rest } = changes;
  const name = 'BenchmarkA';
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }, { label: 'memory', fileName: 'memory.pprof' }];
  const { results } = parseBenchmarks(output);
  return { id, title: name, capturedAt: 1e12, target: { file: FILE, name }, profiles, results, ...rest };
}

test('the page gets the results and the captures of the benchmark, by one set of units', () => {
  const captures = [
    capture('4', {
      target: { file: FILE, name: 'BenchmarkA/x' },
      title: 'BenchmarkA/x',
      output: 'BenchmarkA/x-8 \t 20\t 4 ns/op\t 7 B/op',
    }),
    capture('3', { title: 'before the change' }),
    capture('2', { target: { file: '/q/a_test.go', name: 'BenchmarkA' } }),
    capture('1', { target: { file: FILE, name: 'BenchmarkB' } }),
    capture('0', { target: undefined }),
  ];
  const { results } = captures[1]!;
  const state = resultsState({
    benchmark: 'BenchmarkA', uri: 'file:///p/a_test.go', file: FILE, place: 'a_test.go', results, captures,
    activeId: '4', baselineId: '3', canRun: true, now: 1e12,
  });
  assert.deepEqual(state.units, ['ns/op', 'B/op']);
  const rows = state.rows.map(({ key, cells }) => [key, ...cells.map((cell) => cell?.text)]);
  assert.deepEqual(rows, [['BenchmarkA-8', '3.000', undefined]]);
  assert.deepEqual(
    state.captures.map(({ id, only, title, isActive, isBaseline }) => [id, only, title, isActive, isBaseline]),
    [['4', 'x', undefined, true, false], ['3', undefined, 'before the change', false, true]],
  );
  assert.deepEqual(
    state.captures.map(({ kinds, rows: [row] }) => [kinds.join(), row!.iterations.text]),
    [['cpu,memory', '20'], ['cpu,memory', '10']],
  );
});

test('a capture under other conditions than the active one says so', () => {
  const at = (id: string, goVersion: string) => capture(id, { conditions: { goVersion, maxProcs: 8 } });
  const captures = [at('2', 'go1.26.8'), at('1', 'go1.26.8'), at('0', 'go1.25.1')];
  const shown = { benchmark: 'BenchmarkA', uri: '', file: FILE, place: '', results: [], captures, canRun: true, now: 1e12 };
  const short = (activeId?: string) => {
    return resultsState({ ...shown, activeId }).captures.map(({ conditions }) => conditions?.short);
  };
  assert.deepEqual(short(), [undefined, undefined, 'other Go version']);
  assert.deepEqual(short('0'), ['other Go version', 'other Go version', undefined]);
  const { captures: [, , last] } = resultsState(shown);
  assert.equal(last!.conditions!.whole, 'This capture had other conditions: Go 1.25.1, now 1.26.8.');
});
