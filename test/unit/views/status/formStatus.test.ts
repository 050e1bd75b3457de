import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import type { FigureForm } from '../../../../src/captures/session';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { plainSpaces } from '../../../shared/plainSpaces';
import { withVscode } from '../../../shared/withVscode';

/** Like VS Code's MarkdownString, which escapes appended text. */
class FakeMarkdown {
  value = '';
  isTrusted?: { readonly enabledCommands: readonly string[] };
  appendText(text: string): this {
    return this.appendMarkdown(text.replace(/[\\`*_{}[\]()]/g, '\\$&').replace(/\n/g, '\n\n'));
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

interface FakeItem {
  text: string;
  tooltip: string | FakeMarkdown;
  isShown: boolean;
}

const items = new Map<string, FakeItem>();
const vscode = fakeVscode('/w');
const { module } = vscode as { module: { window: object } };
Object.assign(module, { MarkdownString: FakeMarkdown, StatusBarAlignment: { Left: 1 } });
Object.assign(module.window, {
  createStatusBarItem: (id: string) => {
    const setShown = (isShown: boolean) => void (item.isShown = isShown);
    const [show, hide, dispose] = [() => setShown(true), () => setShown(false), () => setShown(false)];
    const item: FakeItem & Record<string, unknown> = { text: '', tooltip: '', isShown: false, show, hide, dispose };
    items.set(id, item);
    return item;
  },
});
withVscode(module);

beforeEach(() => items.clear());

const TYPES = 'alloc_objects/count,alloc_space/bytes,inuse_space/bytes';

function captureOf(name: string, types: string, total: number, iterations?: readonly number[]): Capture {
  const summary = summaryOf(1, types, total);
  const profile: LoadedProfile = { summary, label: types === TYPES ? 'memory' : 'cpu', iterations };
  const rest = { capturedAt: 0, results: [], loop: 'b.Loop', sources: new Map<string, string>() } as const;
  return { id: name, title: name, target: { file: '/w/a_test.go', name }, profiles: [profile], ...rest };
}

/** Activates a capture and returns the texts of the status bar: [form, total, tooltip]. */
async function statusTexts(capture: Capture, form: FigureForm, sampleType: number): Promise<string[]> {
  const { Session } = await import('../../../../src/captures/session');
  const { FormStatus } = await import('../../../../src/views/status/formStatus');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { ProfileStatus } = await import('../../../../src/views/status/profileStatus');
  const session = new Session(new FakeEngine());
  session.showFiguresAs(form);
  new FormStatus(session);
  new ProfileStatus(session, new ColumnStyles(session, () => undefined));
  assert.equal(items.get('linecost.figures')!.isShown, false);
  session.activate(capture);
  session.switchSampleType(sampleType);
  const [figures, profile] = ['linecost.figures', 'linecost.profile'].map((id) => items.get(id)!);
  assert.ok(figures!.isShown);
  return [figures!.text, profile!.text.split(' · ').at(-1)!, (figures!.tooltip as FakeMarkdown).value];
}

test('the status bar names the form of the figures, and the tooltip names the next form', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4096, [100]);
  assert.deepEqual(await statusTexts(capture, 'total', 1), [
    '$(symbol-numeric) totals', '4\u202fKiB', 'Linecost shows totals. Click to show percentages of the total.',
  ]);
  assert.doesNotMatch(String(items.get('linecost.profile')!.tooltip), /operations/);
  assert.deepEqual((await statusTexts(capture, 'percent', 1)).slice(0, 2), ['$(symbol-numeric) %', '4\u202fKiB']);
});

test('for costs per operation, the status bar has the unit and no total, and the tooltips the number of operations and the total', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4_096_000, [2000]);
  const [unit, total, tooltip] = await statusTexts(capture, 'perOperation', 1);
  assert.deepEqual([unit, total], ['$(symbol-numeric) per op', 'alloc_space']);
  assert.match(tooltip!, /The profile covers 2\u202f000 operations/);
  assert.match(String(items.get('linecost.profile')!.tooltip), /\nThe whole program, .* divided by 2\u202f000 operations: 2\u202fKiB\/op$/);
  const objects = await statusTexts(capture, 'perOperation', 0);
  assert.deepEqual(objects.slice(0, 2), ['$(symbol-numeric) per op', 'alloc_objects']);
  assert.match(objects[2]!, /blocks of 16 bytes/);
  const cpu = await statusTexts(captureOf('BenchmarkA', 'samples/count,cpu/nanoseconds', 9000, [9]), 'perOperation', 1);
  assert.deepEqual(cpu.slice(0, 2), ['$(symbol-numeric) per op', 'cpu']);
  assert.match(cpu[2]!, /CPU time is that of all threads/);
});

test('in a comparison per operation, the status bar has no total, and the tooltip has those of both programs', async () => {
  const { Session } = await import('../../../../src/captures/session');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { ProfileStatus } = await import('../../../../src/views/status/profileStatus');
  const captureWith = (id: string, total: number, operations: number) =>
    ({ ...captureOf('BenchmarkA', TYPES, total, [operations]), id, subject: 'BenchmarkA' });
  for (const form of ['total', 'percent', 'perOperation'] as const) {
    const session = new Session(new FakeEngine());
    session.showFiguresAs(form);
    new ProfileStatus(session, new ColumnStyles(session, () => undefined));
    session.activate(captureWith('now', 4_096_000, 2000));
    session.switchSampleType(1);
    const baseline = { capture: captureWith('before', 4_096_000, 1000), movedFiles: () => [], mode: 'diff_base', normalize: false } as const;
    const shown = (totals: boolean) => {
      session.compareWith({ ...baseline, totals });
      const { text, tooltip } = items.get('linecost.profile')!;
      return [text.split(' · ').at(-1), /\nThe whole program.*/.exec(String(tooltip))?.[0]];
    };
    const whole = '\nThe whole program, with setup and its start, divided by 2\u202f000 operations: 2\u202fKiB/op; before, by 1\u202f000: 4\u202fKiB/op';
    assert.deepEqual(shown(false), ['alloc_space', whole], form);
    assert.deepEqual(shown(true), ['3.91\u202fMiB', undefined], 'compared as totals');
    session.switchSampleType(2);
    assert.deepEqual(shown(false), ['3.91\u202fMiB', undefined], 'memory in use is not per operation');
  }
});

test('a profile whose own unit is per operation has its total in the status bar', async () => {
  const capture = captureOf('custom', 'cost/mJ', 4);
  const [{ summary }] = capture.profiles as [LoadedProfile];
  const sampleTypes = [{ type: 'cost', unit: 'mJ/op' }];
  const custom = { ...capture, profiles: [{ ...capture.profiles[0]!, summary: { ...summary, sampleTypes } }] };
  assert.match((await statusTexts(custom, 'total', 0))[1]!, /^4/);
  assert.doesNotMatch(String(items.get('linecost.profile')!.tooltip), /operations/);
});

test('without costs per operation, the status bar has totals, and the tooltip has the reason and a command', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4096, [100]);
  const [form, total, tooltip] = await statusTexts(capture, 'perOperation', 2);
  assert.deepEqual([form, total], ['$(symbol-numeric) totals', '4\u202fKiB']);
  assert.match(tooltip!, /No costs per operation: inuse\\_space is measured at one moment, not per operation\.\n\n\[Switch the sample type\]\(command:linecost\.switchSampleType\)$/);
  assert.deepEqual((items.get('linecost.figures')!.tooltip as FakeMarkdown).isTrusted?.enabledCommands, ['linecost.switchSampleType']);
});

/** The status bar of captures of memory, with the sample types whose certainty the engine was asked for. */
async function sureScene(context: TestContext) {
  const { Session } = await import('../../../../src/captures/session');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { ProfileStatus } = await import('../../../../src/views/status/profileStatus');
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const engine = new FakeEngine();
  const asked: { readonly sampleType: number; readonly signal: AbortSignal | undefined }[] = [];
  engine.answers.hottestCertainty = ({ sampleType }, signal) => {
    asked.push({ sampleType, signal });
    return { samples: 71, share: 14 / 71, hottest: 14, within: 0.5 };
  };
  const session = new Session(engine);
  const status = new ProfileStatus(session, new ColumnStyles(session, () => undefined), engine.asEngine());
  const show = (name = 'BenchmarkA') => session.activate(captureOf(name, TYPES, 4096, [100]));
  const wait = async () => {
    context.mock.timers.tick(1000);
    await new Promise(setImmediate);
  };
  return { engine, session, status, asked, show, wait };
}

test('the tooltip of the profile says how sure it is, once the engine has answered', async (context) => {
  const { show, wait, asked } = await sureScene(context);
  show();
  assert.equal(asked.length, 0, 'the columns ask first');
  await wait();
  const tooltip = plainSpaces(String(items.get('linecost.profile')!.tooltip));
  assert.ok(tooltip.includes('71 samples: differences below 23 % of the total may be chance'), tooltip);
  await wait();
  assert.equal(asked.length, 1);
});

test('the status bar asks nothing while the user switches sample types, or without a profile', async (context) => {
  const { show, wait, session, status, asked, engine } = await sureScene(context);
  show();
  for (const type of [0, 1, 0]) session.switchSampleType(type);
  await wait();
  assert.deepEqual(asked.map(({ sampleType }) => sampleType), [0]);
  session.switchSampleType(1);
  session.clear();
  await wait();
  assert.equal(asked.length, 1);
  const { hottestCertainty } = engine.answers;
  engine.answers.hottestCertainty = (params, signal) => {
    void hottestCertainty!(params, signal);
    return new Promise(() => undefined);
  };
  show('BenchmarkB');
  await wait();
  assert.equal(asked.at(-1)!.signal!.aborted, false);
  session.switchSampleType(2);
  assert.equal(asked.at(-1)!.signal!.aborted, true, 'a question that is not answered yet ends');
  await wait();
  status.dispose();
  assert.deepEqual([asked.length, asked.at(-1)!.signal!.aborted], [3, true]);
});

test('of a service under load, the status bar has costs per request, and the tooltips say how the requests are known', async () => {
  const { profiles: [profile], ...rest } = captureOf('api', 'samples/count,cpu/nanoseconds', 12_403 * 1.35e6);
  const requests = { count: 12_403, perSecond: 1240.3, seconds: 10, failed: 0.021 };
  const capture = { ...rest, target: undefined, fetched: { address: 'http://h/' }, profiles: [{ ...profile!, requests }] };
  const [form, total, tooltip] = await statusTexts(capture, 'perOperation', 1);
  assert.deepEqual([form, total], ['$(symbol-numeric) per req', 'cpu']);
  const estimate = '≈ 12 400 requests: 1 240/s × 10 s, of which 2.1 % failed';
  assert.equal(plainSpaces(tooltip!), `Linecost shows costs per request. Click to show totals.\n\nThe profile covers ${estimate}.`);
  assert.ok(plainSpaces(String(items.get('linecost.profile')!.tooltip)).endsWith(`The whole process, divided by ${estimate}: 1.35 ms/req`));
});

test('of a service without load, the tooltip says why there are no costs per request', async () => {
  const { profiles: [profile], ...rest } = captureOf('api', 'samples/count,cpu/nanoseconds', 9e9);
  const idle = { ...rest, target: undefined, fetched: { address: 'http://h/' }, profiles: [profile!] };
  assert.match((await statusTexts(idle, 'perOperation', 1))[2]!, /No costs per request: How many requests the service answered meanwhile is not known\.$/);
  const loaded = { ...profile!, label: 'allocs', requests: { count: 9, perSecond: 9, seconds: 1 } };
  const set = { ...idle, profiles: [{ ...profile!, label: 'goroutine' }, loaded] };
  assert.match((await statusTexts(set, 'perOperation', 1))[2]!, /The goroutine profile is not one of the time under load\.$/);
});
