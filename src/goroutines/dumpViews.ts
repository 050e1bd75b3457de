import {
  type DumpFilter, type DumpHead, type DumpSummary, type GroupRow, type GroupsAnswer, type GroupsParams, MAX_HEADS,
} from './answers';
import { addLabels, Dump, type Dumps, type Group } from './dump';
import { groupRow, idleIn } from './groupRows';
import type { Stacks } from './stacks';
import { interruptible } from '../profile/common/guard';

/** Limit for the states of a head. */
const MAX_STATES = 50;

interface Entry {
  readonly group: Group;
  readonly isIdle: boolean;
  /** See GroupRow. */
  readonly title: string | undefined;
}

/** The views of a text: what it contains, and its groups, filtered. */
export class DumpViews {
  /** By the index of the dump; -1: all dumps. */
  private readonly entries = new Map<number, readonly Entry[]>();
  private lastKey = '';
  private last: Matches = { entries: [], goroutines: 0, hidden: 0 };
  private idle: ((group: Group) => boolean) | undefined;

  constructor(readonly dumps: Dumps) {}

  summary(): DumpSummary {
    const { dumps } = this.dumps;
    const heads = dumps.slice(0, MAX_HEADS).map((dump, index) => headOf(dump, this.entriesOf(index)));
    const all = dumps.length === 1 ? heads[0] : headOf(together(dumps), this.entriesOf(undefined));
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

  private rowOf({ group, isIdle, title }: Entry): GroupRow {
    return groupRow(group, this.dumps.stacks, isIdle, title);
  }

  private matches(filter: DumpFilter): Matches {
    const key = JSON.stringify([filter.dump, filter.text, filter.state, filter.hidesIdle]);
    if (key === this.lastKey) return this.last;
    const found = this.entriesOf(filter.dump).filter(matcher(filter, this.dumps.stacks));
    const entries = filter.hidesIdle ? found.filter(({ isIdle }) => !isIdle) : found;
    const goroutines = sumOf(entries);
    this.lastKey = key;
    return (this.last = { entries, goroutines, hidden: sumOf(found) - goroutines });
  }

  private entriesOf(dump: number | undefined): readonly Entry[] {
    const index = dump ?? (this.dumps.dumps.length === 1 ? 0 : -1);
    const known = this.entries.get(index);
    if (known) return known;
    const of = index < 0 ? together(this.dumps.dumps) : this.dumps.dumps[index];
    const entries = of ? this.made(of, index < 0) : [];
    this.entries.set(index, entries);
    return entries;
  }

  private made({ groups }: Pick<Dump, 'groups'>, isAll: boolean): readonly Entry[] {
    const titles = isAll ? titlesOf(this.dumps.dumps) : undefined;
    const ordered = [...groups.values()].sort(interruptible((a, b) =>
      Number(b.isCrash) - Number(a.isCrash) || b.count - a.count || b.longestWait - a.longestWait));
    const isIdle = (this.idle ??= idleIn(this.dumps.stacks));
    return ordered.map((group) => ({ group, isIdle: isIdle(group), title: titles?.get(group.key) }));
  }
}

interface Matches {
  readonly entries: readonly Entry[];
  readonly goroutines: number;
  readonly hidden: number;
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { group }) => sum + group.count, 0);
}

/** The messages of the goroutines that crashed, and who leaked those that are leaked, by the key of their group. */
function titlesOf(dumps: readonly Dump[]): Map<number, string> {
  const titles = new Map<number, string>();
  for (const { message, groups, leakedBy } of dumps) {
    if (message === '') continue;
    for (const { key, isCrash } of groups.values()) {
      const known = titles.get(key);
      if (leakedBy !== undefined && known !== undefined) titles.set(key, `${known}, ${leakedBy}`);
      else if ((isCrash || leakedBy !== undefined) && known === undefined) titles.set(key, firstLine(message));
    }
  }
  return titles;
}

/** Ids are left out: those of other moments may be the same. */
function together(dumps: readonly Dump[]): Dump {
  const all = new Dump('stacks', '');
  for (const dump of dumps) {
    for (const group of dump.groups.values()) {
      const added = all.group(group.key, group.stack, group.state);
      all.add(added, group);
      added.isCrash ||= group.isCrash;
      for (const [text, count] of group.labels) addLabels(added, text, count);
    }
  }
  return all;
}

function headOf({ message, goroutines, stated, groups, leakedBy }: Dump, entries: readonly Entry[]): DumpHead {
  const counts = new Map<string, number>();
  for (const { state, count } of groups.values()) counts.set(state, (counts.get(state) ?? 0) + count);
  const states = [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
  const idle = sumOf(entries.filter(({ isIdle }) => isIdle));
  return {
    title: message === '' ? goroutinesText(goroutines) : firstLine(message),
    message,
    isOfLeaks: leakedBy !== undefined,
    goroutines,
    idle,
    ...(stated !== undefined && stated !== goroutines && { stated }),
    states: states.slice(0, MAX_STATES),
    hasStates: states.some(({ state }) => state !== ''),
  };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0];
}

function goroutinesText(count: number): string {
  return count === 1 ? '1 goroutine' : `${count} goroutines`;
}

function matcher({ text, state }: DumpFilter, stacks: Stacks): (entry: Entry) => boolean {
  const wanted = text.trim().toLowerCase();
  const has = (own: string) => own.toLowerCase().includes(wanted);
  const id = Number(/^(?:goroutine )?(\d+)$/.exec(wanted)?.[1]);
  const found = wanted === '' ? undefined : stacks.having(({ function: name, file, line }) => has(`${name}\n${file}:${line}`));
  return ({ group: { stack, state: own, labels, ids }, title = '' }) => {
    if (state !== undefined && own !== state) return false;
    return !found || found[stack] === 1 || has(own) || ids.includes(id) || has(title) || [...labels.keys()].some(has);
  };
}

/** A group as text: a line above its stack, in the form of Go's own dumps. */
function groupText({ count, state, longestWait, labels, frames, createdBy, title }: GroupRow): string {
  const wait = longestWait > 0 ? `up to ${longestWait} ${longestWait === 1 ? 'minute' : 'minutes'}` : '';
  const status = [state, wait].filter(Boolean).join(', ');
  const labelsText = labels.length > 0 ? ` {${labels.map(({ text }) => text).join('; ')}}` : '';
  const head = `${goroutinesText(count)}${status && ` [${status}]`}${labelsText}:`;
  const lines = frames.flatMap(({ function: name, file, line }) => [name, ...(file ? [`\t${file}:${line}`] : [])]);
  const created = createdBy ? [`created by ${createdBy.function}`, `\t${createdBy.file}:${createdBy.line}`] : [];
  return `${[...(title ? [title] : []), head, ...lines, ...created].join('\n')}\n`;
}
