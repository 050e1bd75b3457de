import assert from 'node:assert/strict';
import test from 'node:test';
import type { Derivation } from '../../src/engine/queries';
import { areOfOneKind, type Baseline, type LoadedProfile, type Run, Session } from '../../src/session';

const bytes = (type: string) => ({ type, unit: 'bytes' });

function profile(id: number, sampleTypes = [bytes('alloc_space'), bytes('inuse_space')]): LoadedProfile {
  const totals = sampleTypes.map(() => 1);
  const counts = { sampleCount: 1, functionCount: 1, timeNanos: 0, durationNanos: 0, comments: [] };
  return { summary: { id, sampleTypes, defaultSampleType: sampleTypes.length - 1, totals, ...counts }, label: `p${id}` };
}

function run(...profiles: LoadedProfile[]): Run {
  return { id: 'r', title: 'BenchmarkX', capturedAt: 0, profiles, results: [], sources: new Map() };
}

/** Where all of a run's sources stood where the profile says. */
function baselineOf(of: Run): Baseline {
  const paths = new Map([...of.sources.keys()].map((path) => [path, path]));
  return { run: of, paths, mode: 'diff_base', normalize: false };
}

/** Derived profiles are numbered from 100 on. */
function deriver() {
  const derived: Derivation[] = [];
  const forgotten: number[] = [];
  const derive = (of: Derivation) => 99 + derived.push(of);
  return { derived, forgotten, derive, forget: (id: number) => void forgotten.push(id) };
}

test('a run is activated with its first profile under the default sample type', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1), profile(2)));
  assert.equal(session.active?.profile.summary.id, 1);
  assert.equal(session.active?.sampleType, 1);
});

test('the next run keeps the sample type that the user chose, where it has one of that name', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1)));
  session.switchSampleType(0);
  session.activate(run(profile(2, [bytes('inuse_space'), bytes('alloc_space'), bytes('other')])));
  assert.equal(session.active?.sampleType, 1);
});

test('a sample type that the profile lacks changes nothing and tells nobody', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1)));
  let told = 0;
  session.onDidChange(() => told++);
  session.switchSampleType(7);
  session.switchSampleType(-1);
  assert.equal(told, 0);
  assert.equal(session.active?.sampleType, 1);
});

test('only profiles of the active run can be switched to', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1), profile(2)));
  session.switchProfile(2);
  session.switchProfile(9);
  assert.equal(session.active?.profile.summary.id, 2);
});

test('a disposed listener is not called any more, the others are', () => {
  const session = new Session(deriver());
  const heard: string[] = [];
  const first = session.onDidChange(() => heard.push('first'));
  session.onDidChange(() => heard.push('second'));
  first.dispose();
  session.activate(run(profile(1)));
  session.clear();
  session.clear();
  assert.deepEqual(heard, ['second', 'second']);
});

test('a refinement shows another profile, of every profile that follows, until it is taken away', () => {
  const engine = deriver();
  const session = new Session(engine);
  session.activate(run(profile(1)));
  assert.equal(session.active?.shown, 1);
  session.refine({ focus: 'main' });
  assert.equal(session.active?.shown, 100);
  session.switchSampleType(0);
  assert.equal(session.active?.shown, 100);
  session.activate(run(profile(2)));
  assert.deepEqual(engine.derived.map(({ profile: id, refinement }) => [id, refinement.focus]), [[1, 'main'], [2, 'main']]);
  session.refine({});
  assert.equal(session.active?.shown, 2);
  assert.deepEqual(engine.forgotten, [100, 101]);
});

test('how frames are put together makes no other profile', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1)));
  session.refine({ granularity: 'files', hide: '' });
  assert.equal(session.active?.shown, 1);
  assert.equal(session.active?.refinement.granularity, 'files');
});

