import type { CallDirection, PathCalls, TableWindow } from '../../src/profile/answers/table';

/** What all rows that stand for a node say of it. */
interface NodeRow {
  readonly node: number;
  readonly name: string;
  /** The function's name alone, or what the row is called where it has none. */
  readonly selects: string;
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** A row of the table itself. */
export interface FunctionRow extends NodeRow {
  readonly kind: 'function';
  /** Its place among all rows of the table. */
  readonly index: number;
  readonly flat: number;
  readonly sum: number;
  readonly cum: number;
}

/** A row of the table that has not been answered yet. */
export interface UnknownRow {
  readonly kind: 'unknown';
  readonly index: number;
}

/** The head over what called a function, or over what it called. */
export interface GroupRow extends Branch {
  readonly kind: 'group';
  readonly root: FunctionRow;
}

/** A step on a path of calls from a function. */
export interface CallRow extends NodeRow, Branch {
  readonly kind: 'call';
  readonly root: FunctionRow;
  readonly above: GroupRow | CallRow;
  /** Its place among its sisters. */
  readonly place: number;
  readonly value: number;
  /** What ends here; of callees only. */
  readonly flat: number;
  readonly inlined: boolean;
  readonly more: boolean;
}

/** Stands for calls that have not been asked for yet. */
export interface MoreRow {
  readonly kind: 'more';
  readonly above: GroupRow | CallRow;
}

export type Row = FunctionRow | UnknownRow | GroupRow | CallRow | MoreRow;

/** What unfolds to calls. */
export interface Branch {
  readonly direction: CallDirection;
  /** From the function on, its own node first. */
  readonly path: readonly number[];
  isOpen: boolean;
  /** Those that are there so far; undefined: not asked for. */
  calls: CallRow[] | undefined;
  /** How many there are in all. */
  count: number;
}

/** Rows are answered, and kept, in stretches of this many. */
export const STRETCH = 256;

/**
 * The rows of the table with what is unfolded below them. Of 50,000 functions those are here that were looked at; a
 * row's position is its place among all that would be drawn if there was room.
 */
export class TopRows {
  private functions = new Map<number, FunctionRow>();
  /** By a function's place in the table, ascending. */
  private unfolded = new Map<number, readonly [GroupRow, GroupRow]>();
  private total = 0;

  /** How many functions there are. */
  get count(): number {
    return this.total;
  }

  /** How many rows there are with all that is unfolded. */
  get length(): number {
    let length = this.total;
    for (const groups of this.unfolded.values()) length += heightOf(groups);
    return length;
  }

  /** Forgets everything: another profile, another order. */
  clear(): void {
    this.functions.clear();
    this.unfolded.clear();
    this.total = 0;
  }

  take(window: TableWindow): void {
    this.total = window.count;
    window.name.forEach((_, at) => {
      const index = window.from + at;
      const row: FunctionRow = {
        kind: 'function', index, ...nodeAt(window, at),
        flat: window.flat[at], sum: window.sum[at], cum: window.cum[at],
      };
      // What is unfolded knows the row that it hangs on.
      if (this.functions.get(index)?.node !== row.node) this.functions.set(index, row);
    });
  }

  /** Adds what was answered for a group or a call. */
  takeCalls(above: GroupRow | CallRow, answer: PathCalls): void {
    const calls = answer.from === 0 ? [] : (above.calls ?? []);
    above.count = answer.count;
    above.calls = calls.concat(answer.name.map((_, at): CallRow => ({
      kind: 'call', ...nodeAt(answer, at), root: above.root, above,
      direction: above.direction, path: [...above.path, answer.node[at]], isOpen: false, calls: undefined, count: 0,
      place: answer.from + at, value: answer.value[at], flat: answer.flat[at],
      inlined: answer.inlined[at] === 1, more: answer.more[at] === 1,
    })));
  }

  /** The stretch of functions to ask for so that these positions can be drawn; undefined: all are here. */
  missing(from: number, to: number): { readonly from: number; readonly limit: number } | undefined {
    let first = Infinity;
    let last = -1;
    for (let position = Math.max(0, from); position < Math.min(to, this.length); position++) {
      const row = this.at(position);
      if (row?.kind !== 'unknown') continue;
      first = Math.min(first, row.index);
      last = row.index;
    }
    if (last < 0) return undefined;
    const begin = Math.floor(first / STRETCH) * STRETCH;
    return { from: begin, limit: Math.ceil((last + 1 - begin) / STRETCH) * STRETCH };
  }

