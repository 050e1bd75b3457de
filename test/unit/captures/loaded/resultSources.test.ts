import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type * as Sources from '../../../../src/captures/loaded/resultSources';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { storeEngine } from '../../../shared/storeEngine';
import { withVscode } from '../../../shared/withVscode';

const file = { size: 100, mtime: 5, bytes: new Uint8Array() };
withVscode({
  workspace: {
    asRelativePath: ({ path }: { path: string }) => path.slice(1),
    fs: {
      stat: async () => ({ size: file.size, mtime: file.mtime }),
      readFile: async () => file.bytes,
    },
  },
});

let module: typeof Sources;
let sources: Sources.ResultSources;
before(async () => {
  module = await import('../../../../src/captures/loaded/resultSources');
  sources = new module.ResultSources(storeEngine());
});

function ofFile(content: string | Uint8Array, size = 100) {
  Object.assign(file, { bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, size });
  return sources.ofFile({ path: '/logs/bench.txt', toString: () => 'file:///logs/bench.txt' } as never);
}

const textOf = ({ bytes }: Sources.ResultSource) => Buffer.from(bytes).toString();
const { results } = parseBenchmarks('BenchmarkA-8 \t 1\t 1 ns/op\nPASS\n');
const RECORD = { id: 'a', title: 'BenchmarkA', capturedAt: 7, results };

test('a file has its results, its path, its commit and the time of the commit', async () => {
  const read = await ofFile('commit: abc\ncommit-time: 2026-01-02T00:00:00Z\nBenchmarkA 1 1 ns/op\n');
  const { id, name, origin, commit, count, time } = read;
  assert.deepEqual([id, name, origin, commit, count], ['file:///logs/bench.txt', 'bench.txt', 'logs/bench.txt', 'abc', 1]);
  assert.equal(time, Date.UTC(2026, 0, 2));
  assert.equal((await ofFile('BenchmarkA 1 1 ns/op\n')).time, 5);
});

test('a file that is empty, has no results, is binary or is too large is rejected with one sentence', async () => {
  await assert.rejects(ofFile(''), /^Error: bench\.txt is empty\.$/);
  await assert.rejects(ofFile('hello\n'), /^Error: bench\.txt has no benchmark results: lines such as "BenchmarkSum-8 .*\.$/);
  await assert.rejects(ofFile('a\0b'), /^Error: bench\.txt is not a text file\.$/);
  await assert.rejects(ofFile('BenchmarkA 1 1 ns/op\n', 65 << 20), /larger than 64 MB/);
});

test('Windows line endings, the UTF-16 of PowerShell and the output of go test -json are read', async () => {
  const text = 'BenchmarkA-8 \t 100\t 12 ns/op\r\nBenchmarkA-8 \t 100\t 13 ns/op\r\n';
  const json = text.split('\r\n').map((line) => JSON.stringify({ Action: 'output', Output: `${line}\n` })).join('\r\n');
  for (const content of [text, Buffer.from(`\ufeff${text}`, 'utf16le'), json, Buffer.from(`\ufeff${json}`, 'utf16le')]) {
    assert.equal((await ofFile(content)).count, 2);
  }
});

test('the source of a capture is its recorded output, or its results if it has no output', async () => {
  const ofResults = await sources.ofCapture(RECORD);
  assert.deepEqual([ofResults.kind, ofResults.time, ofResults.count, ofResults.commit], ['capture', 7, 1, undefined]);
  const output = 'BenchmarkA-8 1 1 ns/op\nBenchmarkA-8 1 2 ns/op\n';
  const ofOutput = await sources.ofCapture({ ...RECORD, output, conditions: { git: { commit: 'abc' } } });
  assert.deepEqual([ofOutput.count, ofOutput.commit], [2, 'abc']);
  assert.notEqual(ofResults.results, ofOutput.results);
});

test('the earlier program of Measure Again is a separate source, whose results are in the same capture', async () => {
  const turns = { base: { id: 'x', capturedAt: 5 }, before: [...results, ...results], wanted: 2, notes: [] };
  const earlier = await sources.ofEarlierProgram({ ...RECORD, turns });
  assert.equal(earlier.count, 2);
  assert.match(earlier.name, /^BenchmarkA .*, program of /);
  assert.deepEqual(module.capturesOf(earlier.id), { captures: ['a'], isBefore: true });
  const base = { ...turns.base, revision: 'v1.2.0' };
  assert.match((await sources.ofEarlierProgram({ ...RECORD, turns: { ...turns, base } })).name, /, v1\.2\.0$/);
});

test('several captures can be one source, in which the "key: value" lines of a capture apply only to its results', async () => {
  const output = 'commit: x\nBenchmarkB 1 1 ns/op';
  const both = await sources.ofCaptures([{ ...RECORD, output: `pkg: p\nBenchmarkA 1 1 ns/op\n` }, { ...RECORD, id: 'b', output }]);
  assert.equal(textOf(both), 'pkg: p\nBenchmarkA 1 1 ns/op\npkg:\ncommit: x\nBenchmarkB 1 1 ns/op\n');
  assert.deepEqual(module.capturesOf(both.id), { captures: ['a', 'b'], isBefore: false });
  assert.equal(both.count, 2);
});

test('the name, origin and id of a URL have no secrets, but the id depends on other parameters', async () => {
  const bytes = new TextEncoder().encode('BenchmarkA 1 1 ns/op\n');
  const read = (text: string) => sources.ofAnswer(new URL(text), bytes);
  const first = await read('https://me:s3cret@ci.example.com/a/bench.txt?token=s3cret&id=1');
  assert.deepEqual([first.name, first.origin], ['bench.txt', 'https://ci.example.com/a/bench.txt']);
  assert.ok(!JSON.stringify({ ...first, bytes: '' }).includes('s3cret'));
  assert.notEqual(first.id, (await read('https://ci.example.com/a/bench.txt?id=2')).id);
});
