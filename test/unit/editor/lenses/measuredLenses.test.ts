import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestVerdicts } from '../../../../src/captures/latestVerdicts';
import { LatestResults } from '../../../../src/captures/loaded/latestResults';
import type { MeasuredBenchmark } from '../../../../src/captures/loaded/measuredBenchmarks';
import { resultsOf } from '../../../shared/benchmarkSamples';
import { FakeEngine } from '../../../shared/fakeEngine';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeMemento } from '../../../shared/fakeStorage';
import { type FakeCodeLens, FakeEmitter, FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withClickedCommands } from '../../../shared/lensClicks';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

const TEXT = ['package a', '', 'func BenchmarkA(b *testing.B) {', '\tfor b.Loop() {', '\t}', '}'];
const VERDICT = {
  id: 'b',
  text: '12.3\u202f% faster (p = 0.002, n = 10+10)',
  title: '12.3\u202f% faster',
  isEarlier: false,
  isLimited: false,
  details: 'Measured in turns.',
};

/** The lenses of a file with one benchmark. */
async function lensesOf(
  measured: MeasuredBenchmark | undefined,
  {
    hasResults = true, text = TEXT, results = resultsOf([[100, 5, 1]]),
    active = undefined as unknown, hasStores = false,
  } = {},
) {
  const { LensProvider } = await import('../../../../src/editor/lenses/lensProvider');
  const document = new FakeDocument(FakeUri.file('/w/a_test.go'), text);
  vscode.show(new FakeEditor(document));
  const book = new LatestResults(new FakeMemento() as never);
  if (hasResults) book.set('/w/a_test.go', 'BenchmarkA', results);
  const neverFires = new FakeEmitter<void>().event;
  const session = { active, onDidChange: neverFires };
  const benchmarks = { of: () => measured, onDidChange: neverFires };
  const engine = new FakeEngine().asEngine();
  const stores = { areSaved: () => hasStores, onDidChange: neverFires };
  const parts = [book, neverFires, session, benchmarks, engine, stores] as never;
  const lenses = new LensProvider(...(parts as ConstructorParameters<typeof LensProvider>));
  try {
    return await withClickedCommands(vscode, await lenses.provideCodeLenses(document as never));
  } finally {
    lenses.dispose();
  }
}

const titles = (lenses: readonly FakeCodeLens[]) => lenses.map(({ command }) => command.title.replaceAll('\u00a0', ' '));

/** The titles without the lens of the hottest line, which is not known here. */
const titlesAfterHottest = (lenses: readonly FakeCodeLens[]) => titles(lenses).filter((title) => !/^hottest:\u2007+…$/.test(title));

test('the lens of the hottest line keeps its place from the start, without a command', async () => {
  const active = (more: object) => ({ capture: { id: 'b', target: { file: '/w/a_test.go', name: 'BenchmarkA' }, ...more } });
  const [first, ...others] = await lensesOf({ hasProgram: true }, { active: active({}) });
  assert.match(first!.command.title, /^hottest:\u2007+…$/);
  assert.equal(first!.command.command, '');
  assert.deepEqual(titles(others), titles(await lensesOf({ hasProgram: true })));
  const elsewhere = active({ target: { file: '/w/a_test.go', name: 'BenchmarkB' } });
  for (const other of [elsewhere, { ...active({}), baseline: { capture: { id: 'a' } } }]) {
    const shown = await lensesOf({ hasProgram: true }, { active: other });
    assert.equal(shown.some(({ command }) => command.title.startsWith('hottest')), false);
  }
});

test('only where a store is saved, the benchmark that is shown has a lens that compares it with production', async () => {
  const active = (name: string) => ({ capture: { id: 'b', target: { file: '/w/a_test.go', name }, results: [], capturedAt: 1 } });
  const lens = (await lensesOf({ hasProgram: true }, { active: active('BenchmarkA/x'), hasStores: true })).at(-1)!;
  assert.deepEqual([lens.command.title.replaceAll('\u00a0', ' '), lens.command.command], ['in production', 'linecost.besideProduction']);
  assert.deepEqual(lens.command.arguments, ['file:///w/a_test.go', 3]);
  for (const [name, hasStores] of [['BenchmarkA', false], ['BenchmarkB', true]] as const) {
    const shown = titles(await lensesOf({ hasProgram: true }, { active: active(name), hasStores }));
    assert.equal(shown.includes('in production'), false, name);
  }
});

