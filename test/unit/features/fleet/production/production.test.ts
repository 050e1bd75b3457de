import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Capture } from '../../../../../src/captures/loadedCapture';
import type { Active } from '../../../../../src/captures/session';
import type { Sources } from '../../../../../src/documents/sources';
import type { FleetQuery } from '../../../../../src/fleet/fleetQuery';
import type { FleetSource } from '../../../../../src/fleet/fleetSource';
import type { MeasuredFleet } from '../../../../../src/fleet/measuredFleet';
import { cursorAt, FakeDocument, FakeEditor } from '../../../../shared/fakeEditors';
import { CPU_TYPE, FakeStore } from '../../../../shared/fakeStore';
import { FakeUri, fakeVscode } from '../../../../shared/fakeVscode';
import { plainSpaces } from '../../../../shared/plainSpaces';
import { profileFromText } from '../../../../shared/profileFromText';
import { storeEngine } from '../../../../shared/storeEngine';
import { until } from '../../../../shared/until';
import { withVscode } from '../../../../shared/withVscode';

const user = fakeVscode('/w');
interface Row { readonly label: string; readonly description?: string }
/** The list that is open. */
let list: { title: string; items: readonly Row[]; accept(label: string): void; hide(): void } | undefined;
Object.assign((user.module as { window: object }).window, {
  createQuickPick: () => {
    let [onAccept, onHide] = [() => {}, () => {}];
    const pick = {
      title: '', items: [] as readonly Row[], activeItems: [] as readonly Row[], selectedItems: [] as readonly Row[],
      onDidAccept: (act: () => void) => (onAccept = act),
      onDidHide: (act: () => void) => (onHide = act),
      accept: (label: string) => {
        pick.selectedItems = pick.items.filter((item) => withoutIcon(item.label) === label);
        assert.equal(pick.selectedItems.length, 1, label);
        onAccept();
      },
      hide: () => onHide(),
      show: () => (list = pick),
      dispose: () => (list = undefined),
    };
    return pick;
  },
});
withVscode(user.module);

const SOURCE: FleetSource = { id: 'p', name: 'production', kind: 'pyroscope', address: 'http://h:4040' };
const LINES = ['package a', '', 'func F() {', '\tone()', '\ttwo()', '}', '', 'func G() {', '\tF()', '}'];
const NOW = Date.now();
const DAY_MS = 24 * 3600_000;
/** At which the last whole day before the last 24 hours ended. */
const MIDNIGHT = Math.floor((Math.ceil(NOW / 600_000) * 600_000 - DAY_MS) / DAY_MS) * DAY_MS;

/** F costs 36 of 100 now, and less on each day before; v2 has all of it. */
function answer({ range, filters }: FleetQuery) {
  const days = range.to > NOW - DAY_MS / 2 ? 0 : Math.round((MIDNIGHT - range.to) / DAY_MS) + 1;
  const value = filters.some((each) => each.value === 'v1') ? 0 : 36 - 5 * days;
  if (value <= 0) return [];
  const stacks = `${value} | a.F@3 /w/a.go:4 < a.G@8 /w/a.go:9\n${100 - value} | a.H h.go:1`;
  return [{ bytes: profileFromText({ types: 'cpu/nanoseconds', stacks }), unknown: {}, notes: ['Only 5000 profiles were merged.'] }];
}

async function scene(context: TestContext) {
  const { Production: Made } = await import('../../../../../src/features/fleet/production/production');
  const { ProductionQuestion } = await import('../../../../../src/features/fleet/production/productionQuestion');
  const { AnswerFiles } = await import('../../../../../src/features/fleet/production/answerFiles');
  const folder = mkdtempSync(join(tmpdir(), 'linecost-production-'));
  const engine = storeEngine();
  const store = new FakeStore();
  store.answer = answer;
  store.starts = { v1: 1, v2: 2 };
  const asked = { source: SOURCE, store, type: CPU_TYPE, service: 'checkout' };
  const codeOf = async (fleet: MeasuredFleet) => ({ fleet, sources: new Map<string, string>() });
  const parts = { engine, files: new AnswerFiles(folder), codeOf, now: () => NOW };
  const question = new ProductionQuestion(asked, parts);
  const opened: string[] = [];
  const sources = {
    filesOf: async () => ['/w/a.go'],
    openNamed: async (_: unknown, { file, line }: { file: string; line: number }) => opened.push(`${file}:${line}`),
  } as unknown as Sources;
  let local: Active | undefined;
  const showLocally = async (stacks: string, more: Partial<Capture> = {}) => {
    const bytes = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks });
    const summary = await engine.ask('load', { source: { kind: 'bytes', bytes } });
    const profile = { summary, label: 'cpu' };
    const target = { file: '/w/a_test.go', name: 'BenchmarkF' };
    const capture = { id: 'b', title: 'BenchmarkF', target, capturedAt: 1, profiles: [profile], results: [], sources: new Map(), ...more };
    local = { capture, profile, sampleType: 1, queryId: summary.id, refinement: {} };
  };
  const production = new Made({
    engine, sources, local: () => local, question: async () => question, openProfile: async () => opened.push('profile'),
    showFailure: (error) => opened.push(String(error)),
  });
  const editor = new FakeEditor(new FakeDocument(FakeUri.file('/w/a.go'), [...LINES]));
  editor.selection = cursorAt(4, 0);
  user.show(editor);
  context.after(() => {
    production.dispose();
    user.show();
    rmSync(folder, { recursive: true, force: true });
  });
  return { production, store, editor, opened, showLocally };
}

