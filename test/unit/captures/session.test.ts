import assert from 'node:assert/strict';
import test from 'node:test';
import type { Derivation } from '../../../src/engine/queries';
import { areOfOneKind, type Baseline } from '../../../src/captures/comparison';
import { type Capture, identityOf, type LoadedProfile } from '../../../src/captures/loadedCapture';
import { formOf, Session, shownUnit } from '../../../src/captures/session';
import { movedFiles } from '../../../src/sources/lineMatching/baselineLines';

const bytes = (type: string) => ({ type, unit: 'bytes' });

function profile(id: number, sampleTypes = [bytes('alloc_space'), bytes('inuse_space')]): LoadedProfile {
  const totals = sampleTypes.map(() => 1);
  const counts = { sampleCount: 1, functionCount: 1, timeNanos: 0, period: 0, durationNanos: 0, comments: [] };
  return { summary: { id, sampleTypes, defaultSampleType: sampleTypes.length - 1, totals, ...counts }, label: `p${id}` };
}

function captureOf(...profiles: LoadedProfile[]): Capture {
  return { id: 'r', title: 'BenchmarkX', subject: 'x', capturedAt: 0, profiles, results: [], sources: new Map() };
}

/** A baseline whose files have the same names in its profiles and in the workspace. */
function baselineOf(before: Capture): Baseline {
  const paths = new Map([...before.sources.keys()].map((path) => [path, path]));
  const findMoved: Baseline['movedFiles'] = (from, to) => movedFiles(paths, from, to);
  return { capture: before, movedFiles: findMoved, mode: 'diff_base', normalize: false, totals: false };
}

/** An engine that records its calls; the ids of derived profiles start at 100. */
function fakeEngine() {
  const derived: Derivation[] = [];
  const unloaded: number[] = [];
  const derive = (derivation: Derivation) => 99 + derived.push(derivation);
  return { derived, unloaded, derive, unload: (id: number) => void unloaded.push(id) };
}

test('a capture is activated with its first profile under the default sample type', () => {
  const session = new Session(fakeEngine());
  session.activate(captureOf(profile(1), profile(2)));
  assert.equal(session.active?.profile.summary.id, 1);
  assert.equal(session.active?.sampleType, 1);
});

/** The label of the active profile, and the name of its sample type. */
function labelAndType({ active }: Session): (string | undefined)[] {
  return [active?.profile.label, active?.profile.summary.sampleTypes[active.sampleType].type];
}

test('the kind and sample type that the user chose also apply to the next capture of the same target', () => {
  const session = new Session(fakeEngine());
  const cpu = (id: number) => ({ ...profile(id, [bytes('samples'), bytes('cpu')]), label: 'cpu' });
  const memory = (id: number) => ({ ...profile(id), label: 'memory' });
  session.activate(captureOf(cpu(1), memory(2)));
  assert.deepEqual(labelAndType(session), ['cpu', 'cpu']);
  session.choose(2, 0);
  assert.deepEqual(labelAndType(session), ['memory', 'alloc_space']);
  session.activate({ ...captureOf(cpu(3), memory(4)), id: 'again' });
  assert.deepEqual(labelAndType(session), ['memory', 'alloc_space']);
  session.activate({ ...captureOf(cpu(5)), id: 'first kind only' });
  assert.deepEqual(labelAndType(session), ['cpu', 'cpu']);
});

test('a sample type chosen for one endpoint does not apply to another', () => {
  const session = new Session(fakeEngine());
  session.activate({ ...captureOf(profile(1)), subject: 'http://h/heap' });
  session.choose(1, 1);
  const allocs = { ...profile(2), label: 'p1', summary: { ...profile(2).summary, defaultSampleType: 0 } };
  session.activate({ ...captureOf(allocs), subject: 'http://h/allocs' });
  assert.deepEqual(labelAndType(session), ['p1', 'alloc_space']);
});

test('a difference between two moments opens with what was allocated, not with memory in use', () => {
  const session = new Session(fakeEngine());
  const summary = { ...profile(1).summary, durationNanos: 5e9 };
  session.activate(captureOf({ ...profile(1), summary }));
  assert.deepEqual(labelAndType(session), ['p1', 'alloc_space']);
});

test('all benchmarks and tests share the chosen sample type', () => {
  const session = new Session(fakeEngine());
  const captureFor = (name: string, id: number) => {
    return { ...captureOf(profile(id)), subject: undefined, target: { file: '/x_test.go', name } };
  };
  session.activate(captureFor('BenchmarkX', 1));
  session.choose(1, 0);
  session.activate({ ...captureFor('BenchmarkY', 2), profiles: [{ ...profile(2), label: 'p1' }] });
  assert.deepEqual(labelAndType(session), ['p1', 'alloc_space']);
});

