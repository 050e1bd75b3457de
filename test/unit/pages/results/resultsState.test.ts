import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../shared/inOneStep';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { withSlowBuild } from '../../../../src/bench/slowBuild';
import { resultsState } from '../../../../src/pages/results/resultsState';

const FILE = '/p/a_test.go';

function capture(id: string, overrides: Partial<CaptureRecord> & { readonly output?: string } = {}): CaptureRecord {
  const { output = 'BenchmarkA-8 \t 10\t 3 ns/op', ...rest } = overrides;
  const name = 'BenchmarkA';
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }, { label: 'memory', fileName: 'memory.pprof' }];
  const { results } = parseBenchmarks(output);
  return { id, title: name, capturedAt: 1e12, target: { file: FILE, name }, profiles, results, ...rest };
}

test('the page gets the results and the captures of the benchmark, and the units of all of them', () => {
  const captures = [
    capture('4', {
      target: { file: FILE, name: 'BenchmarkA/x' },
      title: 'BenchmarkA/x',
      output: 'BenchmarkA/x-8 \t 20\t 4 ns/op\t 7 B/op',
    }),
    capture('3', { title: 'before the change' }),
    capture('2', { target: { file: '/q/a_test.go', name: 'BenchmarkA' } }),
    capture('1', { target: { file: FILE, name: 'BenchmarkB' } }),
    capture('0', { target: undefined }),
  ];
  const { results } = captures[1]!;
  const state = resultsState({
    benchmark: 'BenchmarkA', uri: 'file:///p/a_test.go', file: FILE, place: 'a_test.go', results, captures,
    activeId: '4', baselineId: '3', canRun: true, programs: new Set<string>(), now: 1e12,
  });
  assert.deepEqual(state.units, ['ns/op', 'B/op']);
  const rows = state.rows.map(({ key, cells }) => [key, ...cells.map((cell) => cell?.text)]);
  assert.deepEqual(rows, [['BenchmarkA-8', '3\u202fns', undefined]]);
  assert.deepEqual(
    state.captures.map(({ id, only, title, isActive, isBaseline }) => [id, only, title, isActive, isBaseline]),
    [['4', 'x', undefined, true, false], ['3', undefined, 'before the change', false, true]],
  );
  assert.deepEqual(
    state.captures.map(({ kinds, rows: [row] }) => [kinds.join(), row!.iterations.text]),
    [['cpu,memory', '20'], ['cpu,memory', '10']],
  );
});

test('a capture has a remark if its conditions differ from those of the active capture, or else of the newest', () => {
  const captureWith = (id: string, goVersion: string) => capture(id, { conditions: { goVersion, maxProcs: 8 } });
  const captures = [captureWith('2', 'go1.26.8'), captureWith('1', 'go1.26.8'), captureWith('0', 'go1.25.1')];
  const input = { benchmark: 'BenchmarkA', uri: '', file: FILE, place: '', results: [], captures, canRun: true, programs: new Set<string>(), now: 1e12 };
  const shortTexts = (activeId?: string) => {
    return resultsState({ ...input, activeId }).captures.map(({ conditions }) => conditions?.short);
  };
  assert.deepEqual(shortTexts(), [undefined, undefined, 'Go 1.25.1 (newest: 1.26.8)']);
  assert.deepEqual(shortTexts('0'), ['Go 1.26.8 (active: 1.25.1)', 'Go 1.26.8 (active: 1.25.1)', undefined]);
  const fullText = (index: number, activeId?: string) => {
    return resultsState({ ...input, activeId }).captures[index]?.conditions?.whole;
  };
  const remark = (reference: string, versions: string) =>
    `Measured under other conditions than the ${reference} capture: Go ${versions}.`;
  assert.equal(fullText(2), remark('newest', '1.25.1 (newest: 1.26.8)'));
  assert.equal(fullText(2, '1'), remark('active', '1.25.1 (active: 1.26.8)'));
  assert.equal(fullText(1, '0'), remark('active', '1.26.8 (active: 1.25.1)'));
});

test('captures in another environment than Go\'s default say so, and those of the default how they differ from them', () => {
  const captures = [{ GOGC: '10' }, {} as Record<string, string>].map((environment, i) => {
    return capture(`${i}`, { conditions: { environment: { ...environment } } });
  });
  const input = { benchmark: 'BenchmarkA', uri: '', file: FILE, place: '', results: [], captures, canRun: true, programs: new Set<string>(), now: 1e12 };
  assert.deepEqual(resultsState(input).captures.map(({ conditions }) => conditions), [
    { short: 'GOGC=10', whole: 'Measured with GOGC=10.' },
    { short: 'GOGC=100 (newest: 10)', whole: 'Measured under other conditions than the newest capture: GOGC=100 (newest: 10).' },
  ]);
});