const withoutIcon = (label: string) => label.replace(/^\$\(\S+\) /, '');

/** The rows of the last quick pick: `label | description`. */
function pickedFrom(): string[] {
  const descriptions = user.pickDescriptions.at(-1)!;
  return user.picks.at(-1)!.map((label, i) => plainSpaces([withoutIcon(label), descriptions[i]].filter(Boolean).join(' | ')));
}
const rows = () => list!.items.map(({ label, description = '' }) => plainSpaces(`${withoutIcon(label)} | ${description}`));

test('a function has its share, its trend, its callers, and the values of a label that carry most of it', async (context) => {
  const { production, store, opened } = await scene(context);
  const showing = production.showAtCursor();
  await until(() => list !== undefined && rows().some((row) => row.includes(' over ')) && rows().some((row) => row.startsWith('by ')));
  assert.equal(plainSpaces(list!.title), 'Linecost: a.F · checkout in production · CPU · last 24 h');
  assert.deepEqual(rows().slice(0, 8), [
    '36 % of CPU time, with all that it calls | place 2 of 3 functions · incomplete',
    'Only 5000 profiles were merged. | ',
    '36 % in its own lines | place 2',
    '▂▃▄▅▆▇█  6 % → 36 % over 7 days | ',
    'Profiles of 2 builds are merged: where their code differs, lines may be off. | ',
    'Called from | ',
    'a.G | 100 % of its cost',
    'By label: its values with the largest totals | ',
  ]);
  list!.accept('by version…');
  await until(() => rows().some((row) => row.startsWith('version v2')));
  assert.deepEqual(rows().filter((row) => row.startsWith('version ')), [
    'version v2 | 100 % of its cost · 36 % of CPU time there', 'version v1 | not in its samples',
  ]);
  list!.accept('a.G');
  await showing;
  await until(() => opened.length > 0);
  assert.deepEqual(opened, ['/w/a.go:9']);
  assert.equal(store.merged.filter(({ filters }) => filters.length === 0).length, 7, 'a day is asked once');
});

test('a second question is answered without the store, and the hover has what is known', async (context) => {
  const { production, store, editor } = await scene(context);
  const document = editor.document as never;
  assert.equal(await production.functionAt(document, 3), undefined);
  const first = production.showAtCursor();
  await until(() => list !== undefined && rows().some((row) => row.includes(' over ')));
  list!.hide();
  await first;
  const known = await production.functionAt(document, 3);
  assert.deepEqual([plainSpaces(known?.share ?? ''), known?.figures.cumRank], ['36 %', 2]);
  assert.deepEqual([known?.lacks, known?.notes.length], [['Only 5000 profiles were merged.'], 1]);
  assert.equal(await production.functionAt(document, 4), undefined, 'only where it is declared');
  const count = store.merged.length;
  const second = production.showAtCursor();
  await until(() => list !== undefined && rows().some((row) => row.includes(' over ')));
  list!.hide();
  await second;
  assert.equal(store.merged.length, count);
});

test('costs of production stand beside the lines until they are hidden', async (context) => {
  const { production, editor } = await scene(context);
  await production.toggleLines();
  await until(() => editor.decorationCount > 0);
  assert.deepEqual([4, 9].map((line) => plainSpaces(editor.textsOn(line).after ?? '')), ['production 36 %', 'production 36 %']);
  await production.toggleLines();
  await until(() => editor.decorationCount === 0);
});

test('a function without a sample, a cursor outside of functions and a store without data say so', async (context) => {
  const { production, store, editor } = await scene(context);
  editor.selection = cursorAt(0, 0);
  await assert.rejects(production.showAtCursor(), /Put the cursor into a function/);
  editor.document.lines.push('func Other() {', '}');
  editor.selection = cursorAt(LINES.length, 0);
  await assert.rejects(production.showAtCursor(), /^PreconditionError: Other \(line 11\) is in no sample of checkout in production · CPU · last 24 h/);
  store.answer = () => [];
  const empty = await scene(context);
  empty.store.answer = () => [];
  await assert.rejects(empty.production.showAtCursor(), /checkout in production has no profile of CPU in the last 24 h/);
});