test('only a benchmark with a stored program has a lens to measure it again', async () => {
  const lenses = await lensesOf({ hasProgram: true });
  assert.deepEqual(titles(lenses), [
    '100\u202fns/op  5\u202fB/op  1\u202fallocs/op', 'measure again', '$(flame) profile', 'options…',
  ]);
  const { command, arguments: args } = lenses[1]!.command;
  assert.deepEqual([command, String(args[0]), args[1]], ['linecost.measureAgain', 'file:///w/a_test.go', 'BenchmarkA']);
  assert.equal(lenses[2]!.range.start.line, 2);
  for (const measured of [undefined, { hasProgram: false }]) {
    assert.equal(titles(await lensesOf(measured)).includes('measure again'), false);
  }
});

test('the tooltip of "measure again" names the pinned capture, if the benchmark has one', async () => {
  const tooltip = async (measured: MeasuredBenchmark) => (await lensesOf(measured))[1]!.command.tooltip!;
  assert.match(await tooltip({ hasProgram: true }), /the program of its earlier capture:\nthe two run one after the other, /);
  assert.match(await tooltip({ hasProgram: true, pinnedAt: 1e12 }), /the program of its pinned capture of .*2001.*:/);
});

test('above the columns of an earlier capture of the benchmark, the verdict is called the latest', async () => {
  const verdictBeside = async (id: string, name = 'BenchmarkA') => {
    const active = { capture: { id, target: { file: '/w/a_test.go', name } } };
    return titles(await lensesOf({ hasProgram: true, verdict: VERDICT }, { active }))[0];
  };
  assert.equal(await verdictBeside('a'), 'latest: 12.3\u202f% faster');
  assert.equal(await verdictBeside('b'), '12.3\u202f% faster');
  assert.equal(await verdictBeside('a', 'BenchmarkB'), '12.3\u202f% faster');
});

test('results that are newer than the columns or the verdict beside them are called the latest, with their time and one figure', async () => {
  const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
  const resultBeside = async (capture: object | undefined, verdict?: typeof VERDICT) => {
    const active = capture && { capture: { id: 'b', target, ...capture } };
    const lenses = await lensesOf({ hasProgram: true, ...(verdict && { verdict }) }, { active });
    return titlesAfterHottest(lenses)[verdict ? 1 : 0];
  };
  const figures = '100\u202fns/op  5\u202fB/op  1\u202fallocs/op';
  const later = /^latest \(\d\d:\d\d:\d\d\): 100\u202fns\/op$/;
  assert.match((await resultBeside({ capturedAt: 1000 }))!, later);
  assert.equal(await resultBeside({ capturedAt: Date.now() + 1000, results: resultsOf([[90, 5, 1]]) }), figures);
  assert.equal(await resultBeside({ capturedAt: 1000, results: resultsOf([[100, 5, 1]]) }), figures, 'the same results');
  assert.equal(await resultBeside({ capturedAt: 1000, target: { ...target, name: 'BenchmarkB' } }), figures);
  assert.match((await resultBeside(undefined, { ...VERDICT, isEarlier: true }))!, later);
});

test('results beside the columns of a later capture that was not timed are called earlier, with their time', async () => {
  const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
  const resultBeside = async (capture: object) => {
    return titlesAfterHottest(await lensesOf({ hasProgram: true }, { active: { capture: { id: 'b', target, ...capture } } }))[0]!;
  };
  const capturedAt = Date.now() + 1000;
  assert.match(await resultBeside({ capturedAt, results: [] }), /^earlier \(\d\d:\d\d:\d\d\): 100\u202fns\/op$/);
  const beingTimed = resultsOf([[100, 5, 1]]).map((result) => ({ ...result, values: [] }));
  assert.match(await resultBeside({ capturedAt, results: beingTimed }), /^earlier /);
  assert.match(await resultBeside({ capturedAt: 1000, results: beingTimed }), /^100\u202fns\/op/, 'it prints its own results');
});

