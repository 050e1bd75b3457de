import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { GroupRow } from '../../src/goroutines/answers';
import { dumpProfile } from '../../src/goroutines/dumpProfile';
import { DumpViews } from '../../src/goroutines/dumpViews';
import { compareDumps } from '../../src/goroutines/compareDumps';
import { readDumps, readTexts } from '../../src/goroutines/readText';
import { fetchGoroutines, type ServiceGoroutines } from '../../src/live/goroutinesRequest';
import { finish } from '../../src/profile/common/guard';
import type { Profile } from '../../src/profile/model';
import { decodeProfile } from '../../src/profile/wire/decode';
import { PROGRAMS, temporaryFolder } from './goPrograms';
import { mustRun } from './oracle';

/** The program ends in each way by itself; a damaged one must not stay. */
const LIMIT_MS = 60_000;

let folder: string;
let remove: () => Promise<void>;
let program: string;
const running: ChildProcess[] = [];

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  program = join(folder, process.platform === 'win32' ? 'goroutines.exe' : 'goroutines');
  // With cgo, Go does not look for deadlocks.
  await mustRun('go', ['build', '-o', program, './goroutines'], { cwd: PROGRAMS, env: { ...process.env, CGO_ENABLED: '0' } });
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await remove();
});

/** Starts the program. `ended` resolves to what it printed as errors. */
function start(mode: string, env: NodeJS.ProcessEnv = {}, file = program) {
  const child = spawn(file, [mode], { env: { ...process.env, ...env }, timeout: LIMIT_MS, killSignal: 'SIGKILL' });
  running.push(child);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return { child, ended: new Promise<string>((resolve) => child.once('close', () => resolve(text))) };
}

/** Starts the program that waits. @returns the address of its net/http/pprof */
async function startWaiting(env?: NodeJS.ProcessEnv) {
  const { child, ended } = start('wait', env);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('close', () => reject(new Error('the program ended')));
  });
  return { child, ended, address };
}

function viewsOf(text: string): DumpViews {
  return new DumpViews(finish(readDumps(new TextEncoder().encode(text))));
}

function groupsIn(views: DumpViews): readonly GroupRow[] {
  return views.groups({ text: '', hidesIdle: false, from: 0, limit: 1000 }).groups;
}

/** The frame that names a group: `main.sendTo`. */
const named = ({ frames, nameFrame }: GroupRow) => frames[nameFrame]?.function;

async function crashed(mode: string, env?: NodeJS.ProcessEnv) {
  const views = viewsOf(await start(mode, env).ended);
  const groups = groupsIn(views);
  assert.equal(views.summary().dumpCount, 1);
  return { message: views.summary().dumps[0].message, first: groups[0], groups };
}

/** The goroutines by function of the program, of these functions. */
const WAITING: Readonly<Record<string, number>> = {
  'main.receiveFrom': 300, 'main.sendTo': 250, 'main.lock': 150, 'main.sleep': 200, 'main.choose': 100, 'main.lockToThread': 1,
};
const STATES: Readonly<Record<string, string>> = {
  'main.receiveFrom': 'chan receive', 'main.sendTo': 'chan send', 'main.lock': 'sync.Mutex.Lock', 'main.sleep': 'sleep',
  'main.choose': 'select', 'main.lockToThread': 'select (no cases)',
};

function assertWaiting(groups: readonly GroupRow[], hasStates = true): void {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const name = named(group) ?? '';
    if (!(name in WAITING)) continue;
    counts.set(name, (counts.get(name) ?? 0) + group.count);
    assert.equal(group.state, hasStates ? STATES[name] : '');
  }
  assert.deepEqual(Object.fromEntries(counts), { ...WAITING });
}

function labelsIn(groups: readonly GroupRow[]) {
  return groups.flatMap((group) => group.labels.map(({ text, count }) => `${named(group)} ${count} ${text}`));
}

const LABELED = ['main.receiveFrom 100 req="a b", user="q\\"x"'];

/** What a profile counts on each line of the program: `main.go:122` → 300. */
function lineCounts(profile: Profile): Record<string, number> {
  const { sampleCount, stacks, locations, lines, functions, strings, values } = profile;
  const counts: Record<string, number> = {};
  for (let sample = 0; sample < sampleCount; sample++) {
    const seen = new Set<string>();
    for (let at = stacks.offsets[sample]; at < stacks.offsets[sample + 1]; at++) {
      const location = stacks.locations[at];
      for (let line = locations.lineOffsets[location]; line < locations.lineOffsets[location + 1]; line++) {
        const fn = lines.function[line];
        const name = strings.get(functions.name[fn]);
        if (name.startsWith('main.')) seen.add(`${strings.get(functions.filename[fn])}:${lines.line[line]} ${name}`);
      }
    }
    for (const key of seen) counts[key] = (counts[key] ?? 0) + values[0][sample];
  }
  return counts;
}