/** F calls one at line 4 and two at line 5; one has most of it here, two most of it in production. */
const HERE = '800 8000 | a.one b.go:1 < a.F@3 /w/a.go:4 < a.BenchmarkF t.go:1\n200 2000 | a.two b.go:5 < a.F@3 /w/a.go:5 < a.BenchmarkF t.go:1';
const THERE = '10000000000 | a.one b.go:1 < a.F@3 /w/a.go:4 < a.G@8 /w/a.go:9\n30000000000 | a.two b.go:5 < a.F@3 /w/a.go:5 < a.G@8 /w/a.go:9\n60000000000 | a.H h.go:1';

test('a function is shown here and in production, side by side, with what differs most first', async (context) => {
  const { production, store, showLocally } = await scene(context);
  store.answer = () => [{ bytes: profileFromText({ types: 'cpu/nanoseconds', stacks: THERE }), unknown: {}, notes: [] }];
  await showLocally(HERE);
  user.user = {};
  await production.showBeside();
  assert.deepEqual(pickedFrom(), [
    'This benchmark is not like production',
    'Here: BenchmarkF | 100 % of CPU time · 1 000 samples',
    'There: checkout in production · CPU · last 24 h | 40 % of CPU time · samples not known',
    'What it calls',
    'a.one | 80 % here, 25 % in production',
    'a.two | 20 % here, 75 % in production',
    'Its lines',
    '4: one() | 80 % here, 25 % in production',
    '5: two() | 20 % here, 75 % in production',
    '1 other function | differ less',
  ]);
});

test('in a benchmark, which production does not have, one chooses a function that both have', async (context) => {
  const { production, store, editor, opened, showLocally } = await scene(context);
  store.answer = () => [{ bytes: profileFromText({ types: 'cpu/nanoseconds', stacks: THERE }), unknown: {}, notes: [] }];
  await showLocally(HERE);
  editor.selection = cursorAt(0, 0);
  user.user = { pick: 'a.F' };
  await production.showBeside();
  const [functions, rows] = user.picks.slice(-2).map((labels) => labels.map(withoutIcon));
  assert.deepEqual(functions, ['a.F', 'a.one', 'a.two']);
  assert.equal(rows[0], 'This benchmark is not like production');
  assert.deepEqual(opened, []);
});

test('without a local capture, with one of a store, or without a function in common, it says what to do', async (context) => {
  const { production, showLocally } = await scene(context);
  await assert.rejects(production.showBeside(), /Profile a benchmark first, or open its capture/);
  await showLocally(HERE, { fleet: {} as never });
  await assert.rejects(production.showBeside(), /Profile a benchmark first/);
  await showLocally('5 50 | x.Y x.go:1');
  await assert.rejects(production.showBeside(), ({ message, fix }: Error & { fix?: unknown }) => {
    assert.match(message, /BenchmarkF and production have no function in common: check the default service of production/);
    assert.deepEqual(fix, { title: 'Edit Profile Store…', command: 'linecost.editStore', args: ['p'] });
    return true;
  });
});

test('a generic function is the same here and in production, which may have dropped its type arguments', async (context) => {
  const generic = (name: string) => HERE.replaceAll('a.F@3', name);
  for (const [here, there] of [['a.F[...]@3', 'a.F@3'], ['a.F[...]@3', 'a.F[go.shape.int]@3'], ['a.F@3', 'a.F[go.shape.int]@3']]) {
    const { production, store, showLocally } = await scene(context);
    const stacks = `${THERE.replaceAll('a.F@3', there!)}\n10000000000 | a.two b.go:5 < ${there!.replace('int', 'string')} /w/a.go:5`;
    store.answer = () => [{ bytes: profileFromText({ types: 'cpu/nanoseconds', stacks }), unknown: {}, notes: [] }];
    await showLocally(generic(here!));
    user.user = {};
    await production.showBeside();
    assert.deepEqual(pickedFrom().slice(2, 9), [
      'There: checkout in production · CPU · last 24 h | 45.5 % of CPU time · samples not known',
      'What it calls',
      'a.one | 80 % here, 20 % in production',
      'a.two | 20 % here, 80 % in production',
      'Its lines',
      '4: one() | 80 % here, 20 % in production',
      '5: two() | 20 % here, 80 % in production',
    ], `${here} ${there}`);
  }
});

test('contention on mutexes in production is not compared with blocking here, whose types have the same names', async () => {
  const asked = { ...CPU_TYPE, id: 'mutex:delay', name: 'mutex', sampleType: 'delay' };
  const { localView } = await import('../../../../../src/features/fleet/production/localView');
  const profile = (label: string, id: number) => ({ label, summary: { id, sampleTypes: [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }] } });
  const [block, mutex] = [profile('block', 1), profile('mutex', 2)] as never[];
  const of = (...profiles: never[]) => localView({ capture: { title: 'BenchmarkF', profiles }, profile: block } as never, { asked: { type: asked }, unit: 'mutex delay' } as never);
  assert.deepEqual([of(block!, mutex!).active.queryId, of(block!, mutex!).active.sampleType], [2, 1]);
  assert.throws(() => of(block!), /BenchmarkF has no profile of mutex delay/);
});
