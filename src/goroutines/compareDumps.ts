import type { Steps } from '../profile/common/guard';
import type { DumpComparison, GroupChange, GroupMoves, Identity } from './answers';
import { Dump, type Dumps, type Group, MAX_IDS } from './dump';
import type { StackFrame } from './answers';
import { CREATED_BY } from './stacks';
import { together } from './togetherDump';

/** Goroutines per step, which takes a few milliseconds. */
const PIECE = 2 ** 15;
const MINUTE_MS = 60_000;
/** From the best to the worst. */
const IDENTITIES: readonly Identity[] = ['process', 'assumed', 'other', 'counts'];

/** A dump compared with an earlier one. */
export interface ComparedDump {
  /** The later dump, with groups without goroutines for those that only the earlier one has. */
  readonly dump: Dump;
  /** By the key of the group. */
  readonly changes: ReadonlyMap<number, GroupChange>;
  readonly comparison: DumpComparison;
}

interface Pair {
  readonly before: Dump;
  readonly after: Dump;
}

/** Compares the dumps of each service, or of two texts, in time linear in their goroutines. */
export function* compareDumps(all: Dumps): Steps<ComparedDump[]> {
  const compared: ComparedDump[] = [];
  for (const pair of pairsOf(all.dumps)) {
    const areAlike = new Set([...pair.before, ...pair.after].map(({ kind }) => kind)).size === 1;
    const [before, after] = [pair.before, pair.after].map((dumps) =>
      joined(areAlike ? dumps : dumps.map((dump) => reduced(dump, all))));
    compared.push(yield* comparePair({ before, after }, all));
  }
  return compared;
}

/** What is said of several comparisons together. */
export function comparedTogether(compared: readonly ComparedDump[]): DumpComparison {
  const all = compared.map(({ comparison }) => comparison);
  const sum = (figure: (one: DumpComparison) => number) => all.reduce((total, one) => total + figure(one), 0);
  const elapsed = all.map((one) => one.elapsed ?? NaN);
  const parts = all.flatMap(({ moves }) => moves ?? []);
  const sumOf = (key: 'came' | 'left' | 'stayed' | 'stuck') => parts.reduce((total, moves) => total + moves[key], 0);
  return {
    identity: IDENTITIES[Math.max(0, ...all.map(({ identity }) => IDENTITIES.indexOf(identity)))],
    before: sum(({ before }) => before),
    after: sum(({ after }) => after),
    ...(elapsed.every((each) => !Number.isNaN(each)) && { elapsed: Math.max(...elapsed) }),
    ...(parts.length === all.length && {
      moves: { came: sumOf('came'), left: sumOf('left'), stayed: sumOf('stayed'), stuck: sumOf('stuck') },
    }),
  };
}

/** The change of a group that several services have; without moves if those of one are not known. */
export function sumOfChanges(changes: readonly GroupChange[]): GroupChange {
  const moves = changes.flatMap((change) => change.moves ?? []);
  const known = moves.length === changes.length ? moves.reduce(sumOfMoves) : undefined;
  return {
    before: changes.reduce((sum, { before }) => sum + before, 0),
    longestBefore: Math.max(...changes.map(({ longestBefore }) => longestBefore)),
    ...(known && { moves: known }),
  };
}

/** Ids are left out: those of another process are other goroutines. */
function sumOfMoves(a: GroupMoves, b: GroupMoves): GroupMoves {
  return {
    came: a.came + b.came, left: a.left + b.left, same: a.same + b.same, stuck: a.stuck + b.stuck,
    arrived: a.arrived + b.arrived, wentOn: a.wentOn + b.wentOn, stuckIds: [], cameIds: [], leftIds: [],
  };
}

function joined(dumps: readonly Dump[]): Dump {
  return dumps.length === 1 ? dumps[0] : together(dumps);
}

/**
 * The earlier and the later dump of each service that has both; all services together if they have other names. Of a
 * text with several dumps, the chosen one is meant, or the last.
 */
function pairsOf(dumps: readonly Dump[]): readonly Record<keyof Pair, readonly Dump[]>[] {
  const chosen = (isBefore: boolean): Map<string, Dump> => {
    const byService = new Map<string, Dump[]>();
    for (const dump of dumps) {
      if ((dump.text.isBefore ?? false) !== isBefore) continue;
      const { service = '' } = dump.text;
      const own = byService.get(service);
      if (own) own.push(dump);
      else byService.set(service, [dump]);
    }
    const one = (own: readonly Dump[]) => own[own[0].text.dump ?? own.length - 1] ?? own[0];
    return new Map([...byService].map(([service, own]) => [service, one(own)]));
  };
  const [before, after] = [chosen(true), chosen(false)];
  const areOthers = before.size > 0 && after.size > 0 && ![...before.keys()].some((service) => after.has(service));
  if (areOthers) return [{ before: [...before.values()], after: [...after.values()] }];
  if (before.size === 0 || after.size === 0) {
    const pairWith = (was: Dump, is: Dump) => ({ before: [was], after: [is] });
    return [...[...before.values()].map((was) => pairWith(was, emptyLike(was))),
      ...[...after.values()].map((is) => pairWith(emptyLike(is), is))];
  }
  // A service that answered only once has neither started nor ended goroutines in between.
  return [...after].flatMap(([service, is]) => {
    const was = before.get(service);
    return was ? { before: [was], after: [is] } : [];
  });
}

function emptyLike({ kind, text }: Dump): Dump {
  return new Dump(kind, '', undefined, text);
}

/**
 * The dump as far as every form of dump has it: without states, frames of the runtime, and the statements that started
 * goroutines.
 */
