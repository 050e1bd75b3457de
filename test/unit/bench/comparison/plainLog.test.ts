import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLog } from '../../../../src/bench/comparison/plainLog';
import { finish } from '../../../../src/profile/common/guard';
import { comparison, read } from './inputs';

const pkg = (name: string, ns: number) => [
  'goos: linux', 'goarch: amd64', `pkg: example.com/${name}`, 'cpu: AMD EPYC', 'Unit hits/op better=higher',
  'BenchmarkX', ...[1, 2, 3, 4, 5, 6].map((run) => `BenchmarkX-2   \t  487945\t        ${ns + run / 10} ns/op\t 7 hits/op`),
  'noise', 'PASS', `ok  \texample.com/${name}\t0.247s`,
];
const OUTPUT = [...pkg('a', 28), ...pkg('b', 50), ...pkg('c', 3)].join('\n');

/** The output, with a prefix before each line. */
const prefixed = (prefix: (line: number) => string) =>
  OUTPUT.split('\n').map((line, i) => `${prefix(i)}${line}`).join('\n');

const LOGS: Readonly<Record<string, string>> = {
  'GitHub Actions': prefixed((i) => `2026-01-02T03:04:${10 + (i % 40)}.12345${i}Z `),
  'gh run view --log': prefixed((i) => `bench\tRun go test\t2026-01-02T03:04:05.${i}Z `),
  'GitLab': prefixed((i) => `2026-01-02T03:04:05.12345${i}Z 00O `),
  'docker compose': prefixed(() => 'test-1  | '),
  'docker build': prefixed((i) => `#12 ${(i * 0.7).toFixed(3)} `),
  'kubectl': prefixed(() => '[pod/bench-x7k/go] '),
  'clock': prefixed((i) => `[${String(i % 24).padStart(2)}:07:09] `),
  'colors': OUTPUT.split('\n').map((line) => `\x1b[1;32m${line}\x1b[0m`).join('\n'),
  'colored prefix': prefixed((i) => `\x1b[36mtest-1  |\x1b[0m \x1b[2m${i}\x1b[0m `),
  'Windows': prefixed(() => 'test  | ').replaceAll('\n', '\r\n'),
};

for (const [name, log] of Object.entries(LOGS)) {
  test(`the log of ${name} reads as what go test printed: packages stay apart, and units keep their direction`, () => {
    assert.equal(finish(plainLog(log)).replaceAll('\r', ''), OUTPUT);
    const { count, skippedCount, config } = read(log);
    assert.deepEqual([count, skippedCount], [18, 0]);
    assert.deepEqual([...config.get('pkg')!], ['example.com/a', 'example.com/b', 'example.com/c']);
    const tables = (text: string) => comparison([{ ...read(text), label: 'x' }, { ...read(text), label: 'y' }]).text('text');
    assert.equal(tables(log), tables(OUTPUT));
  });
}

test('a log of go test -json with times before its lines is read', () => {
  const events = OUTPUT.split('\n').map((line) => JSON.stringify({ Time: 't', Action: 'output', Package: 'p', Output: `${line}\n` }));
  const { count, config } = read(events.map((event, i) => `2026-01-02T03:04:05.${i}Z ${event}`).join('\n'));
  assert.deepEqual([count, config.get('pkg')!.size], [18, 3]);
});

test('output of go test that needs no change stays the same string, whatever its benchmarks print', () => {
  for (const line of ['x | BenchmarkY-2 10 3 ns/op', 'server: pkg: example.com/z', '12:00 goos: plan9']) {
    const text = `${OUTPUT}\n${line}\n`;
    assert.equal(finish(plainLog(text)), text);
  }
  assert.equal(finish(plainLog('')), '');
});

test('hostile lines take linear time', () => {
  const lines = [`${' '.repeat(1e6)}Benchmark`, `${'1 '.repeat(5e5)}goos: linux`, `\x1b[${'0;'.repeat(5e5)}`, 'Benchmark '.repeat(2e5)];
  const text = lines.join('\n').repeat(3);
  assert.equal(finish(plainLog(text)).split('\n').length, text.split('\n').length);
});