test('a panic in a goroutine has the lines of its message, and the goroutine with the line that started it', async () => {
  const { message, first } = await crashed('panic');
  assert.equal(message, 'panic: boom at 7\n\tsecond line');
  assert.equal(named(first), 'main.panicInGoroutine.func1');
  assert.equal(first.createdBy?.function, 'main.panicInGoroutine');
  assert.equal(first.isCrash, true);
});

test('a panic of a deferred function has both messages', async () => {
  const { message, first } = await crashed('repanic');
  assert.match(message, /^panic: first \[recovered\]\n\tpanic: again: first/);
  assert.deepEqual(first.frames.map(({ function: name }) => name), ['main.panicAgain.func1', 'panic', 'main.panicAgain', 'main.main']);
});

test('a nil pointer has the signal in its message', async () => {
  const { message, first } = await crashed('nil');
  assert.match(message, /^panic: runtime error: invalid memory address.*\n\[signal SIG/);
  assert.equal(named(first), 'main.main');
});

test('a deadlock has all goroutines', async () => {
  const { message, groups } = await crashed('deadlock');
  assert.equal(message, 'fatal error: all goroutines are asleep - deadlock!');
  assert.deepEqual(groups.map((group) => `${group.count} ${group.state} ${named(group)}`), [
    '1 sync.Mutex.Lock main.deadlock', '3 sync.Mutex.Lock main.blockOn',
  ]);
});

test('concurrent map writes lead to the line that writes', async () => {
  const { message, first } = await crashed('map');
  assert.equal(message, 'fatal error: concurrent map writes');
  assert.equal(named(first), 'main.writeMap.func1');
});

test('a stack overflow has the frames that Go prints, and how many it left out', async () => {
  const { message, first } = await crashed('overflow');
  assert.equal(message, 'fatal error: stack overflow');
  assert.equal(named(first), 'main.deeper');
  assert.equal(first.frames.filter(({ function: name }) => /^\.\.\.\d+ frames elided\.\.\.$/.test(name)).length, 1);
});

test('a race report of -race has both accesses, and where the goroutine was created', async (t) => {
  const raced = join(folder, 'raced');
  const env = { ...process.env, CGO_ENABLED: '1' };
  const built = await mustRun('go', ['build', '-race', '-o', raced, './goroutines'], { cwd: PROGRAMS, env }).catch(() => undefined);
  if (built === undefined) return t.skip('this machine has no C compiler');
  const groups = groupsIn(viewsOf(await start('race', {}, raced).ended));
  const accesses = groups.map(({ state, frames }) => `${state.replace('previous ', '')} ${frames[0].function}`);
  assert.equal(accesses.at(-1), 'created at main.race');
  assert.ok(accesses.some((access) => access.endsWith('main.race.func1')) && accesses.length === 3, accesses.join());
});

test('the same crash with the addresses of GOTRACEBACK=system has the same lines, and the goroutines of the runtime', async () => {
  const { first, groups } = await crashed('panic', { GOTRACEBACK: 'system' });
  assert.equal(named(first), 'main.panicInGoroutine.func1');
  assert.ok(groups.filter(({ isIdle }) => isIdle).length >= 4);
  assert.deepEqual(groups.filter(({ isIdle }) => !isIdle).map(named), ['main.panicInGoroutine.func1', 'main.panicInGoroutine']);
});

test('a service at rest has the same counts in debug=1, in debug=2 and in its profile, to the digit', async () => {
  const { child, address } = await startWaiting();
  const get = async (query: string) => Buffer.from(await (await fetch(`http://${address}/debug/pprof/goroutine${query}`)).arrayBuffer());
  const [counted, stacks, wire] = [await get('?debug=1'), await get('?debug=2'), await get('')];
  child.kill('SIGKILL');
  const [ofCounts, ofStacks] = [viewsOf(counted.toString()), viewsOf(stacks.toString())];
  const total = Number(/total (\d+)/.exec(counted.toString())![1]);
  assert.equal(ofCounts.summary().dumps[0].goroutines, total);
  assert.equal(ofCounts.summary().dumps[0].stated, undefined);
  assert.equal(ofStacks.summary().dumps[0].goroutines, stacks.toString().match(/^goroutine \d+ \[/gm)!.length);
  assertWaiting(groupsIn(ofCounts), false);
  assertWaiting(groupsIn(ofStacks));
  assert.deepEqual(labelsIn(groupsIn(ofCounts)), LABELED);
  assert.equal(groupsIn(ofStacks).reduce((sum, { locked }) => sum + locked, 0), 1);
  const expected = lineCounts(decodeProfile(gunzipSync(wire)));
  for (const { dumps } of [ofCounts, ofStacks]) {
    assert.deepEqual(lineCounts(decodeProfile(dumpProfile(dumps, undefined))), expected);
  }
});

/** Fetches the goroutines when they are at rest: counts before and after agree. */
async function fetchAtRest(address: string): Promise<ServiceGoroutines> {
  const options = { index: new URL(`http://${address}/debug/pprof/`), signal: new AbortController().signal };
  for (let i = 0; i < 100; i++) {
    const fetched = await fetchGoroutines(options);
    const again = await fetchGoroutines({ ...options, hasRoom: () => false });
    const { goroutines } = viewsOf(new TextDecoder().decode(fetched.text)).summary().all;
    if (fetched.total === again.total && goroutines === again.total) return fetched;
  }
  throw new Error('the service does not come to rest');
}

/** What became of the goroutines of a function of the program: `12→17 came 5 left 0`. */
function changesOf(views: DumpViews, name: string): string[] {
  return groupsIn(views).filter((group) => named(group) === name).map(({ count, change }) => {
    const { before, moves } = change!;
    return `${before}→${count}${moves ? ` came ${moves.came} left ${moves.left} same ${moves.same}` : ''}`;
  });
}

test('of a service, what leaks, comes and goes is told to the digit of debug=1 and the profile, in one process only', async () => {
  const { child, address } = await startWaiting();
  const call = async (path: string) => void (await (await fetch(`http://${address}${path}`)).arrayBuffer());
  await call('/leak?n=4');
  await call('/start?n=20');
  const first = await fetchAtRest(address);
  await call('/end?n=15');
  await call('/leak?n=5');
  await call('/start?n=2');
  const second = await fetchAtRest(address);
  const wire = decodeProfile(gunzipSync(Buffer.from(await (await fetch(`http://${address}/debug/pprof/goroutine`)).arrayBuffer())));
  child.kill('SIGKILL');
  const compared = (before: ServiceGoroutines, after: ServiceGoroutines): DumpViews => {
    const dumps = finish(readTexts([before, after].map(({ text, takenAt, process: own }, i) => ({
      bytes: text, takenAt, isBefore: i === 0, ...(own !== undefined && { process: own }),
    }))));
    return new DumpViews(dumps, finish(compareDumps(dumps)));
  };
  const views = compared(first, second);
  const { comparison, goroutines } = views.summary().all;
  assert.deepEqual([goroutines, comparison?.before], [second.total, first.total]);
  assert.equal(comparison?.identity, process.platform === 'linux' ? 'process' : 'assumed');
  assert.deepEqual(changesOf(views, 'main.leak'), ['4→9 came 5 left 0 same 4']);
  assert.deepEqual(changesOf(views, 'main.untilEnd'), ['20→7 came 2 left 15 same 5']);
  assert.deepEqual(changesOf(views, 'main.sendTo'), ['250→250 came 0 left 0 same 250']);
  assert.deepEqual(lineCounts(decodeProfile(dumpProfile(views.dumps, undefined))), lineCounts(wire));

  const restarted = await startWaiting();
  const other = await fetchAtRest(restarted.address);
  const counts = await fetchGoroutines({
    index: new URL(`http://${restarted.address}/debug/pprof/`), signal: new AbortController().signal, hasRoom: () => false,
  });
  restarted.child.kill('SIGKILL');
  for (const dump of process.platform === 'linux' ? [other, counts] : [counts]) {
    assert.deepEqual(changesOf(compared(second, dump), 'main.leak'), ['9→0']);
    assert.deepEqual(changesOf(compared(second, dump), 'main.sendTo'), ['250→250']);
  }
});

const skip = process.platform === 'win32' && 'Windows has no SIGQUIT';
test('the answer to SIGQUIT has the goroutines of five states, and labels if Go is told to print them', { skip }, async () => {
  const { child, ended } = await startWaiting({ GODEBUG: 'tracebacklabels=1', GOTRACEBACK: 'all' });
  child.kill('SIGQUIT');
  const views = viewsOf(await ended);
  assert.match(views.summary().dumps[0].message, /^SIGQUIT: quit/);
  assertWaiting(groupsIn(views));
  assert.deepEqual(labelsIn(groupsIn(views)), LABELED);
  assert.equal(groupsIn(views).some(({ isCrash }) => isCrash), false);
});