test('a sample type that the profile lacks changes nothing and fires no event', () => {
  const session = new Session(fakeEngine());
  session.activate(captureOf(profile(1)));
  let events = 0;
  session.onDidChange(() => events++);
  session.switchSampleType(7);
  session.switchSampleType(-1);
  assert.equal(events, 0);
  assert.equal(session.active?.sampleType, 1);
});

test('only profiles of the active capture can be switched to', () => {
  const session = new Session(fakeEngine());
  session.activate(captureOf(profile(1), profile(2)));
  session.switchProfile(2);
  session.switchProfile(9);
  assert.equal(session.active?.profile.summary.id, 2);
});

test('disposing a listener does not affect other listeners', () => {
  const session = new Session(fakeEngine());
  const calls: string[] = [];
  const first = session.onDidChange(() => calls.push('first'));
  session.onDidChange(() => calls.push('second'));
  first.dispose();
  session.activate(captureOf(profile(1)));
  session.clear();
  session.clear();
  assert.deepEqual(calls, ['second', 'second']);
});

test('a refinement applies to every profile shown later, until it is cleared', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  session.activate(captureOf(profile(1)));
  assert.equal(session.active?.queryId, 1);
  session.refine({ focus: 'main' });
  assert.equal(session.active?.queryId, 100);
  session.switchSampleType(0);
  assert.equal(session.active?.queryId, 100);
  session.activate(captureOf(profile(2)));
  assert.deepEqual(engine.derived.map(({ profile: id, refinement }) => [id, refinement.focus]), [[1, 'main'], [2, 'main']]);
  session.refine({});
  assert.equal(session.active?.queryId, 2);
  assert.deepEqual(engine.unloaded, [100, 101]);
});

test('granularity alone derives no profile', () => {
  const session = new Session(fakeEngine());
  session.activate(captureOf(profile(1)));
  session.refine({ granularity: 'files', hide: '' });
  assert.equal(session.active?.queryId, 1);
  assert.equal(session.active?.refinement.granularity, 'files');
});

test('a baseline applies to profiles of the same kind, but not to its own capture', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const cpu = (id: number): LoadedProfile => ({ ...profile(id, [bytes('cpu')]), label: 'cpu' });
  const before = captureOf(profile(1), cpu(2));
  const after = { ...captureOf(cpu(3), profile(4, [bytes('other')])), id: 'after' };
  session.activate(before);
  session.compareWith(baselineOf(before));
  const comparedWith = () => session.active?.baseline?.profile.summary.id;
  assert.equal(comparedWith(), undefined);
  session.activate(after);
  assert.equal(comparedWith(), 2);
  const base = { profile: 2, moved: [], mode: 'diff_base', normalize: false, isSameSubject: true };
  assert.deepEqual(engine.derived, [{ profile: 3, shares: true, refinement: {}, base }]);
  session.switchProfile(4);
  assert.deepEqual([comparedWith(), session.active?.queryId], [undefined, 4]);
});

test('a profile of another subject, chosen for a comparison, must share a function with the baseline', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const before = captureOf(profile(1));
  const after = { ...captureOf(profile(2)), id: 'after', subject: 'another' };
  session.activate(after);
  session.compareWith({ ...baselineOf(before), comparedSubject: 'another' });
  assert.equal(session.active?.baseline?.profile.summary.id, 1);
  assert.equal(engine.derived.at(-1)?.base?.isSameSubject, undefined);
});

test('profiles of a service are compared by their shares of the total, or by totals if the user wants', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const baseline = baselineOf(captureOf(profile(1)));
  session.compareWith(baseline);
  session.activate({ ...captureOf(profile(2)), id: 'after' });
  const shown = () => [session.active?.baseline?.shares, formOf(session.active!), shownUnit(session.active!)];
  assert.deepEqual(shown(), ['shown', 'percent', '%']);
  session.compareWith({ ...baseline, totals: true });
  assert.deepEqual(shown(), ['offered', 'total', 'bytes']);
  assert.equal(engine.derived.at(-1)?.shares, undefined);
  session.showFiguresAs('percent');
  assert.deepEqual(shown(), ['offered', 'total', 'bytes']);
});

