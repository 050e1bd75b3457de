import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadedReports } from '../../../../src/engine/loadedReports';
import {
  type CumJudgements, FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE, type RowJudgements, type TableJudgements,
} from '../../../../src/profile/answers/changes';
import type { FlameView } from '../../../../src/profile/answers/flame';
import type { CallDirection, PathCalls, PeekBlock, TableView } from '../../../../src/profile/answers/table';
import type { Profile } from '../../../../src/profile/model';
import { pathCalls } from '../../../../src/profile/table/pathCalls';
import { peek } from '../../../../src/profile/table/peek';
import { tableWindow } from '../../../../src/profile/table/tableWindow';
import { judgementText } from '../../../../src/profile/text/judgementWords';
import { cpuProfile, differenceOf } from '../../../shared/differences';
import { loadedReports } from '../../../shared/loadedReports';

const BEFORE = cpuProfile([
  'main@a.go:1;parse@a.go:5 400', 'main@a.go:1;slow@a.go:9 300', 'main@a.go:1;same@a.go:12 200',
].join('\n'));
const NOW = cpuProfile([
  'main@a.go:1;parse@a.go:7;scan@a.go:20 390', 'main@a.go:1;slow@a.go:9 100', 'main@a.go:1;same@a.go:12 210',
].join('\n'));
const never = new AbortController().signal;
const VIEW: FlameView = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
const TABLE: TableView = { sort: 'name', direction: 'ascending', search: '', from: 0, limit: 10, find: '' };

function judgementTexts(judgements: RowJudgements & Pick<CumJudgements, 'moves'>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, row) => [name, judgementText(judgements, row, 1)]));
}

test('frames of the flame graph have a judgement on their cum', async () => {
  const window = await loadedReports(differenceOf(NOW, BEFORE)).flame(1, VIEW, never);
  const names = [...window.name].map((name) => window.names[name]!);
  assert.deepEqual(judgementTexts(window.changes!, names), {
    all: '', main: '', slow: '', scan: 'moved: parse lost as much', parse: 'within the noise', same: 'within the noise',
  });
});

/** A comparison of a benchmark that runs in turns showed to be faster, or slower. */
function benchmarkInTurns(isIncrease: boolean): LoadedReports {
  const stacks = (parse: number, sort: number) => cpuProfile([
    `testing.(*B).runN@b.go:9;m.BenchmarkX@x.go:3;m.parse@a.go:5 ${parse}`, `testing.(*B).runN@b.go:9;m.BenchmarkX@x.go:3;m.sort@a.go:9 ${sort}`,
  ].join('\n'));
  const difference = differenceOf(stacks(10, 9), stacks(13, 10));
  const changes = [{ type: 'cpu', isIncrease, evidence: '10+10 runs in turns, p < 0.001' }];
  const turns = { function: 'BenchmarkX', changes };
  return loadedReports({ ...difference, difference: { ...difference.difference!, turns } });
}

const [NOISE_TEXT, FIRM_TEXT] = ['within the noise', 'firm: 10+10 runs in turns, p < 0.001'];

test('runs in turns decide about the frames and rows of the whole benchmark, but not about those below it', async () => {
  const frameTexts = async (reports: LoadedReports) => {
    const window = await reports.flame(1, VIEW, never);
    return judgementTexts(window.changes!, [...window.name].map((name) => window.names[name]!));
  };
  const [noise, firm] = [NOISE_TEXT!, FIRM_TEXT!];
  const below = { 'm.parse': noise, 'm.sort': noise };
  assert.deepEqual(await frameTexts(benchmarkInTurns(false)), { all: firm, 'testing.(*B).runN': firm, 'm.BenchmarkX': firm, ...below });
  assert.deepEqual(await frameTexts(benchmarkInTurns(true)), { all: noise, 'testing.(*B).runN': noise, 'm.BenchmarkX': noise, ...below },
    'a profile that changed in the other direction is judged by its samples');
  const { changes, name } = tableWindow(await benchmarkInTurns(false).tables.table(1, {}).ready(never), TABLE);
  assert.deepEqual(judgementTexts(inColumn(changes!, 'cum'), name), { ...below, 'm.BenchmarkX': firm, 'testing.(*B).runN': firm });
});