test('if the earlier capture is of one case, the lens to measure again names it, or its tooltip if the name is long', async () => {
  const lensOf = async (onlyCase: string) => (await lensesOf({ hasProgram: true, onlyCase }))[1]!.command;
  assert.equal((await lensOf('small')).title, 'measure small again');
  assert.match((await lensOf('small')).tooltip!, /^Build BenchmarkA\/small as it is now, /);
  assert.equal((await lensOf('size=1000000/kind=json')).title, 'measure case again');
});

test('the verdict comes first, before the first figure and the lenses that run the benchmark, and opens the comparison', async () => {
  const lenses = await lensesOf({ hasProgram: true, verdict: VERDICT });
  assert.deepEqual(titles(lenses), [
    '12.3\u202f% faster', '100\u202fns/op', 'measure again', '$(flame) profile', 'options…',
  ]);
  assert.deepEqual([lenses[0]!.command.command, lenses[0]!.command.arguments], ['linecost.showVerdict', ['b']]);
  assert.match(String(lenses[1]!.command.tooltip), /^100\u202fns\/op  5\u202fB\/op  1\u202fallocs\/op\nShow the results /);
});

test('beside the verdict, the time before and now has no percentage, which the verdict has', async () => {
  const target = { kind: 'benchmark', file: '/w/a_test.go', name: 'BenchmarkA' };
  const [before, now] = [resultsOf([[100, 53, 1]]), resultsOf([[87.7, 5, 1]])];
  const active = { capture: { id: 'b', target, results: now }, baseline: { capture: { id: 'a', target, results: before } } };
  const titlesWith = async (verdict?: typeof VERDICT) =>
    titles(await lensesOf({ hasProgram: true, ...(verdict && { verdict }) }, { active, results: now }));
  assert.deepEqual((await titlesWith(VERDICT)).slice(0, 2), ['12.3\u202f% faster', '100 → 87.7\u202fns/op']);
  assert.deepEqual((await titlesWith()).slice(0, 1), ['100 → 87.7\u202fns/op (12.3\u202f% faster)  53 → 5\u202fB/op (−90.6\u202f%)  1\u202fallocs/op']);
});

test('a limited verdict has a warning icon, and its tooltip has the whole verdict and the details', async () => {
  const details = 'Measured in turns.\nThe clock was set.';
  const lens = (await lensesOf({ hasProgram: true, verdict: { ...VERDICT, isLimited: true, details } }))[0];
  assert.equal(titles([lens!])[0], '$(warning) 12.3\u202f% faster');
  assert.equal(lens!.command.tooltip, `${VERDICT.text}\n${details}`);
});

test('a benchmark without results has no verdict', async () => {
  const lenses = await lensesOf({ hasProgram: true, verdict: VERDICT }, { hasResults: false });
  assert.deepEqual(titles(lenses), ['measure again', '$(flame) profile', 'options…']);
});

const CASES = [
  'package a', '', 'func BenchmarkA(b *testing.B) {', '\tb.Run("x", run)', '\tb.Run("y", run)', '}',
];

