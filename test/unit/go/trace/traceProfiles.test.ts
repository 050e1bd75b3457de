import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isLargeTrace, sizeText, traceCostText } from '../../../../src/go/trace/traceCost';
import { readTraceHeader, traceVersion } from '../../../../src/go/trace/traceHeader';
import { traceProfiles } from '../../../../src/go/trace/traceProfiles';
import { traceTool } from '../../../../src/go/trace/traceReader';
import { startTraceViewer } from '../../../../src/go/trace/traceViewer';
import { until } from '../../../shared/until';

const TRACE = Buffer.from('go 1.26 trace\0\0\0rest');

/**
 * A folder with a trace and a go command of Go 1.26, which writes its arguments to `calls`. Its `go tool trace` runs
 * the given shell commands.
 */
function withTool(context: TestContext, commands: string, trace: Uint8Array = TRACE) {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-trace-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const [goBinary, file, calls] = ['go', 'x.trace', 'calls'].map((name) => join(folder, name));
  const script = `#!/bin/sh\n[ "$1" = env ] && { echo go1.26.8; exit; }\necho "$@" >> '${calls}'\n${commands}\n`;
  writeFileSync(goBinary, script);
  chmodSync(goBinary, 0o755);
  writeFileSync(file, trace);
  const go = { goBinary, env: { PATH: process.env.PATH ?? '' }, buildFlags: [], testArgs: [] };
  const take = (signal = new AbortController().signal, more = {}) => traceProfiles(file, { name: 'x.trace', go, signal, ...more });
  return { file, folder, go, take, calls: () => readFileSync(calls, 'utf8').trim().split('\n').sort() };
}

test('the version of Go that a trace needs is in its header of 16 bytes', () => {
  const versionOf = (text: string) => traceVersion(Buffer.from(text, 'latin1'));
  assert.equal(versionOf('go 1.26 trace\0\0\0…'), '1.26');
  assert.equal(versionOf('go 1.5 trace\0\0\0\0'), '1.5');
  for (const other of ['', 'go 1.26 trace\0\0', 'go 1.26 trace   x', 'go 2.0 trace\0\0\0\0', 'Go 1.26 trace\0\0\0']) {
    assert.equal(versionOf(other), undefined, other);
  }
});

test('only a regular file that begins as a trace has a header', async (context) => {
  const { file, folder } = withTool(context, '');
  assert.deepEqual(await readTraceHeader(file), { version: '1.26', size: TRACE.length });
  writeFileSync(file, '');
  assert.equal(await readTraceHeader(file), undefined);
  assert.equal(await readTraceHeader(folder).catch(() => undefined), undefined);
  await assert.rejects(readTraceHeader(join(folder, 'none')), { code: 'ENOENT' });
});

test('go tool trace makes each of the four profiles, whose bytes are kept as they are', async (context) => {
  const { file, take, calls } = withTool(context, `printf '\\377\\000%s' "$3"`);
  const progress: number[] = [];
  const profiles = await take(undefined, { onProgress: (finished: number) => progress.push(finished) });
  const found = profiles.map(({ kind, bytes }) => [kind, Buffer.from(bytes).toString('latin1')]);
  assert.deepEqual(found, [
    ['network', '\xff\0-pprof=net'], ['sync', '\xff\0-pprof=sync'],
    ['syscall', '\xff\0-pprof=syscall'], ['scheduler', '\xff\0-pprof=sched'],
  ]);
  assert.deepEqual(progress, [0, 1, 2, 3, 4]);
  assert.deepEqual(calls(), ['net', 'sched', 'sync', 'syscall'].map((type) => `tool trace -pprof=${type} ${file}`));
});

test('bytes are read from a file that is gone afterwards', async (context) => {
  const { go, calls } = withTool(context, 'cat "$4"');
  const { signal } = new AbortController();
  const profiles = await traceProfiles(TRACE, { name: 'fetched', go, signal });
  assert.ok(profiles.every(({ bytes }) => TRACE.equals(bytes)));
  assert.equal(existsSync(calls()[0]!.split(' ').at(-1)!), false);
});

const failing = (stderr: string, code = 1) => `echo '${stderr}' >&2; exit ${code}`;

for (const [what, commands, message] of [
  ['without a whole part', failing('failed to parse any useful part of the trace: EOF'), /^x\.trace has no part of a trace that can be read: it was cut off/],
  ['that is damaged', failing('failed to generate pprof: failed to find matching goroutines for name: '), /cut off.*or is damaged\.$/],
  ['for which the memory is too small', failing('signal: killed'), /^go tool trace was ended while it read x\.trace, for which it needs about \d kB of memory/],
  ['on which go tool trace panics', failing('panic: index out of range\n\ngoroutine 1 [running]:', 2), /^go tool trace cannot read x\.trace: panic: index out of range\.$/],
  ['without a reason', 'exit 1', /^go tool trace cannot read x\.trace: it gave no reason\.$/],
  ['that another version refuses', failing('failed to create trace reader: unknown or unsupported trace version go 1.26'), /^x\.trace needs go tool trace of Go 1\.26 or newer/],
] as const) {
  test(`a trace ${what} is explained in one sentence`, async (context) => {
    await assert.rejects(withTool(context, commands).take(), { name: 'CaptureError', failure: 'badTrace', message });
  });
}