test('runs of one test do the same work, so their totals are compared', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const ofTest = (id: number) => ({ ...captureOf(profile(id)), id: `${id}`, target: { file: '/a_test.go', name: 'TestA' } });
  session.compareWith(baselineOf(ofTest(1)));
  session.activate(ofTest(2));
  assert.deepEqual([session.active?.baseline?.shares, formOf(session.active!)], [undefined, 'total']);
});

test('means are not compared by shares', () => {
  const session = new Session(fakeEngine());
  session.compareWith(baselineOf(captureOf(profile(1))));
  session.refine({ mean: true });
  session.activate({ ...captureOf(profile(2)), id: 'after' });
  assert.equal(shownUnit(session.active!), 'bytes');
});

test('each benchmark and endpoint keeps its own baseline', () => {
  const session = new Session(fakeEngine());
  const of = (id: number, subject: string): Capture => ({ ...captureOf(profile(id)), id: `${id}`, subject });
  const [cpu, allocs] = [of(1, 'h/profile'), of(2, 'h/allocs')];
  session.compareWith(baselineOf(cpu));
  session.compareWith(baselineOf(allocs));
  const comparedWith = () => session.active?.baseline?.capture;
  session.activate(of(4, 'h/allocs'));
  assert.equal(comparedWith(), allocs);
  session.compareWith(baselineOf(of(5, 'h/allocs')));
  assert.deepEqual(session.baselines.map(({ capture }) => capture.id), ['1', '5']);
  session.compareWith(undefined);
  assert.deepEqual([comparedWith(), session.whyNotCompared], [undefined, 'unrelated']);
  session.activate(of(6, 'h/profile'));
  assert.equal(comparedWith(), cpu);
});

test('a comparison for one capture is shown again when the capture is, and the newest replaces it', () => {
  const session = new Session(fakeEngine());
  const of = (id: number): Capture => ({ ...captureOf(profile(id)), id: `${id}` });
  session.activate(of(2));
  session.compareWith({ ...baselineOf(of(1)), comparedCapture: '2' });
  session.activate(of(9));
  assert.deepEqual([session.baseline, session.active?.baseline], [undefined, undefined]);
  session.activate(of(2));
  assert.equal(session.active?.baseline?.capture.id, '1');
  session.compareWith({ ...baselineOf(of(1)), comparedCapture: '9' });
  assert.equal(session.active?.baseline, undefined);
});

test('mutex profiles are not compared with block profiles, although they have the same sample types', () => {
  const session = new Session(fakeEngine());
  const delays = (id: number, label: string): LoadedProfile => ({ ...profile(id, [bytes('delay')]), label });
  session.compareWith(baselineOf(captureOf(delays(1, 'block'))));
  session.activate({ ...captureOf(delays(2, 'mutex'), delays(3, 'block')), id: 'after' });
  const comparedWith = () => session.active?.baseline?.profile.label;
  assert.equal(comparedWith(), undefined);
  session.switchProfile(3);
  assert.equal(comparedWith(), 'block');
});

test('only profiles with the same sample types in the same order are of one kind', () => {
  const kind = (...types: string[]) => ({ label: 'heap', sampleTypes: types.map(bytes) });
  const heap = kind('alloc_space', 'inuse_space');
  assert.equal(areOfOneKind(heap, { ...kind('alloc_space', 'inuse_space'), label: 'memory' }), true);
  assert.equal(areOfOneKind(heap, kind('inuse_space')), false);
  assert.equal(areOfOneKind(heap, kind('inuse_space', 'alloc_space')), false);
});

test('the lines of a baseline are compared where they are in the shown sources', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const before = { ...captureOf(profile(1)), sources: new Map([['/a.go', 'one\ntwo']]) };
  const after = { ...captureOf(profile(2)), id: 'after', sources: new Map([['/a.go', 'new\none\ntwo']]) };
  session.compareWith(baselineOf(before));
  session.activate(after);
  const moved = [{ file: '/a.go', moves: [{ from: 1, to: 2, count: Infinity }] }];
  assert.deepEqual(engine.derived.map(({ base }) => base?.moved), [moved]);
});

test('sources that are added later are compared, and a profile is derived again only if lines have moved', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const before = { ...captureOf(profile(1)), sources: new Map([['/a.go', 'one\ntwo'], ['/b.go', 'same']]) };
  const after: Capture = { ...captureOf(profile(2)), id: 'after', sources: new Map() };
  session.compareWith(baselineOf(before));
  session.activate(after);
  after.sources.set('/b.go', 'same');
  session.sourcesGrew(after);
  assert.equal(session.active?.queryId, 100);
  after.sources.set('/a.go', 'one\nnew\ntwo');
  session.sourcesGrew(after);
  assert.equal(session.active?.queryId, 101);
  assert.deepEqual(session.active?.baseline?.moved.map(({ file }) => file), ['/a.go']);
});

