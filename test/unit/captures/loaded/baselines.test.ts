import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Memento } from 'vscode';
import { EngineError } from '../../../../src/engine/workerMessages';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import type { ComparisonOptions } from '../../../../src/captures/comparison';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakeMemento } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => {
  vscode.user = {};
  vscode.messages.length = vscode.picks.length = vscode.executed.length = 0;
});

let nextId = 1;

function profileOf(label: string, types: string): LoadedProfile {
  return { summary: summaryOf(nextId++, types), label, iterations: [100] };
}

/** A capture of a benchmark. Without `profiles`, it has a CPU profile. */
function capture(id: string, name: string, ...profiles: readonly LoadedProfile[]): Capture {
  const captureProfiles = profiles.length > 0 ? profiles : [profileOf('cpu', 'samples/count,cpu/nanoseconds')];
  const target = { file: '/w/a_test.go', name };
  const rest = { capturedAt: 0, results: [], loop: 'b.Loop', sources: new Map<string, string>() } as const;
  return { id, title: name, target, profiles: captureProfiles, ...rest };
}

/** A session, and baselines that can be set to `captures`. */
async function scene(captures: readonly Capture[], memento = new FakeMemento()) {
  const { Baselines } = await import('../../../../src/captures/loaded/baselines');
  const { RememberedSession } = await import('../../../../src/captures/loaded/rememberedSession');
  const { Session } = await import('../../../../src/captures/session');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const remembered = new RememberedSession(memento as unknown as Memento);
  const unloaded: string[] = [];
  const loadedCaptures = {
    captureOf: async (id: string) => captures.find((capture) => capture.id === id) ?? Promise.reject(new Error(`no capture ${id}`)),
    unloadUnused: ({ id }: Capture) => unloaded.push(id),
  };
  const sources = { workspaceFilesOf: async () => new Map([['a.go', '/w/a.go']]) };
  const baselines = new Baselines(engine.asEngine(), session, loadedCaptures as never, sources as never, remembered);
  session.onDidChange(() => remembered.keepBaselines(session.baselines));
  return { baselines, engine, session, unloaded, memento };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const texts = () => vscode.messages.map(({ text }) => text);

/** Throws the error of the engine for two profiles with different sample types. */
function refuse(): never {
  throw new EngineError('badRefinement', 'diff_base: the sample types differ', 'diff_base');
}

test('captures of the same benchmark are compared with the baseline, but other captures are not', async () => {
  const [before, now, other] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA'), capture('3', 'BenchmarkB')];
  const { baselines, session } = await scene([before]);
  session.activate(now);
  assert.equal(await baselines.set('1'), before);
  assert.equal(session.active?.baseline?.capture, before);
  const text = (lines: string) => new Map([['/w/a.go', lines]]);
  assert.deepEqual(session.baseline?.movedFiles(text('1\n2'), text('0\n1\n2'))[0]?.file, 'a.go');
  session.activate(other);
  assert.equal(session.active?.baseline, undefined);
  assert.equal(session.baseline?.capture, before);
  assert.deepEqual(texts(), []);
});

test('a comparison for one capture ends when another capture becomes active', async () => {
  const [before, now, later] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA'), capture('3', 'BenchmarkA')];
  const { baselines, session, memento } = await scene([before]);
  session.activate(now);
  await baselines.setForActive('1');
  await baselines.change({ totals: true });
  assert.deepEqual([session.active?.baseline?.capture, session.active?.baseline?.totals], [before, true]);
  const reloaded = await scene([before], memento);
  await reloaded.baselines.restore();
  reloaded.session.activate(now);
  assert.equal(reloaded.session.active?.baseline?.capture, before);
  for (const { session: window } of [{ session }, reloaded]) {
    window.activate(later);
    assert.deepEqual([window.baseline, window.active?.baseline], [undefined, undefined]);
  }
});

test('changes are shown automatically only if operations are known, the capture is active and no baseline was chosen', async () => {
  const base = { id: '1', capturedAt: 0 };
  const measured = (id: string, ...profiles: LoadedProfile[]): Capture => {
    return { ...capture(id, 'BenchmarkA', ...profiles), turns: { base, before: [], wanted: 10, notes: [] } };
  };
  const [before, chosen, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA'), measured('3')];
  const severalCases = measured('4', { ...profileOf('cpu', 'samples/count,cpu/nanoseconds'), iterations: undefined });
  const { baselines, session } = await scene([before, chosen]);
  session.activate(severalCases);
  await baselines.showChanges(severalCases);
  await baselines.showChanges(now);
  assert.equal(session.baseline, undefined);
  session.activate(now);
  await baselines.showChanges(now);
  assert.equal(session.active?.baseline?.capture, before);
  await baselines.set('2');
  await baselines.showChanges(now);
  assert.equal(session.active?.baseline?.capture, chosen);
  assert.deepEqual(texts(), []);
});

test('a baseline that the user chooses while the changes are loaded is kept', async () => {
  const [before, chosen] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const now = { ...capture('3', 'BenchmarkA'), turns: { base: { id: '1', capturedAt: 0 }, before: [], wanted: 10, notes: [] } };
  const { baselines, session } = await scene([before, chosen]);
  session.activate(now);
  const showing = baselines.showChanges(now);
  session.compareWith({ capture: chosen, movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  await showing;
  assert.equal(session.active?.baseline?.capture.id, '2');
});

test('a capture of another benchmark can be the baseline if the user chooses it', async () => {
  const [before, other] = [capture('1', 'BenchmarkA'), capture('3', 'BenchmarkB')];
  const { baselines, session } = await scene([before]);
  session.activate(other);
  await baselines.set('1', { mustApply: true });
  assert.equal(session.active?.baseline?.capture, before);
});

test('neither the active capture, nor a capture without a profile of the same kind, can be the baseline', async () => {
  const memory = capture('2', 'BenchmarkA', profileOf('memory', 'alloc_space/bytes'));
  const now = capture('1', 'BenchmarkA');
  const { baselines, session, unloaded } = await scene([now, memory]);
  session.activate(now);
  await assert.rejects(baselines.set('1', { mustApply: true }), {
    name: 'ComparisonError',
    message: 'BenchmarkA is the baseline itself: choose another capture.',
  });
  await assert.rejects(baselines.set('2', { mustApply: true }), {
    name: 'ComparisonError',
    message: 'BenchmarkA has no profile with samples, cpu: choose one of the same kind.',
  });
  assert.equal(session.baseline, undefined);
  assert.deepEqual(unloaded, ['1', '2']);
});

test('a capture with only a block profile cannot be the baseline of a mutex profile, although both have delays', async () => {
  const [block, mutex] = ['block', 'mutex'].map((kind) => profileOf(kind, 'contentions/count,delay/nanoseconds'));
  const { baselines, session } = await scene([capture('1', 'BenchmarkA', block)]);
  session.activate(capture('2', 'BenchmarkA', mutex));
  const message = 'BenchmarkA has no mutex profile: choose one of the same kind.';
  await assert.rejects(baselines.set('1', { mustApply: true }), { name: 'ComparisonError', message });
});

test('if the engine refuses a comparison, nothing changes', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const { baselines, engine, session, unloaded } = await scene([before]);
  engine.answers.summary = refuse;
  session.activate(now);
  await assert.rejects(baselines.set('1'), {
    name: 'ComparisonError',
    message: 'BenchmarkA cannot be compared with BenchmarkA: the sample types differ.',
  });
  assert.deepEqual([session.baseline, unloaded, engine.derived.size], [undefined, ['1'], 0]);
});

test('the derived profile of a check is released, but that of the shown comparison is not', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const { baselines, engine, session } = await scene([before]);
  session.activate(now);
  await baselines.set('1');
  assert.deepEqual([...engine.derived.keys()], [session.active?.queryId]);
});

test('options change the comparison that is shown', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const { baselines, session } = await scene([before]);
  await baselines.change({ normalize: true });
  assert.equal(session.baseline, undefined);
  session.activate(now);
  await baselines.set('1');
  const options = () => {
    const { mode, normalize, totals } = session.baseline!;
    return { mode, normalize, totals } satisfies ComparisonOptions;
  };
  assert.deepEqual(options(), { mode: 'diff_base', normalize: false, totals: false });
  await baselines.change({ normalize: true });
  await baselines.change({ mode: 'base' });
  assert.deepEqual(options(), { mode: 'base', normalize: true, totals: false });
});

test('a profile that cannot be compared is shown without a comparison, with one message', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const { baselines, engine, session } = await scene([before]);
  await baselines.set('1');
  engine.answers.summary = refuse;
  vscode.user = { button: 'Compare with…' };
  session.activate(now);
  await settled();
  session.switchSampleType(0);
  await settled();
  assert.equal(session.active?.baseline, undefined);
  assert.equal(session.baseline?.capture, before);
  assert.equal(vscode.messages.length, 1);
  assert.match(texts()[0], /^BenchmarkA cannot be compared with BenchmarkA: the sample types differ\. /);
  assert.deepEqual(vscode.executed, [['linecost.compareWith']]);
});

