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
    return this.appendMarkdown(text.replace(/[\\`*_{}[\]()]/g, '\\$&').replace(/ /g, '&nbsp;').replace(/\n/g, '\n\n'));
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

/** A session, and its item of the status bar. */
async function statusBar(engine = new FakeEngine()) {
  const { Session } = await import('../../../../src/captures/session');
  const { ColumnStyles } = await import('../../../../src/captures/loaded/columnStyles');
  const { CaptureStatus } = await import('../../../../src/views/status/captureStatus');
  const session = new Session(engine);
  const status = new CaptureStatus(session, new ColumnStyles(session, () => undefined), engine.asEngine());
  return { session, status };
}

/** Activates a capture and returns the status bar: [its text, its last word, the tooltip]. */
async function statusTexts(capture: Capture, form: FigureForm, sampleType: number): Promise<string[]> {
  const { session } = await statusBar();
  session.showFiguresAs(form);
  assert.equal(shown().isShown, false);
  session.activate(capture);
  session.switchSampleType(sampleType);
  assert.ok(shown().isShown);
  return [plainSpaces(shown().text), plainSpaces(shown().text.split(' · ').at(-1)!), tooltipOf()];
}

const shown = () => items.get('linecost.profile')!;
const tooltipOf = () => plainSpaces((shown().tooltip as FakeMarkdown).value).replaceAll('\\', '');

test('one item of the status bar has the capture, its sample type and the form of costs', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4096, [100]);
  const [text, , tooltip] = await statusTexts(capture, 'total', 1);
  assert.equal(text, '$(flame) BenchmarkA · alloc_space · 4 KiB');
  assert.match(tooltip!, /^Linecost shows totals\. Click for sample types, forms of costs, styles and the comparison\./);
  assert.doesNotMatch(tooltip!, /operations/);
  assert.equal((await statusTexts(capture, 'percent', 1))[0], '$(flame) BenchmarkA · alloc_space · %');
});

test('for costs per operation, the status bar has the unit and no total, and the tooltip the number of operations and the total', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4_096_000, [2000]);
  const [, unit, tooltip] = await statusTexts(capture, 'perOperation', 1);
  assert.equal(unit, 'B/op');
  assert.match(tooltip!, /The profile covers 2 000 operations/);
  assert.match(tooltip!, /\nThe whole program, .* divided by 2 000 operations: 2 KiB\/op\n/);
  const objects = await statusTexts(capture, 'perOperation', 0);
  assert.equal(objects[1], 'allocs/op');
  assert.match(objects[2]!, /blocks of 16 bytes/);
  const cpu = await statusTexts(captureOf('BenchmarkA', 'samples/count,cpu/nanoseconds', 9000, [9]), 'perOperation', 1);
  assert.equal(cpu[1], 'ns/op');
  assert.match(cpu[2]!, /CPU time is that of all threads/);
});

test('in a comparison per operation, the status bar has no total, and the tooltip has those of both programs', async () => {
  const captureWith = (id: string, total: number, operations: number) =>
    ({ ...captureOf('BenchmarkA', TYPES, total, [operations]), id, subject: 'BenchmarkA' });
  for (const form of ['total', 'percent', 'perOperation'] as const) {
    const { session } = await statusBar();
    session.showFiguresAs(form);
    session.activate(captureWith('now', 4_096_000, 2000));
    session.switchSampleType(1);
    const baseline = { capture: captureWith('before', 4_096_000, 1000), movedFiles: () => [], mode: 'diff_base', normalize: false } as const;
    const texts = (totals: boolean) => {
      session.compareWith({ ...baseline, totals });
      return [plainSpaces(shown().text.split(' · ').at(-1)!), /\nThe whole program.*/.exec(tooltipOf())?.[0]];
    };
    const whole = '\nThe whole program, with setup and its start, divided by 2 000 operations: 2 KiB/op; baseline, by 1 000: 4 KiB/op';
    const [perOperation, total] = form === 'percent' ? ['%', '%'] : ['B/op', '3.91 MiB'];
    assert.deepEqual(texts(false), [perOperation, whole], form);
    assert.deepEqual(texts(true), [total, undefined], 'compared as totals');
    session.switchSampleType(2);
    assert.deepEqual(texts(false), [total, undefined], 'memory in use is not per operation');
  }
});

test('a profile whose own unit is per operation has its total in the status bar', async () => {
  const capture = captureOf('custom', 'cost/mJ', 4);
  const [{ summary }] = capture.profiles as [LoadedProfile];
  const sampleTypes = [{ type: 'cost', unit: 'mJ/op' }];
  const custom = { ...capture, profiles: [{ ...capture.profiles[0]!, summary: { ...summary, sampleTypes } }] };
  assert.match((await statusTexts(custom, 'total', 0))[1]!, /^4/);
  assert.doesNotMatch(tooltipOf(), /divided by/);
});

test('without costs per operation, the status bar has totals, and the tooltip has the reason and a command', async () => {
  const capture = captureOf('BenchmarkA', TYPES, 4096, [100]);
  const [, total, tooltip] = await statusTexts(capture, 'perOperation', 2);
  assert.equal(total, '4 KiB');
  assert.match(tooltip!, /No costs per operation\. inuse_space is measured at one moment, not per operation\.\n\n\[Switch the sample type\]\(command:linecost\.switchSampleType\)$/);
  assert.deepEqual((shown().tooltip as FakeMarkdown).isTrusted?.enabledCommands, ['linecost.switchSampleType']);
});

/** The status bar of captures of memory, with the sample types whose certainty the engine was asked for. */
async function sureScene(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const engine = new FakeEngine();
  const asked: { readonly sampleType: number; readonly signal: AbortSignal | undefined }[] = [];
  engine.answers.hottestCertainty = ({ sampleType }, signal) => {
    asked.push({ sampleType, signal });
    return { samples: 71, share: 14 / 71, hottest: 14, within: 0.5 };
  };
  const { session, status } = await statusBar(engine);
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
  const tooltip = tooltipOf();
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
  const [, unit, tooltip] = await statusTexts(capture, 'perOperation', 1);
  assert.equal(unit, 'ns/req');
  const estimate = '≈ 12 400 requests: 1 240/s × 10 s, of which 2.1 % failed';
  assert.match(tooltip!, /^Linecost shows costs per request\. /);
  assert.ok(tooltip!.endsWith(`The profile covers ${estimate}.`), tooltip);
  assert.ok(tooltip!.includes(`The whole process, divided by ${estimate}: 1.35 ms/req\n`), tooltip);
});

test('of a service without load, the tooltip says why there are no costs per request', async () => {
  const { profiles: [profile], ...rest } = captureOf('api', 'samples/count,cpu/nanoseconds', 9e9);
  const idle = { ...rest, target: undefined, fetched: { address: 'http://h/' }, profiles: [profile!] };
  assert.match((await statusTexts(idle, 'perOperation', 1))[2]!, /No costs per request\. How many requests the service answered meanwhile is not known\.$/);
  const loaded = { ...profile!, label: 'allocs', requests: { count: 9, perSecond: 9, seconds: 1 } };
  const set = { ...idle, profiles: [{ ...profile!, label: 'goroutine' }, loaded] };
  assert.match((await statusTexts(set, 'perOperation', 1))[2]!, /The goroutine profile is not one of the time under load\.$/);
});

function heapOf(id: number, goVersion: string): Capture {
  const profiles = [{ summary: summaryOf(id, 'cpu/nanoseconds'), label: 'cpu' }];
  const conditions = { goVersion, maxProcs: 8 };
  const known = { title: 'heap', subject: 'heap', capturedAt: 1e12, profiles, results: [], conditions };
  return { ...known, id: `${id}`, sources: new Map() };
}

/** The status bar item for a comparison of two captures that were measured with these versions of Go. */
async function statusOf(before: string, now: string, mode: 'base' | 'diff_base' = 'diff_base'): Promise<{ text: string; tooltip: string }> {
  const { session, status } = await statusBar();
  session.activate(heapOf(2, now));
  session.compareWith({ capture: heapOf(1, before), movedFiles: () => [], mode, normalize: false, totals: false });
  status.dispose();
  return { text: plainSpaces(shown().text), tooltip: tooltipOf() };
}

test('the status bar says if the baseline was measured with a different Go version', async () => {
  const { text, tooltip } = await statusOf('go1.25.1', 'go1.26.8');
  assert.match(text, /^\$\(flame\) heap vs .* · cpu · share of total · Go 1\.26\.8 \(baseline: 1\.25\.1\)$/);
  assert.equal(tooltip.split('\n').at(-1), 'Measured under other conditions than the baseline: Go 1.26.8 (baseline: 1.25.1).');
});

test('without an active profile, the status bar says so beside the baseline', async () => {
  const { session, status } = await statusBar();
  session.compareWith({ capture: heapOf(1, 'go1.26.8'), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  status.dispose();
  assert.match(plainSpaces(shown().text), /^\$\(git-compare\) baseline heap/);
  assert.equal(shown().tooltip, 'Linecost: no profile is active');
});

test('a baseline that was measured under the same conditions has no remark', async () => {
  const { text, tooltip } = await statusOf('go1.26.8', 'go1.26.8');
  assert.doesNotMatch(`${text} ${tooltip}`, /conditions|\(before/);
});

test('beside a profile of another benchmark, the status bar says that it is not compared, and the tooltip names the baseline', async () => {
  const { session, status } = await statusBar();
  session.compareWith({ capture: heapOf(1, 'go1.26.8'), movedFiles: () => [], mode: 'base', normalize: false, totals: false });
  session.activate({ ...heapOf(2, 'go1.26.8'), title: 'other', subject: 'other' });
  status.dispose();
  assert.match(plainSpaces(shown().text), /^\$\(flame\) other · cpu · 1 ns · not compared$/);
  assert.match(tooltipOf(), /Not compared: the baseline measured something other than the active profile; .* \(heap .*\)/);
});

test('a sample type that the title names is not said twice', async () => {
  const { session, status } = await statusBar();
  session.activate({ ...heapOf(2, 'go1.26.8'), title: 'shop in production · cpu · last 1 h' });
  status.dispose();
  assert.match(plainSpaces(shown().text), /^\$\(flame\) shop in production · cpu · last 1 h · 1 ns$/);
});

test('only sample types that are compared per operation say so', async () => {
  const { comparison } = await import('../../../../src/editor/hover/hoverBaseline');
  const memoryOf = (id: number): Capture => {
    const summary = summaryOf(id, 'alloc_space/bytes,inuse_space/bytes');
    const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
    return { ...heapOf(id, 'go1.26.8'), subject: 'BenchmarkA', target, loop: 'b.Loop', profiles: [{ summary, label: 'memory', iterations: [100] }] };
  };
  const { session, status } = await statusBar();
  session.activate(memoryOf(2));
  session.compareWith({ capture: memoryOf(1), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  const saysPerOperation = (sampleType: number) => {
    session.switchSampleType(sampleType);
    return [/ (?:B|allocs)\/op/.test(plainSpaces(shown().text)), / B\/op|per operation/.test(plainSpaces(comparison(session.active!)))];
  };
  assert.deepEqual(saysPerOperation(0), [true, true]);
  assert.deepEqual(saysPerOperation(1), [false, false], 'memory in use is compared as a total');
  status.dispose();
});

test('the status bar names what percentages are of as the options of the comparison do', async () => {
  const { text } = await statusOf('go1.25.1', 'go1.25.1', 'base');
  assert.match(text, / · % of the difference$/);
});
