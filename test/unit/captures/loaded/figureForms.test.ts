import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Baseline } from '../../../../src/captures/comparison';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import type { BenchmarkResult } from '../../../../src/bench/parseOutput';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);
const FIGURES = 'linecost.figures';

beforeEach(() => {
  vscode.configure(FIGURES, undefined);
  delete vscode.workspaceSettings[FIGURES];
  vscode.user = {};
  vscode.picks.length = vscode.executed.length = 0;
});

const TYPES = 'alloc_objects/count,alloc_space/bytes,inuse_space/bytes,alloc_time/nanoseconds';

function profileOf(id: number, iterations?: readonly number[]): LoadedProfile {
  return { summary: { ...summaryOf(id, TYPES), defaultSampleType: 1 }, label: 'memory', iterations };
}

const result = (subName: string) => ({ subName, procs: 8, values: [] as const }) as unknown as BenchmarkResult;

function captureOf(name: string, profile: LoadedProfile, ...cases: readonly string[]): Capture {
  const results = cases.map(result);
  const rest = { capturedAt: 0, results, loop: 'b.Loop', sources: new Map<string, string>() } as const;
  return { id: name, title: name, target: { file: '/w/a_test.go', name }, profiles: [profile], ...rest };
}

const captureWithOperations = () => captureOf('BenchmarkA', profileOf(1, [100]), '');

async function scene() {
  const { FigureForms } = await import('../../../../src/captures/loaded/figureForms');
  const { whyNotPerOperation } = await import('../../../../src/captures/loaded/whyNotPerOperation');
  const { Session, formOf } = await import('../../../../src/captures/session');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const forms = new FigureForms(session);
  const shownForm = () => session.active && formOf(session.active);
  const why = () => session.active && whyNotPerOperation(session.active);
  return { engine, session, forms, shownForm, why };
}

test('next() steps from totals to percent to costs per operation, and stores the form in the setting', async () => {
  const { session, forms, shownForm } = await scene();
  session.activate(captureWithOperations());
  const shownAndStored: unknown[] = [];
  for (let press = 0; press < 3; press++) {
    await forms.next();
    shownAndStored.push([shownForm(), (await scene()).session.figureForm]);
  }
  assert.deepEqual(shownAndStored, [['percent', 'percent'], ['perOperation', 'perOperation'], ['total', 'total']]);
  assert.deepEqual(vscode.workspaceSettings, {});
});

test('next() says why it leaves costs per operation out', async (t) => {
  const { session, forms, shownForm } = await scene();
  const said: string[] = [];
  const { window } = vscode.module as { window: { setStatusBarMessage: unknown } };
  const original = window.setStatusBarMessage;
  t.after(() => (window.setStatusBarMessage = original));
  window.setStatusBarMessage = (text: string) => said.push(text);
  session.activate(captureOf('BenchmarkA', profileOf(1), 'x', 'y'));
  await forms.next();
  assert.deepEqual([shownForm(), said], ['percent', []]);
  await forms.next();
  assert.deepEqual([shownForm(), said], ['total', ['2 cases share this profile: profile one alone for costs per operation.']]);
});