test('a profile that the baseline excludes is not compared, but others are', () => {
  const session = new Session(fakeEngine());
  const excluded = profile(2);
  session.compareWith({ ...baselineOf(captureOf(profile(1))), incomparable: new Set([excluded]) });
  session.activate({ ...captureOf(excluded, profile(3)), id: 'after' });
  assert.equal(session.active?.queryId, 2);
  session.switchProfile(3);
  assert.equal(session.active?.queryId, 100);
});

const goTestCapture = (id: string, name: string, ...profiles: LoadedProfile[]): Capture => {
  return { ...captureOf(...profiles), id, subject: undefined, target: { file: '/x_test.go', name } };
};
const withIterations = (id: number, iterations: number[]): LoadedProfile => ({ ...profile(id), label: 'memory', iterations });

test('two captures of one benchmark are compared per operation', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  session.compareWith(baselineOf({ ...goTestCapture('before', 'BenchmarkX', withIterations(1, [100, 100])), loop: 'b.N' }));
  session.activate({ ...goTestCapture('now', 'BenchmarkX', withIterations(2, [50])), loop: 'b.Loop' });
  assert.deepEqual(session.active?.baseline?.operations, { now: 50, before: 202 });
  const [{ operations, base } = { operations: 0, base: undefined }] = engine.derived;
  assert.deepEqual([operations, base?.operations], [50, 202]);
  session.switchSampleType(0);
  assert.equal(shownUnit(session.active!), 'bytes/op');
  session.switchSampleType(1);
  assert.equal(shownUnit(session.active!), 'bytes');
});

test('costs per operation are a derived profile, which is refined like the totals and unloaded with them', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  session.showFiguresAs('perOperation');
  session.activate({ ...goTestCapture('a', 'BenchmarkX', withIterations(1, [100, 100])), loop: 'b.N' });
  assert.deepEqual(engine.derived, [{ profile: 1, operations: 202, refinement: {} }]);
  session.switchSampleType(0);
  assert.deepEqual([shownUnit(session.active!), session.active?.queryId], ['bytes/op', 100]);
  session.refine({ focus: 'main' });
  assert.deepEqual(engine.derived.at(-1), { profile: 1, operations: 202, refinement: { focus: 'main' } });
  session.refine({});
  session.showFiguresAs('total');
  assert.deepEqual([shownUnit(session.active!), session.active?.queryId], ['bytes', 1]);
  assert.deepEqual(engine.unloaded, [100, 101, 102]);
});

test('switching to percent keeps the derived profile and fires one event', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  session.refine({ focus: 'main' });
  session.activate(captureOf(profile(1)));
  let events = 0;
  session.onDidChange(() => events++);
  session.showFiguresAs('percent');
  session.showFiguresAs('percent');
  assert.deepEqual([session.active?.queryId, engine.derived.length, events, formOf(session.active!)], [100, 1, 1, 'percent']);
});

test('totals are shown for means, for tests, and for profiles without iteration counts', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  session.showFiguresAs('perOperation');
  session.activate({ ...goTestCapture('a', 'BenchmarkX', profile(1)), loop: 'b.N' });
  session.activate({ ...goTestCapture('b', 'TestX', withIterations(2, [100])), loop: 'b.N' });
  assert.deepEqual([engine.derived, formOf(session.active!)], [[], 'total']);
  session.refine({ mean: true });
  session.activate({ ...goTestCapture('c', 'BenchmarkX', withIterations(3, [100])), loop: 'b.N' });
  assert.equal(formOf(session.active!), 'total');
  assert.deepEqual(engine.derived.map(({ operations }) => operations), [undefined, undefined]);
});

test('benchmarks whose operations are unknown are compared only if the baseline asks for totals', () => {
  const session = new Session(fakeEngine());
  const baseline = baselineOf(goTestCapture('before', 'BenchmarkX', withIterations(1, [100])));
  session.compareWith(baseline);
  session.activate({ ...goTestCapture('now', 'BenchmarkX', withIterations(2, [50])), loop: 'b.Loop' });
  assert.deepEqual([session.active?.baseline, session.whyNotCompared], [undefined, 'operations']);
  session.compareWith({ ...baseline, totals: true });
  assert.deepEqual([session.active?.baseline?.operations, session.whyNotCompared], [undefined, undefined]);
  assert.equal(session.active?.baseline?.profile.summary.id, 1);
});