test('runs in turns decide about all frames together, unless other costs changed by more than the benchmark', async () => {
  const stacks = (work: number, gc: number) => cpuProfile([
    `testing.(*B).runN@b.go:9;m.BenchmarkX@x.go:3 ${work}`, `runtime.gc@g.go:1 ${gc}`,
  ].join('\n'));
  const rootText = async (now: Profile, before: Profile) => {
    const difference = differenceOf(now, before);
    const turns = { function: 'BenchmarkX', changes: [{ type: 'cpu', isIncrease: false, evidence: '10+10 runs in turns, p < 0.001' }] };
    const reports = loadedReports({ ...difference, difference: { ...difference.difference!, turns } });
    const window = await reports.flame(1, VIEW, never);
    return judgementTexts(window.changes!, [...window.name].map((name) => window.names[name]!)).all;
  };
  assert.equal(await rootText(stacks(10, 10), stacks(13, 12)), FIRM_TEXT);
  assert.equal(await rootText(stacks(9, 90), stacks(10, 110)), NOISE_TEXT, 'a change of the setup, which turns did not measure');
  assert.equal(await rootText(stacks(10, 14), stacks(13, 10)), NOISE_TEXT, 'together they cost more');
});

test('runs in turns decide about the callers of the benchmark and the call of it, but not about its callees', async () => {
  const table = await benchmarkInTurns(false).tables.table(1, {}).ready(never);
  const callTexts = ({ changes, name }: PathCalls) => judgementTexts(inColumn(changes!, 'cum'), name);
  const [ofBenchmark] = peek(table, { name: 'm.BenchmarkX', limit: 5 }).blocks as [PeekBlock];
  assert.deepEqual(callTexts(ofBenchmark.callers), { 'testing.(*B).runN': FIRM_TEXT });
  assert.deepEqual(callTexts(ofBenchmark.callees), { 'm.parse': NOISE_TEXT, 'm.sort': NOISE_TEXT });
  const [ofRunner] = peek(table, { name: 'testing.(*B).runN', limit: 5 }).blocks as [PeekBlock];
  assert.deepEqual(callTexts(ofRunner.callees), { 'm.BenchmarkX': FIRM_TEXT });
  const [ofParse] = peek(table, { name: 'm.parse', limit: 5 }).blocks as [PeekBlock];
  assert.deepEqual(callTexts(ofParse.callers), { 'm.BenchmarkX': NOISE_TEXT });
});

test('runs in turns decide about a row of lines only if it has all costs of the benchmark', async () => {
  const stacks = (first: number, second: number) => cpuProfile(`m.BenchmarkX@x.go:3 ${first}\nm.BenchmarkX@x.go:4 ${second}`);
  const difference = differenceOf(stacks(10, 6), stacks(13, 7));
  const changes = [{ type: 'cpu', isIncrease: false, evidence: '10+10 runs in turns, p < 0.001' }];
  const turns = { function: 'BenchmarkX', changes };
  const reports = loadedReports({ ...difference, difference: { ...difference.difference!, turns } });
  const { changes: judgements, name } = tableWindow(await reports.tables.table(1, { granularity: 'lines' }).ready(never), TABLE);
  assert.deepEqual(Object.values(judgementTexts(inColumn(judgements!, 'cum'), name)), [NOISE_TEXT, NOISE_TEXT]);
});

test('runs in turns decide about a line in the benchmark that has all of its costs, but not about lines below it', async () => {
  const lines = async (isIncrease: boolean, ...files: readonly string[]) => {
    const changes = await benchmarkInTurns(isIncrease).fileChanges(1, files, never);
    return changes!.map(({ lines: [line], cum }) => `${line} ${cum.judgement[0]} ${cum.evidence ?? ''}`.trim());
  };
  const [firm, noise] = [`3 ${FIRM_IN_TURNS} 10+10 runs in turns, p < 0.001`, `5 ${NOISE} 10+10 runs in turns, p < 0.001`];
  assert.deepEqual(await lines(false, 'x.go', 'a.go'), [firm, noise]);
  assert.deepEqual(await lines(true, 'x.go', 'a.go'), [`3 ${NOISE}`, `5 ${NOISE}`]);
});