const times = (name: string, ...values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op'], name);

/** A capture of cases that got faster. */
const captureOf = (id: string, names: readonly string[], notes: readonly string[] = []) => ({
  id, title: 'BenchmarkA', capturedAt: 0, profiles: [],
  results: names.flatMap((name) => times(name, 50, 51, 52, 53)),
  turns: { base: { id: 'old', capturedAt: 0 }, before: names.flatMap((name) => times(name, 100, 101, 102, 103)), wanted: 4, notes },
});

test('the verdict on a case is at its call, and opens the results, or the comparison if only this case was measured', async () => {
  const captures = [captureOf('c', ['y'], ['Busy.']), captureOf('b', ['x', 'y'], [])];
  const verdicts = latestVerdicts(captures);
  const results = captures[1]!.results;
  const lenses = await lensesOf({ hasProgram: true, verdict: { ...VERDICT, id: 'c' }, verdicts }, { text: CASES, results });
  const lensesAt = (line: number) => lenses.filter(({ range }) => range.start.line === line);
  const commandsAt = (line: number) => lensesAt(line).map(({ command }) => command);
  const verdict = '▼ 49.3\u202f% faster';
  assert.deepEqual(titles(lensesAt(3)), [verdict, '51.5\u202fns/op', '$(flame) profile this case']);
  assert.deepEqual([commandsAt(3)[0]!.command, commandsAt(3)[0]!.arguments.slice(1)], ['linecost.showResults', ['BenchmarkA', 'BenchmarkA/x-8']]);
  assert.equal(titles(lensesAt(4))[0], `$(warning) ${verdict}`);
  assert.deepEqual([commandsAt(4)[0]!.command, commandsAt(4)[0]!.arguments], ['linecost.showVerdict', ['c']]);
  assert.match(String(commandsAt(4)[0]!.tooltip), /^49\.3\u202f% faster \(p = 0\.029, n = 4\+4; an interval needs 6\+6\)\nMeasured in turns with the program of .*\nBusy\.\nClick to compare/);
  const newer = [...times('x', 9), ...times('y', 9)];
  const later = await lensesOf({ hasProgram: true, verdict: { ...VERDICT, id: 'c' }, verdicts }, { text: CASES, results: newer });
  assert.ok(!titles(later).some((title) => title.includes('faster')), 'results without a comparison have no verdict');
});

test('a verdict on several cases, which opens their table, has no lens for the results beside it', async () => {
  const capture = captureOf('b', ['x', 'y']);
  const measured = { hasProgram: true, verdict: { ...VERDICT, id: 'b' }, verdicts: latestVerdicts([capture]) };
  const titlesAt = async (text: readonly string[], of: MeasuredBenchmark) => {
    const lenses = await lensesOf(of, { text: [...text], results: capture.results });
    return [2, 4].map((line) => titles(lenses.filter(({ range }) => range.start.line === line)));
  };
  const loop = ['package a', '', 'func BenchmarkA(b *testing.B) {', '\tfor _, c := range cases {', '\t\tb.Run(c.name, run)', '\t}', '}'];
  const run = ['measure again', '$(flame) profile', 'options…'];
  assert.deepEqual(await titlesAt(loop, measured), [[VERDICT.title, ...run], ['2 faster, of 2 cases']]);
  assert.deepEqual(await titlesAt(loop, { hasProgram: true }), [['2 results…', ...run], ['2 results…']]);
  const ofOne = { ...measured, verdicts: latestVerdicts([captureOf('b', ['x'])]) };
  assert.deepEqual((await titlesAt(CASES, ofOne))[0], [VERDICT.title, '2 results…', ...run]);
});

test('a verdict with figures is one lens, and the results are a word at the end', async () => {
  const verdict = { ...VERDICT, title: '▼ 12.3\u202f% faster', figures: '114 → 100\u202fns/op' };
  const lenses = await lensesOf({ hasProgram: true, verdict });
  assert.deepEqual(titles(lenses), [
    '▼ 12.3\u202f% faster · 114 → 100\u202fns/op', 'measure again', '$(flame) profile', 'options…', 'results',
  ]);
  assert.deepEqual(lenses.at(-1)!.command.command, 'linecost.showResults');
  assert.match(String(lenses.at(-1)!.command.tooltip), /^100\u202fns\/op  5\u202fB\/op/);
  const later = await lensesOf({ hasProgram: true, verdict: { ...verdict, isEarlier: true } });
  assert.match(titles(later)[1]!, /^latest \(\d\d:\d\d:\d\d\): 100\u202fns\/op$/);
});

test('lenses are requested again once the first store is saved or the last one removed, and not for other changes', async () => {
  const { LensProvider } = await import('../../../../src/editor/lenses/lensProvider');
  let [areSaved, refreshes] = [false, 0];
  const changed = new FakeEmitter<void>();
  const neverFires = () => ({ dispose: () => {} });
  const quiet = { onDidChange: neverFires, of: () => undefined };
  const stores = { areSaved: () => areSaved, onDidChange: changed.event };
  const parts = [quiet, neverFires, quiet, quiet, {}, stores] as unknown as ConstructorParameters<typeof LensProvider>;
  const lenses = new LensProvider(...parts);
  lenses.onDidChangeCodeLenses(() => void refreshes++);
  const counts = [false, true, true, false].map((next) => {
    areSaved = next;
    changed.fire();
    return refreshes;
  });
  lenses.dispose();
  assert.deepEqual(counts, [0, 1, 1, 2]);
});
