import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DumpComparison, GroupRow } from '../../../src/goroutines/answers';
import { compareDumps } from '../../../src/goroutines/compareDumps';
import type { TextFacts } from '../../../src/goroutines/dump';
import { DumpViews } from '../../../src/goroutines/dumpViews';
import { dumpProfile } from '../../../src/goroutines/dumpProfile';
import { readTexts } from '../../../src/goroutines/readText';
import { finish } from '../../../src/profile/common/guard';
import { decodeProfile } from '../../../src/profile/wire/decode';

/** A goroutine as debug=2 prints it, in a function of the program. */
function goroutine(id: number, fn: string, { status = 'select', parent = 1 } = {}): string {
  return `goroutine ${id} [${status}]:\nmain.${fn}()\n\t/app/${fn}.go:3 +0x1\ncreated by main.start in goroutine ${parent}\n\t/app/main.go:9 +0x2\n\n`;
}

const MAIN = 'goroutine 1 [IO wait]:\nmain.main()\n\t/app/main.go:20 +0x1\n\n';

/** debug=1 of the goroutines of a function. */
function counted(total: number, groups: Readonly<Record<string, number>>): string {
  const texts = Object.entries(groups).map(([fn, count]) =>
    `${count} @ 0x1 0x2\n#\t0x1\truntime.gopark+0x1\t/go/src/runtime/proc.go:1\n#\t0x1\tmain.${fn}+0x1\t/app/${fn}.go:3\n`);
  return `goroutine profile: total ${total}\n${texts.join('\n')}`;
}

interface Given extends TextFacts {
  readonly text: string;
}

function viewsOf(texts: readonly Given[]): DumpViews {
  const encoder = new TextEncoder();
  const dumps = finish(readTexts(texts.map(({ text, ...facts }) => ({ ...facts, bytes: encoder.encode(text) }))));
  return new DumpViews(dumps, finish(compareDumps(dumps)));
}

function compared(before: string, after: string, facts: readonly [TextFacts, TextFacts] = [{}, {}]): DumpViews {
  return viewsOf([{ ...facts[0], text: before, isBefore: true }, { ...facts[1], text: after }]);
}

function comparisonOf(views: DumpViews): DumpComparison {
  return views.summary().all.comparison!;
}

function rows(views: DumpViews, filter: object = {}): readonly GroupRow[] {
  return views.groups({ text: '', hidesIdle: false, from: 0, limit: 100, ...filter }).groups;
}

/** `wait select 1→3 came 2,3 left - stuck -`. */
function brief({ frames, state, count, change }: GroupRow): string {
  const { before, moves } = change!;
  const ids = (of: readonly number[] | undefined) => of?.join() || '-';
  const moved = moves ? ` came ${ids(moves.cameIds)} left ${ids(moves.leftIds)} stuck ${ids(moves.stuckIds)}` : '';
  return `${frames[0]?.function.replace('main.', '')} ${state} ${before}→${count}${moved}`;
}

test('goroutines that came, that left and that went on are told apart by their numbers, the groups that grew first', () => {
  const before = MAIN + goroutine(7, 'work') + goroutine(8, 'work') + goroutine(9, 'load');
  const after = MAIN + goroutine(7, 'work') + goroutine(9, 'save') + goroutine(20, 'save') + goroutine(21, 'save');
  const views = compared(before, after);
  assert.deepEqual(rows(views).map(brief), [
    'save select 0→3 came 20,21 left - stuck -',
    'main IO wait 1→1 came - left - stuck -',
    'work select 2→1 came - left 8 stuck -',
    'load select 1→0 came - left - stuck -',
  ]);
  assert.deepEqual(comparisonOf(views), { identity: 'assumed', before: 4, after: 5, moves: { came: 2, left: 1, stayed: 3, stuck: 0 } });
  const [save, , , load] = rows(views).map(({ change }) => change!.moves!);
  assert.deepEqual([save?.arrived, load?.wentOn], [1, 1]);
});