test('a baseline applies to the profile of the same kind, and to no profile of its own run', () => {
  const engine = deriver();
  const session = new Session(engine);
  const cpu = (id: number): LoadedProfile => ({ ...profile(id, [bytes('cpu')]), label: 'cpu' });
  const before = run(profile(1), cpu(2));
  const after = { ...run(cpu(3), profile(4, [bytes('other')])), id: 'after' };
  session.activate(before);
  session.compareWith(baselineOf(before));
  const comparedWith = () => session.active?.baseline?.profile.summary.id;
  assert.equal(comparedWith(), undefined);
  session.activate(after);
  assert.equal(comparedWith(), 2);
  const base = { profile: 2, moved: [], mode: 'diff_base', normalize: false };
  assert.deepEqual(engine.derived, [{ profile: 3, refinement: {}, base }]);
  session.switchProfile(4);
  assert.deepEqual([comparedWith(), session.active?.shown], [undefined, 4]);
});

test('waits for locks are not compared with waits of all sorts, though they have the same types', () => {
  const session = new Session(deriver());
  const waits = (id: number, label: string): LoadedProfile => ({ ...profile(id, [bytes('delay')]), label });
  session.compareWith(baselineOf(run(waits(1, 'block'))));
  session.activate({ ...run(waits(2, 'mutex'), waits(3, 'block')), id: 'after' });
  const comparedWith = () => session.active?.baseline?.profile.label;
  assert.equal(comparedWith(), undefined);
  session.switchProfile(3);
  assert.equal(comparedWith(), 'block');
});

test('only profiles with all sample types in common, in one order, are of one kind', () => {
  const kind = (...types: string[]) => ({ label: 'heap', sampleTypes: types.map(bytes) });
  const heap = kind('alloc_space', 'inuse_space');
  assert.equal(areOfOneKind(heap, { ...kind('alloc_space', 'inuse_space'), label: 'memory' }), true);
  assert.equal(areOfOneKind(heap, kind('inuse_space')), false);
  assert.equal(areOfOneKind(heap, kind('inuse_space', 'alloc_space')), false);
});

test('the lines of a baseline are compared where they stand in the sources that are shown', () => {
  const engine = deriver();
  const session = new Session(engine);
  const before = { ...run(profile(1)), sources: new Map([['/a.go', 'one\ntwo']]) };
  const after = { ...run(profile(2)), id: 'after', sources: new Map([['/a.go', 'new\none\ntwo']]) };
  session.compareWith(baselineOf(before));
  session.activate(after);
  const moved = [{ file: '/a.go', moves: [{ from: 1, to: 2, count: Infinity }] }];
  assert.deepEqual(engine.derived.map(({ base }) => base?.moved), [moved]);
});

test('sources that become known later are compared as well, and shown only where that changes anything', () => {
  const engine = deriver();
  const session = new Session(engine);
  const before = { ...run(profile(1)), sources: new Map([['/a.go', 'one\ntwo'], ['/b.go', 'same']]) };
  const after: Run = { ...run(profile(2)), id: 'after', sources: new Map() };
  session.compareWith(baselineOf(before));
  session.activate(after);
  after.sources.set('/b.go', 'same');
  session.sourcesGrew(after);
  assert.equal(session.active?.shown, 100);
  after.sources.set('/a.go', 'one\nnew\ntwo');
  session.sourcesGrew(after);
  assert.equal(session.active?.shown, 101);
  assert.deepEqual(session.active?.baseline?.moved.map(({ file }) => file), ['/a.go']);
});

test('a profile that is an exception to the baseline is shown as it is, the others are compared', () => {
  const session = new Session(deriver());
  const stranger = profile(2);
  session.compareWith({ ...baselineOf(run(profile(1))), except: new Set([stranger]) });
  session.activate({ ...run(stranger, profile(3)), id: 'after' });
  assert.equal(session.active?.shown, 2);
  session.switchProfile(3);
  assert.equal(session.active?.shown, 100);
});

test('a sample type of another profile of the run is chosen in one step, told once', () => {
  const session = new Session(deriver());
  session.activate(run(profile(1), profile(2)));
  const heard: string[] = [];
  session.onDidChange(() => heard.push(`${session.active?.profile.summary.id}:${session.active?.sampleType}`));
  session.choose(2, 0);
  session.choose(2, 1);
  session.choose(2, 7);
  session.choose(9, 0);
  assert.deepEqual(heard, ['2:0', '2:1']);
});