test('a refusal that arrives after another profile is shown causes no message', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const { baselines, engine, session } = await scene([before]);
  await baselines.set('1');
  engine.answers.summary = refuse;
  session.activate(now);
  session.clear();
  await settled();
  assert.deepEqual([texts(), session.baseline?.capture], [[], before]);
});

/** A result of one case of a benchmark. */
function resultOf(subName: string): Capture['results'][number] {
  const name = `BenchmarkA/${subName}`;
  const values = [{ value: 5, unit: 'ns/op' }];
  return { name, baseName: 'BenchmarkA', subName, procs: 1, iterations: 100, values, config: {}, line: 1 };
}

function withoutOperations(id: string): Capture {
  return capture(id, 'BenchmarkA', { ...profileOf('cpu', 'samples/count,cpu/nanoseconds'), iterations: undefined });
}

test('if the numbers of operations are unknown, one message says so', async () => {
  const { baselines, session } = await scene([withoutOperations('1')]);
  session.activate(capture('2', 'BenchmarkA'));
  await baselines.set('1', { mustApply: true });
  await settled();
  session.switchSampleType(0);
  await settled();
  assert.equal(vscode.messages.length, 1);
  assert.equal(session.active?.baseline, undefined);
});

test('if the numbers of operations are unknown, totals can be compared', async () => {
  const before = withoutOperations('1');
  const { baselines, session } = await scene([before]);
  session.activate(capture('2', 'BenchmarkA'));
  vscode.user = { button: 'Compare Totals' };
  await baselines.set('1');
  await settled();
  assert.equal(vscode.messages.length, 1);
  assert.match(texts()[0], /^The operations in the profiles of BenchmarkA were not counted/);
  assert.equal(session.baseline?.totals, true);
  assert.equal(session.active?.baseline?.capture, before);
});