test('next() switches a comparison of services between shares and totals, which more work makes larger', async (t) => {
  const { session, forms, shownForm } = await scene();
  const said: string[] = [];
  const { window } = vscode.module as { window: { setStatusBarMessage: unknown } };
  const original = window.setStatusBarMessage;
  t.after(() => (window.setStatusBarMessage = original));
  window.setStatusBarMessage = (text: string) => said.push(text);
  const fetched = (id: number): Capture => {
    return { ...captureOf(`${id}`, profileOf(id)), subject: 'http://h/allocs', target: undefined };
  };
  session.compareWith({ capture: fetched(1), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  session.activate(fetched(2));
  assert.equal(shownForm(), 'percent');
  await forms.next();
  assert.deepEqual([shownForm(), said], ['total', ['Totals: more work done shows as growth.']]);
  await forms.next();
  assert.deepEqual([shownForm(), said.length], ['percent', 1]);
  assert.equal(session.figureForm, 'total', 'the setting for other profiles stays');
});

test('services under load are compared per request; of totals, next() goes back to that', async () => {
  const { engine, session, forms, shownForm } = await scene();
  const fetched = (id: number, count: number): Capture => {
    const profile = { ...profileOf(id), requests: { count, perSecond: count, seconds: 1 } };
    return { ...captureOf(`${id}`, profile), subject: 'http://h/allocs', target: undefined };
  };
  const baseline: Baseline = { capture: fetched(1, 500), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: true };
  session.compareWith(baseline);
  session.activate(fetched(2, 1000));
  assert.equal(shownForm(), 'total');
  await forms.next();
  assert.equal(shownForm(), 'perOperation');
  const { base, ...now } = [...engine.derived.values()].at(-1)!;
  assert.deepEqual([now.operations, now.per, base?.operations, base?.per], [1000, '/req', 500, '/req']);
  session.activate({ ...fetched(3, 1000), profiles: [profileOf(3)] });
  assert.equal(shownForm(), 'percent', 'shares, if the requests of one side are not known');
});

test('if the setting is set in the workspace, it is changed there', async () => {
  vscode.workspaceSettings[FIGURES] = 'total';
  const { session, forms } = await scene();
  session.activate(captureWithOperations());
  await forms.next();
  assert.equal(vscode.workspaceSettings[FIGURES], 'percent');
});

test('the setting applies as soon as it changes, and an unknown value means totals', async () => {
  const { session, shownForm, forms } = await scene();
  session.activate(captureWithOperations());
  vscode.configure(FIGURES, 'perOperation');
  assert.equal(shownForm(), 'perOperation');
  vscode.configure(FIGURES, 'perMinute');
  assert.equal(shownForm(), 'total');
  forms.dispose();
  vscode.configure(FIGURES, 'percent');
  assert.equal(shownForm(), 'total');
});

test('a profile of several cases shows totals, says why, and offers to profile one case', async () => {
  vscode.configure(FIGURES, 'perOperation');
  const { session, shownForm, why, forms } = await scene();
  session.activate(captureOf('BenchmarkA', profileOf(1), '/few', '/many'));
  assert.equal(shownForm(), 'total');
  assert.match(why()!.text, /^2 cases share this profile: profile one alone/);
  assert.equal(why()!.fix?.title, 'Profile One Case…');
  await forms.next();
  assert.equal(shownForm(), 'percent');
  await forms.next();
  assert.equal(shownForm(), 'total');
});

test('whyNotPerOperation gives the reason why a profile has no costs per operation', async () => {
  const { session, why } = await scene();
  session.activate(captureOf('BenchmarkA', profileOf(1), ''));
  assert.match(why()!.text, /were not counted: profile the benchmark again/);
  const runs = [1, 2].map((procs) => ({ subName: '', procs }) as BenchmarkResult);
  session.activate({ ...captureOf('BenchmarkA', profileOf(1)), results: runs });
  assert.deepEqual(why(), {
    text: 'Runs with different processor counts (-cpu) share this profile: profile with a single -cpu value for costs per operation.',
  });
  session.activate(captureOf('BenchmarkA', { ...profileOf(1), byDuration: {} }, ''));
  assert.match(why()!.text, /^The operations of RunParallel could not be counted: .* taken by duration, /);
  session.activate(captureOf('BenchmarkA', { ...profileOf(1), byDuration: { operations: 100 } }, ''));
  assert.equal(why(), undefined);
  session.activate(captureOf('TestA', profileOf(2, [100])));
  assert.deepEqual(why(), { text: 'Only the profile of a benchmark has operations.' });
  session.activate({ ...captureOf('api', { ...profileOf(2), requests: { count: 9, perSecond: 9, seconds: 1 } }), target: undefined });
  assert.equal(why(), undefined);
  session.switchSampleType(2);
  assert.equal(why()!.text, 'inuse_space is measured at one moment, not per request.');
  session.activate(captureWithOperations());
  assert.equal(why(), undefined);
  session.switchSampleType(2);
  assert.match(why()!.text, /^inuse_space is measured at one moment/);
  session.switchSampleType(1);
  session.refine({ divide_by: 2 });
  assert.match(why()!.text, /^Means and divided values/);
});

test('a profile that does not fit its run has no costs per operation, and the reason has a button for its line', async () => {
  const { session, why } = await scene();
  const place = { file: '/w/a_test.go', line: 12 };
  const misfit = { text: 'BenchmarkA stops the cpu profile itself (a_test.go:12).', place };
  const { profiles: [profile] } = captureWithOperations();
  session.activate({ ...captureWithOperations(), profiles: [{ ...profile, misfit }] });
  const fix = { title: 'Open a_test.go:12', command: 'linecost.openFrame', args: ['/w/a_test.go', 12] };
  assert.deepEqual(why(), { text: misfit.text, fix });
  session.showFiguresAs('perOperation');
  assert.equal(session.active?.operations, undefined);
  session.activate({ ...captureWithOperations(), misfit: { text: 'BenchmarkA ignores b.N.' } });
  assert.deepEqual(why(), { text: 'BenchmarkA ignores b.N.' });
});

test('the options of a comparison choose totals or costs per operation, and next() also shows percent', async () => {
  const { session, forms, shownForm } = await scene();
  const before = { ...captureWithOperations(), id: 'before' };
  const baseline: Baseline = { capture: before, movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false };
  session.compareWith(baseline);
  session.activate({ ...captureWithOperations(), profiles: [profileOf(2, [50])] });
  assert.equal(shownForm(), 'perOperation');
  await forms.next();
  assert.equal(shownForm(), 'percent');
  await forms.next();
  assert.equal(shownForm(), 'perOperation');
  session.compareWith({ ...baseline, totals: true });
  assert.equal(shownForm(), 'total');
});

test('profileForOperations profiles the benchmark or the only measured case again, or the case that the user picks', async () => {
  const { profileForOperations } = await import('../../../../src/captures/loaded/profileAgain');
  const { session } = await scene();
  session.activate(captureOf('BenchmarkA', profileOf(1), 'few', 'many'));
  vscode.user = { pick: 'many' };
  await profileForOperations(session);
  session.activate(captureOf('BenchmarkB', profileOf(2), ''));
  await profileForOperations(session);
  const ofCase = captureOf('BenchmarkC', profileOf(3), 'few');
  session.activate({ ...ofCase, subject: `${ofCase.target!.file}#BenchmarkC/few` });
  await profileForOperations(session);
  assert.deepEqual(vscode.picks, [['few', 'many']]);
  assert.deepEqual(vscode.executed.map(([command, , name]) => [command, name]), [
    ['linecost.profileBenchmark', 'BenchmarkA/many'], ['linecost.profileBenchmark', 'BenchmarkB'],
    ['linecost.profileBenchmark', 'BenchmarkC/few'],
  ]);
});