  at(position: number): Row | undefined {
    let below = 0;
    for (const [index, groups] of this.unfolded) {
      if (position <= index + below) break;
      const height = heightOf(groups);
      if (position <= index + below + height) return rowIn(groups, position - index - below - 1);
      below += height;
    }
    const index = position - below;
    return index < this.total && index >= 0 ? (this.functions.get(index) ?? { kind: 'unknown', index }) : undefined;
  }

  positionOf(row: Row): number {
    const index = row.kind === 'function' || row.kind === 'unknown' ? row.index : rootOf(row).index;
    let position = index;
    for (const [other, groups] of this.unfolded) if (other < index) position += heightOf(groups);
    if (row.kind === 'function' || row.kind === 'unknown') return position;
    return position + 1 + placeIn(this.unfolded.get(index) ?? [], row);
  }

  isOpen(row: Row): boolean {
    if (row.kind === 'function') return this.unfolded.has(row.index);
    return (row.kind === 'group' || row.kind === 'call') && row.isOpen;
  }

  canOpen(row: Row): boolean {
    if (row.kind === 'call') return row.more;
    return row.kind === 'function' || row.kind === 'group';
  }

  /** Unfolds a row. Gives those below it whose calls have to be asked for. */
  open(row: Row): readonly (GroupRow | CallRow)[] {
    if (row.kind === 'function') {
      const groups = this.groupsOf(row);
      this.unfolded = new Map([...this.unfolded, [row.index, groups] as const].sort(([a], [b]) => a - b));
      return groups.filter(({ calls }) => calls === undefined);
    }
    if (row.kind !== 'group' && row.kind !== 'call') return [];
    row.isOpen = true;
    return row.calls === undefined ? [row] : [];
  }

  close(row: Row): void {
    if (row.kind === 'function') this.unfolded.delete(row.index);
    else if (row.kind === 'group' || row.kind === 'call') row.isOpen = false;
  }

  /** The row that a row hangs on. */
  above(row: Row): Row | undefined {
    if (row.kind === 'group') return row.root;
    return row.kind === 'call' || row.kind === 'more' ? row.above : undefined;
  }

  private groupsOf(root: FunctionRow): readonly [GroupRow, GroupRow] {
    const group = (direction: CallDirection): GroupRow =>
      ({ kind: 'group', root, direction, path: [root.node], isOpen: true, calls: undefined, count: 0 });
    return this.unfolded.get(root.index) ?? [group('callers'), group('callees')];
  }
}

/** The function that a row is of; undefined for one that is of none. */
export function nameOf(row: Row): string | undefined {
  return 'selects' in row ? row.selects : undefined;
}

/** 1 for a function, 2 for what stands over its callers and callees, and so on. */
export function levelOf(row: Row): number {
  if (row.kind === 'function' || row.kind === 'unknown') return 1;
  if (row.kind === 'group') return 2;
  return row.kind === 'more' ? levelOf(row.above) + 1 : row.path.length + 1;
}

function nodeAt(columns: Pick<PathCalls, 'node' | 'name' | 'function' | 'file' | 'line'>, at: number): NodeRow {
  const name = columns.name[at];
  const functionName = columns.function[at];
  return {
    node: columns.node[at], name, function: functionName, selects: functionName || name,
    file: columns.file[at], line: columns.line[at],
  };
}

function rootOf(row: GroupRow | CallRow | MoreRow): FunctionRow {
  return row.kind === 'more' ? row.above.root : row.root;
}

/** How many rows are unfolded below. */
function heightBelow({ isOpen, calls, count }: Branch): number {
  if (!isOpen || calls === undefined) return 0;
  return heightOf(calls) + (count > calls.length ? 1 : 0);
}

function heightOf(rows: readonly Branch[]): number {
  let height = rows.length;
  for (const row of rows) height += heightBelow(row);
  return height;
}

function rowIn(rows: readonly (GroupRow | CallRow)[], position: number): Row | undefined {
  let left = position;
  for (const row of rows) {
    if (left === 0) return row;
    const height = heightBelow(row);
    if (left <= height) return rowIn(row.calls ?? [], left - 1) ?? { kind: 'more', above: row };
    left -= 1 + height;
  }
  return undefined;
}

/** How many rows stand before one; -1 where it is not among them. */
function placeIn(rows: readonly (GroupRow | CallRow)[], wanted: Row): number {
  let before = 0;
  for (const row of rows) {
    if (row === wanted) return before;
    const height = heightBelow(row);
    if (wanted.kind === 'more' && wanted.above === row) return before + height;
    const within = height > 0 ? placeIn(row.calls ?? [], wanted) : -1;
    if (within >= 0) return before + 1 + within;
    before += 1 + height;
  }
  return -1;
}