test('if a profile does not fit its run, the reason is given instead of a comparison', async () => {
  const misfit = { text: 'BenchmarkA sets b.N (a_test.go:12).', place: { file: '/w/a_test.go', line: 12 } };
  const { baselines, session } = await scene([{ ...capture('1', 'BenchmarkA'), misfit }]);
  session.activate(capture('2', 'BenchmarkA'));
  await baselines.set('1');
  await settled();
  assert.deepEqual(texts(), [`${misfit.text} So lines of BenchmarkA are not compared.`]);
  assert.equal(session.active?.baseline, undefined);
});

test('if a profile has several cases, one case can be profiled alone', async () => {
  const results = ['small', 'large'].map(resultOf);
  const [before, now] = ['1', '2'].map((id): Capture => ({ ...withoutOperations(id), results }));
  const { baselines, session } = await scene([before]);
  session.activate(now);
  vscode.user = { button: 'Profile One Case…', pick: 'large' };
  await baselines.set('1');
  await settled();
  assert.match(texts()[0], /^BenchmarkA ran 2 cases in one profile/);
  assert.deepEqual(vscode.picks, [['small', 'large']]);
  const [[command, uri, name]] = vscode.executed;
  assert.deepEqual([command, String(uri), name], ['linecost.profileBenchmark', 'file:///w/a_test.go', 'BenchmarkA/large']);
});

test('a window reload restores the baseline with its options', async () => {
  const [before, now] = [capture('1', 'BenchmarkA'), capture('2', 'BenchmarkA')];
  const first = await scene([before]);
  first.session.activate(now);
  await first.baselines.set('1');
  await first.baselines.change({ normalize: true });
  const second = await scene([before], first.memento);
  await second.baselines.restore();
  assert.deepEqual([second.session.baseline?.capture, second.session.baseline?.normalize], [before, true]);
});

test('a baseline that cannot be read after a reload is forgotten, with a message', async () => {
  const before = capture('1', 'BenchmarkA');
  const first = await scene([before]);
  await first.baselines.set('1');
  const second = await scene([], first.memento);
  await Promise.all([second.baselines.restore(), second.baselines.restore()]);
  assert.equal(second.session.baseline, undefined);
  assert.equal(vscode.messages.length, 1);
  assert.match(texts()[0], /^The baseline can no longer be read/);
  await (await scene([], first.memento)).baselines.restore();
  assert.equal(vscode.messages.length, 1);
});