function reduced(dump: Dump, { stacks, keys }: Dumps): Dump {
  const counts = new Dump('counts', dump.message, dump.stated, dump.text);
  for (const group of dump.groups.values()) {
    const stack = stacks.reduced(group.stack, isInEveryForm);
    const { count, longestWait, locked, labels } = group;
    const added = counts.group(keys.keyOf(stack, ''), stack, '');
    counts.add(added, { count, longestWait, locked });
    for (const [text, labeled] of labels) added.labels.set(text, (added.labels.get(text) ?? 0) + labeled);
  }
  return counts;
}

function isInEveryForm({ function: name, file }: StackFrame): boolean {
  return file !== '' && !name.startsWith('runtime.') && name !== 'panic' && !name.startsWith(CREATED_BY);
}

function* comparePair(pair: Pair, all: Dumps): Steps<ComparedDump> {
  const { before, after } = pair;
  const elapsed = elapsedIn(pair);
  const identity = yield* identityOf(pair, all);
  const hasMoves = identity === 'process' || identity === 'assumed';
  const changes = new Map<number, GroupChange & { moves?: Mutable<GroupMoves> }>();
  const dump = new Dump(after.kind, after.message, after.stated, after.text);
  dump.goroutines = after.goroutines;
  const gone = [...before.groups.values()].filter(({ key }) => !after.groups.has(key)).map(emptied);
  for (const group of [...after.groups.values(), ...gone]) {
    const was = before.groups.get(group.key);
    dump.groups.set(group.key, group);
    changes.set(group.key, {
      before: was?.count ?? 0, longestBefore: was?.longestWait ?? 0, ...(hasMoves && { moves: noMoves() }),
    });
  }
  const counts: DumpComparison = {
    identity, before: before.goroutines, after: after.goroutines, ...(elapsed !== undefined && { elapsed }),
  };
  if (!hasMoves) return { dump, changes, comparison: counts };
  const moves = yield* movesIn(pair, elapsed, (key) => changes.get(key)!.moves!);
  return { dump, changes, comparison: { ...counts, moves } };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly number[] ? number[] : T[K] };

function noMoves(): Mutable<GroupMoves> {
  return { came: 0, left: 0, same: 0, stuck: 0, arrived: 0, wentOn: 0, stuckIds: [], cameIds: [], leftIds: [] };
}

/** Counts what each goroutine did. */
function* movesIn(
  { before: { members: before }, after: { members: after } }: Pair,
  elapsed: number | undefined,
  movesOf: (key: number) => Mutable<GroupMoves>,
): Steps<NonNullable<DumpComparison['moves']>> {
  const sum = { came: 0, left: 0, stayed: 0, stuck: 0 };
  let read = 0;
  for (const [id, now] of after.entries()) {
    if (++read % PIECE === 0) yield;
    const moves = movesOf(after.groupAt(now));
    const was = before.placeOf(id);
    if (was === undefined) {
      sum.came++;
      moves.came++;
      addTo(moves.cameIds, id);
      continue;
    }
    sum.stayed++;
    if (before.groupAt(was) !== after.groupAt(now)) {
      moves.arrived++;
      movesOf(before.groupAt(was)).wentOn++;
      continue;
    }
    moves.same++;
    if (!isStuck(before.minutesAt(was), after.minutesAt(now), elapsed)) continue;
    sum.stuck++;
    moves.stuck++;
    addTo(moves.stuckIds, id);
  }
  for (const [id, was] of before.entries()) {
    if (++read % PIECE === 0) yield;
    if (after.has(id)) continue;
    sum.left++;
    const moves = movesOf(before.groupAt(was));
    moves.left++;
    addTo(moves.leftIds, id);
  }
  return sum;
}

function addTo(ids: number[], id: number): void {
  if (ids.length < MAX_IDS) ids.push(id);
}

/**
 * Whether a goroutine that is where it was has waited all the time. Go prints whole minutes, from one, and counts from
 * the first garbage collection of the wait: the real wait is at least as long.
 */
function isStuck(before: number, after: number, elapsed: number | undefined): boolean {
  return elapsed === undefined ? after > before : after >= 1 && after * MINUTE_MS >= elapsed;
}

function elapsedIn({ before, after }: Pair): number | undefined {
  const [was, is] = [before.text.takenAt, after.text.takenAt];
  return was === undefined || is === undefined ? undefined : Math.max(0, is - was);
}

/** A goroutine was started by one statement and one goroutine: one number with two starts is of two processes. */
function* identityOf({ before, after }: Pair, { stacks }: Dumps): Steps<Identity> {
  if (before.kind !== 'stacks' || after.kind !== 'stacks') return 'counts';
  const [was, is] = [before.text.process, after.text.process];
  const isKnown = was !== undefined && is !== undefined;
  if (isKnown && was !== is) return 'other';
  let common = 0;
  let read = 0;
  for (const [id, now] of after.members.entries()) {
    if (++read % PIECE === 0) yield;
    const then = before.members.placeOf(id);
    if (then === undefined) continue;
    common++;
    const parents = [before.members.parentAt(then), after.members.parentAt(now)];
    const creations = [before.groups.get(before.members.groupAt(then)), after.groups.get(after.members.groupAt(now))]
      .map((group) => group && stacks.creationOf(group.stack));
    if (differ(parents[0] || undefined, parents[1] || undefined) || differ(creations[0], creations[1])) return 'other';
  }
  if (isKnown) return 'process';
  const isEmpty = before.goroutines === 0 || after.goroutines === 0;
  return common > 0 || isEmpty ? 'assumed' : 'other';
}

/** Whether both are known, and are not the same. */
function differ(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** A group as it is when its goroutines are gone. */
function emptied(group: Group): Group {
  return { ...group, count: 0, longestWait: 0, locked: 0, ids: [], isCrash: false };
}