test('runs in turns decide about code that has nearly all costs of the benchmark and hardly any others', async () => {
  const stacks = (work: number, rest: number, gc: number, elsewhere = 0) => cpuProfile([
    `testing.(*B).runN@b.go:9;m.BenchmarkX@x.go:3;m.work@a.go:5 ${work}`, `testing.(*B).runN@b.go:9;m.BenchmarkX@x.go:3;m.rest@a.go:9 ${rest}`,
    `runtime.gc@g.go:1;runtime.mark@g.go:2 ${gc}`, `m.background@g.go:5;m.work@a.go:5 ${elsewhere}`,
  ].join('\n'));
  const judgements = async (now: Profile, before: Profile) => {
    const difference = differenceOf(now, before);
    const turns = { function: 'BenchmarkX', changes: [{ type: 'cpu', isIncrease: false, evidence: '10+10 runs in turns, p < 0.001' }] };
    const reports = loadedReports({ ...difference, difference: { ...difference.difference!, turns } });
    const { changes, name } = tableWindow(await reports.tables.table(1, {}).ready(never), TABLE);
    const isFirm = (column: 'flat' | 'cum') => Object.entries(judgementTexts(inColumn(changes!, column), name))
      .filter(([, text]) => text.startsWith('firm')).map(([symbol]) => symbol).sort();
    return { flat: isFirm('flat'), cum: isFirm('cum') };
  };
  const all = ['m.BenchmarkX', 'testing.(*B).runN'];
  assert.deepEqual(await judgements(stacks(40, 0, 3), stacks(50, 0, 4)), { flat: ['m.work'], cum: [...all, 'm.work'].sort() });
  assert.deepEqual(await judgements(stacks(40, 0, 3), stacks(50, 1, 4)), { flat: ['m.work'], cum: [...all, 'm.work'].sort() });
  assert.deepEqual(await judgements(stacks(40, 2, 3), stacks(50, 2, 4)), { flat: [], cum: all }, 'the rest may be the change');
  assert.deepEqual(await judgements(stacks(40, 0, 40), stacks(50, 0, 50)), { flat: ['m.work'], cum: [...all, 'm.work'].sort() },
    'other code with the same costs is judged by its samples');
  assert.deepEqual(await judgements(stacks(40, 0, 3, 10), stacks(50, 0, 4, 12)), { flat: [], cum: all }, 'work has other costs too');
  assert.deepEqual(await judgements(stacks(400, 0, 3), stacks(900, 0, 4)), { flat: [], cum: [] }, 'the samples show it themselves');
});

test('a block of lines has a judgement, and runs in turns decide about that of the whole benchmark', async () => {
  const judgements = async (reports: LoadedReports, file: string, ...blocks: (readonly [number, number])[]) => {
    const costs = await reports.blockCosts({ sampleType: 1, files: [file], blocks }, never);
    return costs.map(({ judgement }) => judgement?.cum);
  };
  assert.deepEqual(await judgements(benchmarkInTurns(false), 'x.go', [2, 8], [4, 8]), [FIRM_IN_TURNS, NOISE]);
  assert.deepEqual(await judgements(benchmarkInTurns(true), 'x.go', [2, 8]), [NOISE]);
  assert.deepEqual(await judgements(benchmarkInTurns(false), 'a.go', [1, 20], [5, 5]), [FIRM_IN_TURNS, NOISE], 'all or half of its callees');
  const difference = loadedReports(differenceOf(NOW, BEFORE));
  assert.deepEqual(await judgements(difference, 'a.go', [4, 7], [8, 10], [20, 20], [11, 13]), [NOISE, FIRM_CHANGE, MOVED, NOISE]);
  assert.deepEqual(await judgements(loadedReports(NOW), 'a.go', [4, 7]), [undefined]);
});

test('callers of a function in the flame graph have no judgement text', async () => {
  const reports = loadedReports(differenceOf(NOW, BEFORE));
  const window = await reports.flame(1, { ...VIEW, from: 'scan', callers: true }, never);
  const callers = [...window.caller.keys()].filter((row) => window.caller[row] === 1);
  assert.ok(callers.length > 0 && callers.every((row) => judgementText(window.changes!, row, 1) === ''));
});

const inColumn = (changes: TableJudgements, column: 'flat' | 'cum') => ({ ...changes[column], moves: changes.moves });

test('rows of Top and functions in Peek have judgements on flat and cum', async () => {
  const table = await loadedReports(differenceOf(NOW, BEFORE)).tables.table(1, {}).ready(never);
  const { changes, name } = tableWindow(table, TABLE);
  assert.deepEqual(judgementTexts(inColumn(changes!, 'flat'), name), {
    main: 'within the noise', parse: 'moved: scan lost as much', same: 'within the noise',
    scan: 'moved: parse lost as much', slow: '',
  });
  assert.equal(judgementTexts(inColumn(changes!, 'cum'), name).parse, 'within the noise');
  const peekJudgements = peek(table, { name: 'parse', limit: 5 }).changes!;
  const ofParse = (column: 'flat' | 'cum') => judgementTexts(inColumn(peekJudgements, column), ['parse']);
  assert.deepEqual([ofParse('flat'), ofParse('cum')], [
    { parse: 'moved: scan lost as much' }, { parse: 'within the noise' },
  ]);
});

