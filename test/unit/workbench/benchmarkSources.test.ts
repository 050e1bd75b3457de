import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type * as Sources from '../../../src/workbench/benchmarkSources';
import { parseBenchmarks } from '../../../src/bench/parseOutput';
import { withVscode } from '../../shared/withVscode';

const file = { size: 100, mtime: 5, text: '' };
withVscode({
  workspace: {
    asRelativePath: ({ path }: { path: string }) => path.slice(1),
    fs: {
      stat: async () => ({ size: file.size, mtime: file.mtime }),
      readFile: async () => new TextEncoder().encode(file.text),
    },
  },
});

let sources: typeof Sources;
before(async () => {
  sources = await import('../../../src/workbench/benchmarkSources');
});

function ofFile(text: string, size = 100) {
  Object.assign(file, { text, size });
  return sources.sourceOfFile({ path: '/logs/bench.txt', toString: () => 'file:///logs/bench.txt' } as never);
}

test('a file gives its results, its place, its commit and the time of its commit', async () => {
  const read = await ofFile('commit: abc\ncommit-time: 2026-01-02T00:00:00Z\nBenchmarkA 1 1 ns/op\n');
  const { id, name, origin, commit, count, time } = read;
  assert.deepEqual([id, name, origin, commit, count], ['file:///logs/bench.txt', 'bench.txt', 'logs/bench.txt', 'abc', 1]);
  assert.equal(time, Date.UTC(2026, 0, 2));
  assert.equal((await ofFile('BenchmarkA 1 1 ns/op\n')).time, 5);
});

test('a file without results, one that is no text and one that is too large have one sentence', async () => {
  await assert.rejects(ofFile('hello\n'), /^Error: bench\.txt has no benchmark results: lines such as "BenchmarkSum-8 .*\.$/);
  await assert.rejects(ofFile('a\0b'), /^Error: bench\.txt is not a text file\.$/);
  await assert.rejects(ofFile('BenchmarkA 1 1 ns/op\n', 65 << 20), /larger than 64 MB/);
});

test('a capture gives its recorded text, or its results if it has none', async () => {
  const { results } = parseBenchmarks('BenchmarkA-8 \t 1\t 1 ns/op\nPASS\n');
  const record = { id: 'a', title: 'BenchmarkA', capturedAt: 7, results };
  const plain = await sources.sourceOfCapture(record);
  assert.deepEqual([plain.kind, plain.time, plain.count, plain.commit], ['capture', 7, 1, undefined]);
  const output = 'BenchmarkA-8 1 1 ns/op\nBenchmarkA-8 1 2 ns/op\n';
  const recorded = await sources.sourceOfCapture({ ...record, output, conditions: { git: { commit: 'abc' } } });
  assert.deepEqual([recorded.count, recorded.commit], [2, 'abc']);
});