test('any other file is refused before go tool trace runs', async (context) => {
  const tool = withTool(context, '', Buffer.from('text'));
  await assert.rejects(tool.take(), { message: 'x.trace is not an execution trace of Go.' });
  assert.throws(tool.calls, { code: 'ENOENT' });
});

test('a trace of a newer Go names the version, and is read by an installed one', async (context) => {
  const tool = withTool(context, '', Buffer.from('go 1.28 trace\0\0\0'));
  const { signal } = new AbortController();
  const trace = { file: tool.file, name: 'x.trace', size: 16, version: '1.28' };
  const toolWith = (...versions: string[]) => traceTool(trace, { ...tool.go, env: { GOROOT: '/old' } }, tool.folder, signal, async () => {
    return versions.map((version) => ({ version, goBinary: `/sdk/${version}/bin/go` }));
  });
  await assert.rejects(toolWith('go1.27.3'), {
    message: 'x.trace needs go tool trace of Go 1.28 or newer, and this is Go 1.26.8: install Go 1.28, and set linecost.go.path to its go command.',
  });
  const { file, env } = await toolWith('go1.28rc1', 'go1.27.3');
  assert.deepEqual([file, env.GOROOT, env.GOTOOLCHAIN], ['/sdk/go1.28rc1/bin/go', undefined, 'local']);
});

test('a go command of an unknown version that refuses a newer trace is called older', async (context) => {
  const { take } = withTool(context, 'echo "unknown or unsupported trace version go 1.26" >&2; exit 1');
  await assert.rejects(take(), {
    message: 'x.trace needs go tool trace of Go 1.26 or newer; the go command here is older: install Go 1.26, and set linecost.go.path to its go command.',
  });
});

test('a cancel ends go tool trace, and no further profile is made', async (context) => {
  const tool = withTool(context, 'sleep 60');
  const controller = new AbortController();
  const taken = assert.rejects(tool.take(controller.signal), { name: 'AbortError' });
  await until(() => existsSync(join(tool.folder, 'calls')) && tool.calls().length === 2);
  controller.abort();
  await taken;
  assert.equal(tool.calls().length, 2);
});

test('a profile above the limit ends go tool trace', async (context) => {
  const { take } = withTool(context, 'while true; do echo 123456789; done');
  await assert.rejects(take(undefined, { maxProfileBytes: 2000 }), { failure: 'tooLarge', message: /more than 2 kB, which linecost\.limits\.memory allows/ });
});

test('a large trace says what it takes to read it', () => {
  assert.deepEqual([isLargeTrace(40e6), isLargeTrace(300e6)], [false, true]);
  assert.equal(traceCostText(310e6), 'has 310 MB: go tool trace needs about 16 GB of memory, and takes minutes');
  assert.deepEqual([129639, 1.25e6, 97791304].map(sizeText), ['130 kB', '1.3 MB', '98 MB']);
});

const LISTENING = 'Opening browser. Trace viewer is listening on http://127.0.0.1:37437';

/** Starts the viewer of a go command like that of withTool. */
function view(context: TestContext, commands: string) {
  const tool = withTool(context, commands);
  const ending = new AbortController();
  const parts: string[] = [];
  const trace = { file: tool.file, name: 'x.trace', size: 20, version: '1.26' };
  const options = { go: tool.go, signal: ending.signal, onProgress: (part: string) => parts.push(part) };
  return { ...tool, parts, ending, started: startTraceViewer(trace, options) };
}

test('the viewer starts on this machine only and opens no browser of its own, and ends when it is told to', async (context) => {
  const commands = `echo "2026/01/01 1.2 MB of 3.4 MB (34.8%) processed..." >&2
echo "$BROWSER" > "$0.browser"; echo "2026/01/01 ${LISTENING}" >&2; sleep 60`;
  const { started, parts, ending, calls, file, go } = view(context, commands);
  const { address, ended } = await started;
  assert.deepEqual([address, parts], ['http://127.0.0.1:37437', ['34.8 %']]);
  assert.deepEqual(calls(), [`tool trace -http=127.0.0.1:0 ${file}`]);
  assert.equal(readFileSync(`${go.goBinary}.browser`, 'utf8').trim(), process.platform === 'win32' ? 'cmd.exe' : 'true');
  ending.abort();
  await ended;
});

test('a viewer that cannot read the trace says why', async (context) => {
  const { started } = view(context, failing('failed to parse any useful part of the trace: EOF'));
  await assert.rejects(started, { failure: 'badTrace', message: /^x\.trace has no part of a trace/ });
});