test('the order of firm changes has those of the sorted column first, and the largest of each part first', async () => {
  const difference = differenceOf(NOW, BEFORE);
  const table = await loadedReports(difference).tables.table(1, {}).ready(never);
  const namesBy = (sort: TableView['sort'], direction: TableView['direction']) =>
    tableWindow(table, { ...TABLE, sort, direction }).name.join(' ');
  assert.equal(namesBy('flat', 'size'), 'parse scan slow same main');
  assert.equal(namesBy('flat', 'firm'), 'slow parse scan same main', 'the work that moved from parse to scan is no firm change');
  assert.equal(namesBy('name', 'firm'), namesBy('name', 'size'));
  const single = tableWindow(await loadedReports(NOW).tables.table(1, {}).ready(never), { ...TABLE, sort: 'flat', direction: 'firm' });
  assert.equal(single.name.join(' '), 'scan same slow main parse', 'a profile that is not compared has no firm changes');
});

test('callers and callees in Peek, and on a path in Top, have judgements on their calls', async () => {
  const table = await loadedReports(differenceOf(NOW, BEFORE)).tables.table(1, {}).ready(never);
  const [{ callees }] = peek(table, { name: 'main', limit: 5 }).blocks as [PeekBlock];
  assert.deepEqual(judgementTexts(inColumn(callees.changes!, 'cum'), callees.name), {
    slow: '', parse: 'within the noise', same: 'within the noise',
  });
  const nodeOf = (name: string) => table.nodes.infos.findIndex((info) => info.name === name);
  const calls = (direction: CallDirection, ...names: string[]) => {
    return pathCalls(table, { direction, path: names.map(nodeOf), from: 0, limit: 5 });
  };
  const callsOfParse = calls('callees', 'main', 'parse');
  const texts = ({ changes, name }: PathCalls, column: 'flat' | 'cum') => judgementTexts(inColumn(changes!, column), name);
  assert.deepEqual([texts(callsOfParse, 'flat'), texts(callsOfParse, 'cum')], [
    { scan: 'moved: parse lost as much' }, { scan: 'moved: parse lost as much' },
  ]);
  const callsOfMain = calls('callees', 'main');
  assert.equal(texts(callsOfMain, 'flat').parse, 'moved: scan lost as much');
  const [callersOfSlow, callersOfSame] = [calls('callers', 'slow'), calls('callers', 'same')];
  assert.deepEqual([texts(callersOfSlow, 'cum'), texts(callersOfSame, 'cum')], [
    { main: '' }, { main: 'within the noise' },
  ]);
});

test('calls after the first window have the judgements of their own rows', async () => {
  const table = await loadedReports(differenceOf(NOW, BEFORE)).tables.table(1, {}).ready(never);
  const path = [table.nodes.infos.findIndex(({ name }) => name === 'main')];
  const all = pathCalls(table, { direction: 'callees', path, from: 0, limit: 9 });
  const last = pathCalls(table, { direction: 'callees', path, from: 2, limit: 1 });
  const allJudgements = judgementTexts(inColumn(all.changes!, 'cum'), all.name);
  const lastJudgements = judgementTexts(inColumn(last.changes!, 'cum'), last.name);
  assert.deepEqual([allJudgements[all.name[0]!], allJudgements[all.name[2]!]], ['', 'within the noise']);
  assert.deepEqual(Object.values(lastJudgements), ['within the noise']);
});

test('lines have judgements in order, but not in single profiles or under mean, drop_negative or divide_by', async () => {
  const difference = differenceOf(NOW, BEFORE);
  const [file] = (await loadedReports(difference).fileChanges(1, ['a.go'], never)) ?? [];
  assert.deepEqual([...file!.lines], [1, 5, 7, 9, 12, 20]);
  assert.equal(await loadedReports(NOW).fileChanges(1, ['a.go'], never), undefined);
  for (const refinement of [{ mean: true }, { drop_negative: true }, { divide_by: 2 }]) {
    const reports = loadedReports(difference, refinement);
    assert.equal(await reports.fileChanges(1, ['a.go'], never), undefined);
    const table = await reports.tables.table(1, refinement).ready(never);
    assert.equal(tableWindow(table, TABLE).changes, undefined);
    assert.equal(peek(table, { name: 'main', limit: 5 }).blocks[0]?.callees.changes, undefined);
  }
});