test('without an active profile, there is no reason why it is not compared', () => {
  const session = new Session(fakeEngine());
  session.compareWith(baselineOf(goTestCapture('before', 'TestX', profile(1))));
  session.activate(goTestCapture('other', 'TestZ', profile(4)));
  session.clear();
  assert.equal(session.whyNotCompared, undefined);
});

test('a profile that the engine cannot compare is told apart from one of another kind', () => {
  const session = new Session(fakeEngine());
  const now = goTestCapture('now', 'TestX', profile(2));
  session.compareWith({ ...baselineOf(goTestCapture('before', 'TestX', profile(1))), incomparable: new Set(now.profiles) });
  session.activate(now);
  assert.deepEqual([session.active?.baseline, session.whyNotCompared], [undefined, 'refused']);
});

test('a comparison with the program that ran in turns with the active one has what these runs showed', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const before = { ...goTestCapture('before', 'BenchmarkX', withIterations(1, [100])), loop: 'b.Loop' as const };
  const changes = [{ type: 'cpu', isIncrease: false, evidence: '10+10 runs in turns, p < 0.001' }];
  const turns = { base: { id: 'before', capturedAt: 0 }, before: [], wanted: 10, notes: [], changes, timeVaries: 0.05 };
  const now = { ...before, id: 'now', profiles: [withIterations(2, [50])], turns };
  session.compareWith(baselineOf(before));
  session.activate(now);
  session.compareWith({ ...baselineOf(before), totals: true });
  session.compareWith(baselineOf({ ...before, id: 'other' }));
  const compared = { function: 'BenchmarkX', changes, timeVaries: 0.05 };
  assert.deepEqual(engine.derived.map(({ base }) => base?.turns), [compared, undefined, undefined]);
});

test('means are not compared per operation', () => {
  const engine = fakeEngine();
  const session = new Session(engine);
  const before = { ...goTestCapture('before', 'BenchmarkX', withIterations(1, [100])), loop: 'b.Loop' as const };
  session.compareWith(baselineOf(before));
  session.refine({ mean: true });
  session.activate({ ...before, id: 'now', profiles: [withIterations(2, [50])] });
  const derived = engine.derived.map(({ operations, base }) => [operations, base?.operations]);
  assert.deepEqual(derived, [[undefined, undefined]]);
});

test('a baseline applies to its own benchmark or test, and to one that the user compared with it', () => {
  const session = new Session(fakeEngine());
  const testX = goTestCapture('before', 'TestX', profile(1));
  const testY = goTestCapture('now', 'TestY', { ...profile(2), label: 'p1' });
  session.compareWith(baselineOf(testX));
  session.activate(testY);
  assert.deepEqual([session.active?.baseline, session.whyNotCompared], [undefined, 'unrelated']);
  session.compareWith({ ...baselineOf(testX), comparedSubject: identityOf(testY) });
  assert.equal(session.active?.baseline?.profile.summary.id, 1);
  session.activate({ ...testY, id: 'later', profiles: [{ ...profile(3), label: 'p1' }] });
  assert.equal(session.active?.baseline?.profile.summary.id, 1);
  session.activate(goTestCapture('other', 'TestZ', profile(4)));
  assert.equal(session.whyNotCompared, 'unrelated');
});

test('choosing a sample type of another profile in the capture fires one event', () => {
  const session = new Session(fakeEngine());
  session.activate(captureOf(profile(1), profile(2)));
  const calls: string[] = [];
  session.onDidChange(() => calls.push(`${session.active?.profile.summary.id}:${session.active?.sampleType}`));
  session.choose(2, 0);
  session.choose(2, 1);
  session.choose(2, 7);
  session.choose(9, 0);
  assert.deepEqual(calls, ['2:0', '2:1']);
});

test('the choice between two sample types with the same name is remembered', () => {
  const session = new Session(fakeEngine());
  const withTwoCpuTypes = (id: number): LoadedProfile => {
    const original = profile(id);
    const sampleTypes = [{ type: 'cpu', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
    return { ...original, summary: { ...original.summary, sampleTypes, defaultSampleType: 0 } };
  };
  const capture = captureOf(withTwoCpuTypes(1));
  session.activate(capture);
  session.choose(1, 1);
  session.clear();
  session.activate(capture);
  assert.equal(session.active?.sampleType, 1);
});
