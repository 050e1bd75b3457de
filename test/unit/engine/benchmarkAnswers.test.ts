import assert from 'node:assert/strict';
import { Module } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import type * as Bundle from '../../../src/engine/benchmarkAnswers';
import type { ComparisonParams } from '../../../src/engine/benchmarkQueries';
import { Memory } from '../../../src/engine/memoryUse';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { repoRoot } from '../../host/paths.mjs';

const neverAborted = new AbortController().signal;

function bytesOf(text: string): SharedArrayBuffer {
  const bytes = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(bytes).write(text);
  return bytes;
}

let lastId = 0;
const input = (label: string, text: string) => ({ results: ++lastId, bytes: bytesOf(text), label });
const resultLine = (ns: number) => `BenchmarkA-8 1 ${ns} ns/op\n`;

test('results are read, and a binary file is refused with a reason', async () => {
  const store = new NodeStore();
  const text = `commit: abc\ncommit-time: 2026-01-02T00:00:00Z\n${resultLine(1)}BenchmarkB 1 2\n`;
  assert.deepEqual(await store.answer('readBenchmarks', input('', text), neverAborted), {
    count: 1, skipped: ['line 4: missing units'], skippedCount: 1, commit: 'abc', commitTime: Date.UTC(2026, 0, 2),
  });
  assert.deepEqual(await store.answer('readBenchmarks', input('', 'a\0b'), neverAborted), { problem: 'is not a text file' });
});

test('a store answers questions about a comparison, even if another store made the comparison', async () => {
  const params: ComparisonParams = { inputs: [input('old', resultLine(1)), input('new', resultLine(2))], ignoresProcs: true };
  const first = new NodeStore();
  const summary = await first.answer('compareBenchmarks', params, neverAborted);
  assert.equal(summary.tables[0]!.rows[0]!.name, 'A');
  const rows = { filter: '', table: 0, from: 0, to: 5, find: [] };
  for (const store of [first, new NodeStore()]) {
    assert.equal((await store.answer('benchmarkRows', { ...params, rows }, neverAborted)).count, 1);
    assert.match(await store.answer('benchmarkText', { ...params, format: 'csv' }, neverAborted), /^A,1e-09,∞,2e-09/m);
    assert.match(new TextDecoder().decode((await store.answer('exportBenchmarks', params, neverAborted)).text), /^input: old\nBenchmarkA-8 .*\ninput: new\n/);
    assert.deepEqual(await store.answer('benchmarkCounts', { ...params, filter: 'a' }, neverAborted), [1]);
    assert.equal((await store.answer('benchmarkRuns', { ...params, place: { table: 0, row: 0 } }, neverAborted))?.series.length, 2);
  }
  assert.equal(await first.answer('forgetBenchmarks', {}, neverAborted), undefined);
});

test('a comparison stops when it is cancelled', async () => {
  const manyResults = Array.from({ length: 5000 }, (_, i) => `BenchmarkA/${i} 1 1 ns/op\n`).join('');
  const controller = new AbortController();
  const abort = () => controller.abort();
  const params = { inputs: [input('a', manyResults)], ignoresProcs: false };
  await assert.rejects(new NodeStore().answer('compareBenchmarks', params, controller.signal, abort), { name: 'AbortError' });
});

test('results that need more than the available memory are refused with a reason', async () => {
  const collect = () => undefined;
  const gauge = { usage: () => ({ bytes: 2000, heapShare: 0 }), collect, collectInBackground: collect };
  const memory = new Memory(1000, gauge);
  const params = { inputs: [input('a', resultLine(1))], ignoresProcs: false };
  const answer = new NodeStore(undefined, memory).answer('compareBenchmarks', params, neverAborted);
  await assert.rejects(answer, { name: 'EngineError', reason: 'tooLarge', message: /^These results need more memory/ });
});

test('a comparison in a separate bundle, as in the extension, stops when its guard throws', async () => {
  const entry = path.join(repoRoot, 'src', 'engine', 'benchmarkAnswers.ts');
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false, external: ['re2js'],
  });
  const bundle = new Module('benchmarkAnswers') as unknown as LoadedBundle;
  bundle._compile(outputFiles[0]!.text, __filename);
  const guard = {
    checkpoint: () => {
      throw new Error('stop');
    },
    hasRoom: () => true,
    claim: () => undefined,
    maxBytes: 1,
  };
  const params = { inputs: [input('a', resultLine(1))], ignoresProcs: false };
  const answers = new bundle.exports.BenchmarkAnswers();
  assert.throws(() => answers.answer('compareBenchmarks', params, guard), { message: 'stop' });
});

interface LoadedBundle {
  readonly exports: typeof Bundle;
  _compile(text: string, file: string): void;
}
