import assert from 'node:assert/strict';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readTraceHeader } from '../../src/go/trace/traceHeader';
import type { TraceKind } from '../../src/go/captureTypes';
import { TRACE_KINDS, traceProfiles } from '../../src/go/trace/traceProfiles';
import { startTraceViewer } from '../../src/go/trace/traceViewer';
import { profileTotal } from '../../src/profile/sums/profileTotal';
import { buildCallTree } from '../../src/profile/flame/callTree';
import { resolveGoEnvironment } from '../../src/go/tool/goSettings';
import { compareTop } from './compare';
import { PROGRAMS, temporaryFolder } from './goPrograms';
import { mustRun, pprof, run } from './oracle';
import { loadProfile } from './ours';
import { readTraces } from './traces';

const NAMES: Readonly<Record<TraceKind, string>> = { network: 'net', sync: 'sync', syscall: 'syscall', scheduler: 'sched' };
const DELAY = 1;

let made: Awaited<ReturnType<typeof temporaryFolder>>;
let trace: string;
const pathOf = (kind: TraceKind) => join(made.folder, `${kind}.pprof`);
const environment = () => {
  const places = { workspaceFolder: made.folder, processEnv: process.env, platform: process.platform };
  return resolveGoEnvironment(() => undefined, places);
};
const take = (source: string | Uint8Array) => {
  return traceProfiles(source, { name: 'x.trace', go: environment(), signal: new AbortController().signal });
};

before(async () => {
  made = await temporaryFolder();
  trace = join(made.folder, 'x.trace');
  const program = join(made.folder, process.platform === 'win32' ? 'traced.exe' : 'traced');
  await mustRun('go', ['build', '-o', program, './traced'], { cwd: PROGRAMS });
  await mustRun(program, [trace], { cwd: made.folder });
  for (const { kind, bytes } of await take(trace)) await writeFile(pathOf(kind), bytes);
});
after(() => made.remove());

test('a trace of the go command here is recognized', async () => {
  const version = (await mustRun('go', ['env', 'GOVERSION'], { cwd: made.folder })).trim();
  const header = await readTraceHeader(trace);
  assert.ok(Number(header?.version.slice(2)) <= Number(/go1\.(\d+)/.exec(version)?.[1]));
  assert.equal(header?.size, (await readFile(trace)).length);
});

for (const kind of TRACE_KINDS) {
  test(`the ${kind} profile of a trace has the totals of go tool trace and pprof, with its samples without a stack`, async () => {
    const theirs = await run('go', ['tool', 'trace', `-pprof=${NAMES[kind]}`, trace], { cwd: made.folder });
    assert.equal(theirs.code, 0, theirs.stderr);
    const other = join(made.folder, `${kind}.other.pprof`);
    await writeFile(other, theirs.stdout);
    const [ours, expected] = [await loadProfile(pathOf(kind)), await loadProfile(other)];
    for (const type of [0, DELAY]) assert.equal(profileTotal(ours, type), profileTotal(expected, type));
    const top = await pprof(['-top', '-sample_index=delay', '-unit=ns', other], { cwd: made.folder });
    const sum = Number(/of (\d+)ns total/.exec(top.stdout.toString())?.[1]);
    assert.equal(profileTotal(ours, DELAY), sum);
    const tree = buildCallTree(ours, DELAY);
    assert.deepEqual([tree.total, tree.cum[0]], [sum, sum]);
    await compareTop({ path: pathOf(kind), cwd: made.folder }, '-sample_index=delay', '-unit=ns');
  });
}

for (const [kind, name, least] of [
  ['network', 'main.readFromNetwork', 30e6], ['sync', 'main.receive', 40e6], ['sync', 'main.lock', 50e6],
] as const) {
  test(`the ${kind} profile has the wait of ${name}`, async () => {
    const traces = await readTraces({ path: pathOf(kind), cwd: made.folder }, 'delay', 'nanoseconds');
    const own = traces.filter(({ frames }) => frames.some((frame) => frame.function === name));
    const waited = own.reduce((sum, { value }) => sum + value, 0);
    // The other goroutine may have begun to sleep before this one waited.
    assert.ok(waited >= least / 2 && waited < 100 * least, `${waited} ns`);
  });
}

test('a trace that was cut off early or is only a header gets one sentence', async () => {
  const bytes = await readFile(trace);
  for (const size of [16, 100, 1000]) {
    await assert.rejects(take(bytes.subarray(0, size)), { failure: 'badTrace', message: /^x\.trace has no part of a trace/ });
  }
  const cut = join(made.folder, 'cut.trace');
  await writeFile(cut, Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(50_000, 0xff)]));
  await assert.rejects(take(cut), { failure: 'badTrace', message: /^(?:x\.trace has no|go tool trace cannot read x\.trace: )/ });
  await truncate(cut, 0);
  await assert.rejects(take(cut), { message: 'x.trace is not an execution trace of Go.' });
});

test('a trace of a Go that is not installed says which one it needs', async () => {
  const bytes = await readFile(trace);
  bytes.write('go 1.99', 'latin1');
  await assert.rejects(take(bytes), { failure: 'badTrace', message: /^x\.trace needs go tool trace of Go 1\.99 or newer, and this is Go 1\.\S+: install Go 1\.99/ });
});

test('go tool trace serves the trace until it is ended', async () => {
  const ending = new AbortController();
  const header = (await readTraceHeader(trace))!;
  const { address, ended } = await startTraceViewer({ ...header, file: trace, name: 'x.trace' }, { go: environment(), signal: ending.signal });
  // It listens before it says so, and serves after it has tried to open a browser.
  const page = await fetch(address);
  assert.match(await page.text(), /View trace/i);
  ending.abort();
  await ended;
  await assert.rejects(fetch(address));
});