/** A capture by Measure Again with four runs of each case: about 100 ns before, and about the time in `cases` now. */
function measured(id: string, cases: Readonly<Record<string, number>>, notes: readonly string[] = []): CaptureRecord {
  const output = (timeOf: (name: string) => number) => Object.keys(cases).flatMap((name) => [0, 1, 2, 3].map((extra) =>
    `BenchmarkA/${name}-8 \t 10\t ${timeOf(name) + extra} ns/op`)).join('\n');
  const before = parseBenchmarks(output(() => 100)).results;
  const turns = { base: { id: 'old', capturedAt: 1e12 }, before, wanted: 4, notes };
  return { ...capture(id, { output: output((name) => cases[name]!) }), turns };
}

function stateOf(captures: CaptureRecord[], results = captures[0]!.results) {
  const common = { benchmark: 'BenchmarkA', uri: 'file:///p/a_test.go', file: FILE, place: 'a_test.go' };
  return resultsState({ ...common, results, captures, canRun: true, programs: new Set<string>(), now: 1e12 });
}

test('each row has its verdict with p and n, and the notes name the limitations', () => {
  const { rows, notes } = stateOf([measured('b', { x: 50, y: 200, z: 100 }, ['It runs on battery.'])]);
  const verdicts = rows.map(({ name, verdict }) => [name, verdict!.words, verdict!.p, verdict!.pairs, verdict!.kind]);
  assert.deepEqual(verdicts.slice(0, 2), [
    ['x', '49.3\u202f% faster', '0.029', '4+4', 'faster'],
    ['y', '2.0× slower', '0.029', '4+4', 'slower'],
  ]);
  assert.match(verdicts[2]![1]!, /^no difference that 4 runs can show; 16 would show /);
  assert.deepEqual(verdicts[2]!.slice(2), ['1.000', '4+4', 'none']);
  assert.match(notes[0]!.text, /^Measured in turns with the program of the capture of \d/);
  assert.deepEqual(notes.slice(1), [{ text: 'It runs on battery.', isWarning: true }]);
  assert.match(rows[0]!.verdict!.details, /^Measured in turns with .*\nIt runs on battery\.$/);
});

test('a note says why figures are not those of an operation', () => {
  const misfit = { text: 'BenchmarkA does not loop b.N times.', sign: 'does not loop b.N times' };
  const { results } = parseBenchmarks('BenchmarkA-8 \t 10\t 3 ns/op\nBenchmarkA-8 \t 10\t 4 ns/op');
  const { notes } = stateOf([capture('a')], results.map((result) => ({ ...result, misfit })));
  assert.deepEqual(notes, [{ text: misfit.text, isWarning: true }]);
});

test('results of a race build have a note, and its captures a remark', () => {
  const results = withSlowBuild(capture('1').results, ['-race']);
  const captures = [capture('1', { conditions: { flags: ['-race'] } }), capture('0', { conditions: { flags: [] } })];
  const input = { benchmark: 'BenchmarkA', uri: '', file: FILE, place: '', captures, canRun: true, programs: new Set<string>(), now: 1e12 };
  const text = 'Measured with -race, which makes programs several times slower.';
  assert.deepEqual(resultsState({ ...input, results }).notes, [{ text, isWarning: true }]);
  const remarks = (activeId: string) =>
    resultsState({ ...input, results, activeId }).captures.map(({ conditions }) => conditions);
  assert.deepEqual(remarks('1')[0], { short: 'race build', whole: text });
  assert.equal(remarks('0')[0]?.short, 'race build, flags -race (active: none)');
  assert.match(remarks('0')[0]?.whole ?? '', /^Measured with -race.*slower\. Measured under other conditions than the active capture/);
});

test('verdicts of several measurements are distinguished, and newer results have no old verdict', () => {
  const [later, first] = [measured('c', { y: 50 }, ['Busy.']), measured('b', { x: 50, y: 200 }, ['Busy.'])];
  const results = [...first.results.filter(({ subName }) => subName === 'x'), ...later.results];
  const { rows, notes } = stateOf([later, first], results);
  assert.deepEqual(rows.map(({ name, verdict }) => [name, verdict!.kind]), [['x', 'faster'], ['y', 'faster']]);
  assert.deepEqual(notes.map(({ text }) => text), ['The verdicts are from 2 measurements: point at a verdict to see which.', 'Busy.']);
  const newer = stateOf([first], parseBenchmarks('BenchmarkA/x-8 \t 10\t 3 ns/op').results);
  assert.deepEqual([newer.rows[0]!.verdict, newer.notes], [undefined, []]);
});
