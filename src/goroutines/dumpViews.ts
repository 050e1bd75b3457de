import {
  type Change, type DumpFilter, type DumpHead, type DumpSummary, type GroupChange, type GroupRow, type GroupsAnswer,
  type GroupsParams, type LabelCount, MAX_HEADS,
} from './answers';
import { type ComparedDump, comparedTogether, sumOfChanges } from './compareDumps';
import type { Dump, Dumps, Group } from './dump';
import { groupRow, idleIn } from './groupRows';
import { goroutinesText, groupText } from './groupText';
import type { Stacks } from './stacks';
import { firstLine, servicesOf, titlesOf, together } from './togetherDump';
import { interruptible } from '../profile/common/guard';

/** Limit for the states of a head. */
const MAX_STATES = 50;

interface Entry {
  readonly group: Group;
  readonly isIdle: boolean;
  /** See GroupRow. */
  readonly title: string | undefined;
  readonly services: readonly LabelCount[] | undefined;
  readonly change: GroupChange | undefined;
}

/** What is shown of a text, or of several together or compared: what it contains, and its groups, filtered. */
export class DumpViews {
  /** What is shown: in a comparison, the later dump of each service. */
  readonly dumps: Dumps;
  /** By the index of the dump; -1: all dumps. */
  private readonly entries = new Map<number, readonly Entry[]>();
  private lastKey = '';
  private last: Matches = { entries: [], goroutines: 0, hidden: 0 };
  private idle: ((group: Group) => boolean) | undefined;

  /** @param compared see compareDumps; unset if nothing is compared */
  constructor(dumps: Dumps, private readonly compared?: readonly ComparedDump[]) {
    this.dumps = compared ? { ...dumps, dumps: compared.map(({ dump }) => dump) } : dumps;
  }

  summary(): DumpSummary {
    const { dumps } = this.dumps;
    const heads = dumps.slice(0, MAX_HEADS).map((dump, index) => this.headOf(dump, index));
    const all = dumps.length === 1 ? heads[0] : this.headOf(together(dumps), undefined);
    return { dumps: heads, dumpCount: dumps.length, all };
  }

  groups({ from, limit, ...filter }: GroupsParams): GroupsAnswer {
    const { entries, goroutines, hidden } = this.matches(filter);
    const groups = entries.slice(from, from + limit).map((entry) => this.rowOf(entry));
    return { count: entries.length, goroutines, hidden, groups };
  }

  /** All matching groups as text. */
  text(filter: DumpFilter): string {
    return this.matches(filter).entries.map((entry) => groupText(this.rowOf(entry))).join('\n');
  }

  /** The files that the stacks name. */
  files(): readonly string[] {
    return this.dumps.stacks.files();
  }

  private rowOf({ group, ...known }: Entry): GroupRow {
    return groupRow(group, this.dumps.stacks, known);
  }

  private matches(filter: DumpFilter): Matches {
    const key = JSON.stringify([filter.dump, filter.text, filter.state, filter.hidesIdle, filter.change]);
    if (key === this.lastKey) return this.last;
    const found = this.entriesOf(filter.dump).filter(matcher(filter, this.dumps.stacks));
    const entries = filter.hidesIdle ? found.filter(({ isIdle }) => !isIdle) : found;
    const goroutines = sumOf(entries, filter.change);
    this.lastKey = key;
    return (this.last = { entries, goroutines, hidden: sumOf(found, filter.change) - goroutines });
  }

  private entriesOf(dump: number | undefined): readonly Entry[] {
    const index = dump ?? (this.dumps.dumps.length === 1 ? 0 : -1);
    const known = this.entries.get(index);
    if (known) return known;
    const of = index < 0 ? together(this.dumps.dumps) : this.dumps.dumps[index];
    const entries = of ? this.made(of, index) : [];
    this.entries.set(index, entries);
    return entries;
  }

