import type { CallDirection, PathCalls, TableWindow } from '../../src/profile/answers/table';
import { verdictSign, verdictText } from '../../src/profile/text/changeWords';

/** A row for a node of the profile. */
interface NodeRow {
  readonly node: number;
  readonly name: string;
  /** The name of the function to select; `name` if the node has no function. */
  readonly selects: string;
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** A function of the table. */
export interface FunctionRow extends NodeRow {
  readonly kind: 'function';
  /** Index among all functions of the table. */
  readonly index: number;
  readonly flat: number;
  readonly sum: number;
  readonly cum: number;
  /** In a comparison per operation, the verdicts on flat and cum. */
  readonly remarks?: FigureRemarks;
}

/** The sign that replaces a figure's plus or minus, and its meaning in words. Both are empty for a firm change. */
export interface FigureRemark {
  readonly sign: string;
  readonly text: string;
}

export interface FigureRemarks {
  readonly flat: FigureRemark;
  readonly cum: FigureRemark;
}

/** A function that has not been loaded yet. */
export interface UnknownRow {
  readonly kind: 'unknown';
  readonly index: number;
}

/** The header of a function's callers or callees. */
export interface GroupRow extends Branch {
  readonly kind: 'group';
  readonly root: FunctionRow;
}

/** A caller or callee on a path of calls from a function. */
export interface CallRow extends NodeRow, Branch {
  readonly kind: 'call';
  readonly root: FunctionRow;
  readonly above: GroupRow | CallRow;
  /** Index among its siblings. */
  readonly place: number;
  readonly value: number;
  /** Flat at the end of this path; 0 for callers. */
  readonly flat: number;
  readonly inlined: boolean;
  readonly more: boolean;
  /** See FunctionRow. */
  readonly remarks?: FigureRemarks;
}

/** Replaces calls that are not loaded. Opening the row loads them. */
export interface MoreRow {
  readonly kind: 'more';
  readonly above: GroupRow | CallRow;
}

export type Row = FunctionRow | UnknownRow | GroupRow | CallRow | MoreRow;

/** A row that unfolds to calls. */
export interface Branch {
  readonly direction: CallDirection;
  /** Nodes from the function to this row. */
  readonly path: readonly number[];
  isOpen: boolean;
  /** The calls loaded so far; undefined if not requested yet. */
  calls: CallRow[] | undefined;
  /** Number of calls, loaded or not. */
  count: number;
}

/** The number of functions per request. */
export const STRETCH = 256;

/**
 * The rows of the table, including unfolded rows. Only functions that were in view are loaded. The position of a row is
 * its index among all rows, visible or not.
 */
export class TopRows {
  private functions = new Map<number, FunctionRow>();
  /** By index of the function, ascending. */
  private unfolded = new Map<number, readonly [GroupRow, GroupRow]>();
  private total = 0;

  /** Number of functions. */
  get count(): number {
    return this.total;
  }

  /** Number of rows, including the unfolded ones. */
  get length(): number {
    let length = this.total;
    for (const groups of this.unfolded.values()) length += heightOf(groups);
    return length;
  }

  /** Removes all rows, for another profile or order. */
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
        flat: window.flat[at], sum: window.sum[at], cum: window.cum[at], ...remarksAt(window, at),
      };
      // Keep the object of an unchanged row, because unfolded rows refer to it.
      if (this.functions.get(index)?.node !== row.node) this.functions.set(index, row);
    });
  }

  /** Adds the calls loaded for a row. */
  takeCalls(above: GroupRow | CallRow, answer: PathCalls): void {
    const calls = answer.from === 0 ? [] : (above.calls ?? []);
    above.count = answer.count;
    above.calls = calls.concat(answer.name.map((_, at): CallRow => ({
      kind: 'call', ...nodeAt(answer, at), root: above.root, above,
      direction: above.direction, path: [...above.path, answer.node[at]], isOpen: false, calls: undefined, count: 0,
      place: answer.from + at, value: answer.value[at], flat: answer.flat[at],
      inlined: answer.inlined[at] === 1, more: answer.hasMore[at] === 1,
      ...remarksAt({ changes: answer.changes, flat: answer.flat, cum: answer.value }, at),
    })));
  }

  /** The functions to request so that these positions can be drawn; undefined if all are loaded. */
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

  /** Unfolds a row. Returns the rows whose calls must be requested. */
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

  /** The parent of a row. */
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

/** The name of the function to select for a row; undefined for rows without a function. */
export function nameOf(row: Row): string | undefined {
  return 'selects' in row ? row.selects : undefined;
}

/** Nesting level: 1 for a function, 2 for its groups, 3 for direct callers and callees, and so on. */
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

/** Number of rows unfolded below a row. */
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

/** Number of rows before a row; -1 if it is not among them. */
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

interface Judged {
  readonly changes?: TableWindow['changes'];
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

function remarksAt({ changes, flat, cum }: Judged, at: number): Pick<FunctionRow, 'remarks'> {
  if (!changes) return {};
  const remark = (column: 'flat' | 'cum', change: number): FigureRemark => {
    const verdicts = { ...changes[column], moves: changes.moves };
    const text = verdictText(verdicts, at, change);
    return { sign: text === '' ? '' : verdictSign(verdicts, at), text };
  };
  return { remarks: { flat: remark('flat', flat[at]), cum: remark('cum', cum[at]) } };
}