test('each change can be chosen, and the counts of what is found are those of the goroutines that did so', () => {
  const before = goroutine(7, 'work') + goroutine(8, 'work') + goroutine(9, 'load');
  const after = goroutine(7, 'work') + goroutine(20, 'save') + goroutine(21, 'save');
  const views = compared(before, after);
  const found = (change: string) => {
    const { groups, goroutines } = views.groups({ text: '', hidesIdle: false, from: 0, limit: 9, change: change as 'came' });
    return `${groups.map(({ frames }) => frames[0]?.function)} ${goroutines}`;
  };
  assert.equal(found('came'), 'main.save 2');
  assert.equal(found('left'), 'main.work,main.load 2');
  assert.equal(found('stayed'), 'main.work 1');
  assert.equal(found('grew'), 'main.save 2');
  assert.equal(found('shrank'), 'main.work,main.load 1');
  assert.equal(found('stuck'), ' 0');
  assert.deepEqual(rows(views, { text: '8' }).map(brief), ['work select 2→1 came - left 8 stuck -']);
});

test('a goroutine is stuck if it waits longer at the same place; with known times, if it waits since before the first', () => {
  const dump = (minutes: readonly number[]) => minutes.map((wait, i) =>
    goroutine(7 + i, 'wait', { status: wait === 0 ? 'select' : `select, ${wait} minutes` })).join('');
  const [before, after] = [dump([2, 5, 0, 9, 0]), dump([4, 5, 3, 1, 0])];
  assert.deepEqual(rows(compared(before, after)).map(brief), ['wait select 5→5 came - left - stuck 7,9']);
  const inSeconds = (seconds: number) =>
    rows(compared(before, after, [{ takenAt: 1000 }, { takenAt: 1000 + seconds * 1000 }])).map(brief);
  assert.deepEqual(inSeconds(5), ['wait select 5→5 came - left - stuck 7,8,9,10']);
  assert.deepEqual(inSeconds(120), ['wait select 5→5 came - left - stuck 7,8,9']);
  assert.deepEqual(inSeconds(200), ['wait select 5→5 came - left - stuck 7,8']);
});

test('numbers of another process mean nothing: a start that differs, or the process, shows it, and only counts are compared', () => {
  const before = MAIN + goroutine(7, 'work') + goroutine(8, 'work');
  const other = MAIN + goroutine(7, 'work', { parent: 5 }) + goroutine(8, 'work') + goroutine(9, 'work');
  assert.deepEqual(comparisonOf(compared(before, other)), { identity: 'other', before: 3, after: 4 });
  assert.deepEqual(rows(compared(before, other)).map(brief), ['work select 2→3', 'main IO wait 1→1']);
  const process = 'process 7 since 1';
  assert.equal(comparisonOf(compared(before, before, [{ process }, { process: 'process 8 since 2' }])).identity, 'other');
  assert.equal(comparisonOf(compared(before, before, [{ process }, { process }])).identity, 'process');
  assert.equal(comparisonOf(compared(before, other, [{ process }, { process }])).identity, 'other');
  assert.equal(comparisonOf(compared(before, goroutine(70, 'work'))).identity, 'other');
});

test('debug=1 has no numbers, so counts are compared, with debug=2 too, whose states and frames of the runtime it lacks', () => {
  const counts = compared(counted(5, { work: 2, load: 3 }), counted(8, { work: 8 }));
  assert.equal(comparisonOf(counts).identity, 'counts');
  assert.deepEqual(rows(counts).map(({ frames, count, change }) => `${frames[1]?.function} ${change?.before}→${count}`), [
    'main.work 2→8', 'main.load 3→0',
  ]);
  const after = goroutine(7, 'work') + goroutine(8, 'work', { status: 'sleep' }) + goroutine(9, 'load');
  const mixed = compared(counted(5, { work: 2, load: 3 }), after);
  assert.deepEqual(rows(mixed).map(brief), ['work  2→2', 'load  3→1']);
  assert.deepEqual(comparisonOf(mixed), { identity: 'counts', before: 5, after: 3 });
});