  private made({ groups }: Pick<Dump, 'groups'>, index: number): readonly Entry[] {
    const { dumps, stacks } = this.dumps;
    const titles = index < 0 ? titlesOf(dumps) : undefined;
    const services = index < 0 ? servicesOf(dumps) : undefined;
    const isIdle = (this.idle ??= idleIn(stacks));
    const made = [...groups.values()].map((group): Entry => ({
      group,
      isIdle: isIdle(group),
      title: titles?.get(group.key),
      services: services?.get(group.key),
      change: this.changeOf(group.key, index),
    }));
    return made.sort(interruptible((a, b) =>
      Number(b.group.isCrash) - Number(a.group.isCrash) || growthOf(b) - growthOf(a)
      || b.group.count - a.group.count || b.group.longestWait - a.group.longestWait));
  }

  private changeOf(key: number, index: number): GroupChange | undefined {
    if (!this.compared) return undefined;
    if (index >= 0) return this.compared[index].changes.get(key);
    return sumOfChanges(this.compared.flatMap(({ changes }) => changes.get(key) ?? []));
  }

  /** @param index unset: all dumps */
  private headOf(dump: Dump, index: number | undefined): DumpHead {
    const { message, goroutines, stated, groups, leakedBy, text: { service } } = dump;
    const counts = new Map<string, number>();
    for (const { state, count } of groups.values()) counts.set(state, (counts.get(state) ?? 0) + count);
    const states = [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
    const idle = sumOf(this.entriesOf(index).filter(({ isIdle }) => isIdle));
    const { compared } = this;
    const comparison = compared && (index === undefined ? comparedTogether(compared) : compared[index].comparison);
    return {
      title: message !== '' ? firstLine(message) : service ?? goroutinesText(goroutines),
      message,
      isOfLeaks: leakedBy !== undefined,
      goroutines,
      idle,
      ...(stated !== undefined && stated !== goroutines && { stated }),
      states: states.slice(0, MAX_STATES),
      hasStates: states.some(({ state }) => state !== ''),
      ...(comparison && { comparison }),
    };
  }
}

interface Matches {
  readonly entries: readonly Entry[];
  readonly goroutines: number;
  readonly hidden: number;
}

function growthOf({ group, change }: Entry): number {
  return change ? group.count - change.before : 0;
}

/** The goroutines that did what is sought, or that are there now. */
function sumOf(entries: readonly Entry[], change?: Change): number {
  return entries.reduce((sum, entry) => sum + numberOf(entry, change), 0);
}

/** How many goroutines of a group did so; of a group that grew or shrank, all that are there now. */
function numberOf({ group: { count }, change }: Entry, wanted: Change | undefined): number {
  const moves = change?.moves;
  switch (wanted) {
    case 'came':
    case 'left':
    case 'stuck':
      return moves?.[wanted] ?? 0;
    case 'stayed':
      return moves ? moves.same + moves.arrived : 0;
    case 'grew':
    case 'shrank':
    case undefined:
      return count;
  }
}

function matcher({ text, state, change: wanted }: DumpFilter, stacks: Stacks): (entry: Entry) => boolean {
  const sought = text.trim().toLowerCase();
  const has = (own: string) => own.toLowerCase().includes(sought);
  const id = Number(/^(?:goroutine )?(\d+)$/.exec(sought)?.[1]);
  const found = sought === '' ? undefined : stacks.having(({ function: name, file, line }) => has(`${name}\n${file}:${line}`));
  return (entry) => {
    const { group: { stack, state: own, labels, ids }, title = '', services = [], change } = entry;
    if (state !== undefined && own !== state) return false;
    if (wanted !== undefined && !isChanged(entry, wanted)) return false;
    if (!found || found[stack] === 1 || has(own) || ids.includes(id) || has(title)) return true;
    const moved = change?.moves;
    return [moved?.stuckIds, moved?.cameIds, moved?.leftIds].some((each) => each?.includes(id))
      || services.some(({ text: service }) => has(service)) || [...labels.keys()].some(has);
  };
}

function isChanged(entry: Entry, wanted: Change): boolean {
  if (wanted === 'grew') return growthOf(entry) > 0;
  return wanted === 'shrank' ? growthOf(entry) < 0 : numberOf(entry, wanted) > 0;
}