test('the instances of a service are shown together with the number of each, and compared one by one', () => {
  const texts = (isBefore: boolean, a: string, b: string): Given[] => [
    { service: 'a:1', isBefore, text: a }, { service: 'b:1', isBefore, text: b },
  ];
  const OF_B = { parent: 3 };
  const views = viewsOf([
    ...texts(true, goroutine(7, 'work'), goroutine(7, 'work', OF_B)),
    ...texts(false, goroutine(7, 'work') + goroutine(8, 'work'), goroutine(9, 'work', OF_B) + goroutine(7, 'work', OF_B)),
  ]);
  const [work] = rows(views);
  assert.deepEqual(work?.services, [{ text: 'a:1', count: 2 }, { text: 'b:1', count: 2 }]);
  const { before, moves } = work!.change!;
  assert.deepEqual([work?.count, before, moves?.came, moves?.same], [4, 2, 2, 2]);
  const heads = views.summary().dumps
    .map(({ title, comparison }) => [title, comparison?.identity, comparison?.moves?.came]);
  assert.deepEqual(heads, [['a:1', 'assumed', 1], ['b:1', 'assumed', 1]]);
  assert.deepEqual(rows(views, { dump: 1 }).map(brief), ['work select 1→2 came 9 left - stuck -']);
  const { labels, strings, values } = decodeProfile(dumpProfile(views.dumps, undefined));
  assert.deepEqual([...labels.str].map((each) => strings.get(each)), ['a:1', 'b:1']);
  assert.deepEqual([...values[0]], [2, 2]);
});

test('an instance that answered only before or only now is left out, and does not spoil the comparison of the others', () => {
  const works = (from: number, count: number) => Array.from({ length: count }, (_, i) => goroutine(from + i, 'work')).join('');
  const views = viewsOf([
    { service: 'a:1', isBefore: true, text: works(7, 2) },
    { service: 'gone:1', isBefore: true, text: works(7, 9) },
    { service: 'a:1', text: works(7, 3) },
    { service: 'new:1', text: works(7, 10) },
  ]);
  const moves = { came: 1, left: 0, stayed: 2, stuck: 0 };
  assert.deepEqual(comparisonOf(views), { identity: 'assumed', before: 2, after: 3, moves });
  assert.deepEqual(rows(views).map(brief), ['work select 2→3 came 9 left - stuck -']);
});

test('a dump without goroutines is not of another process', () => {
  const none = counted(0, {}).replace(/^goroutine profile.*\n/, 'SIGQUIT: quit\n\n');
  assert.notEqual(comparisonOf(compared(none, goroutine(7, 'work'))).identity, 'other');
});

test('instances that have other names than before, and a text without one, are compared together by their counts', () => {
  const after: Given[] = [{ service: 'a:1', text: goroutine(7, 'work') }, { service: 'b:1', text: goroutine(7, 'work') }];
  const renamed = viewsOf([{ service: 'c:1', isBefore: true, text: goroutine(7, 'work') }, ...after]);
  assert.deepEqual(rows(renamed).map(brief), ['work select 1→2']);
  const text = viewsOf([{ isBefore: true, text: counted(5, { work: 5 }) }, ...after]);
  assert.deepEqual([rows(text).map(brief), comparisonOf(text).identity], [['work  5→2'], 'counts']);
});

test('of a text with several dumps, the chosen one is compared, else the last', () => {
  const text = ['work', 'load', 'save'].map((fn) => goroutine(7, fn)).join('');
  assert.deepEqual(rows(compared(text, text)).map(brief), ['save select 1→1 came - left - stuck -']);
  assert.deepEqual(rows(compared(text, text, [{ dump: 0 }, { dump: 0 }])).map(brief), ['work select 1→1 came - left - stuck -']);
});

test('the key of a group is that of the same stack and state in another text', () => {
  const [first] = rows(compared('', goroutine(7, 'work')));
  const [, second] = rows(compared('', goroutine(8, 'load') + goroutine(7, 'work')));
  const [other] = rows(compared('', goroutine(7, 'work', { status: 'sleep' })));
  assert.equal(first?.key, second?.key);
  assert.notEqual(first?.key, other?.key);
});
