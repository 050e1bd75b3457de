import type { CallDirection, FewSamples, PathCalls, TableWindow } from '../../src/profile/answers/table';
import { figureRemark, type FigureRemark } from '../text/figureTexts';

/** A row for a node of the profile. */
interface NodeRow {
  readonly node: number;
  readonly name: string;
  /** The name of the function to select; `name` if the node has no function. */
  readonly selectionName: string;
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
  /** In a comparison per operation, the judgements on flat and cum. */
  readonly remarks?: FigureRemarks;
  /** Which figures rest on so few samples that they are mostly chance; undefined until that is known. */
  few?: { readonly flat: boolean; readonly cum: boolean };
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
  readonly parent: GroupRow | CallRow;
  /** Index among its siblings. */
  readonly siblingIndex: number;
  readonly value: number;
  /** Flat at the end of this path; 0 for callers. */
  readonly flat: number;
  readonly inlined: boolean;
  readonly canUnfold: boolean;
  /** See FunctionRow. */
  readonly remarks?: FigureRemarks;
  few?: FunctionRow['few'];
}

/** Replaces calls that are not loaded. Unfolding the row loads them. */
export interface MoreRow {
  readonly kind: 'more';
  readonly parent: GroupRow | CallRow;
}

export type Row = FunctionRow | UnknownRow | GroupRow | CallRow | MoreRow;

/** A row that unfolds to calls. */
export interface Branch {
  readonly direction: CallDirection;
  /** Nodes from the function to this row. */
  readonly path: readonly number[];
  isUnfolded: boolean;
  /** The calls loaded so far; undefined if not requested yet. */
  calls: CallRow[] | undefined;
  /** Number of calls, loaded or not. */
  count: number;
}

/** The number of functions per request. */
export const CHUNK_SIZE = 256;

/**
 * The rows of the table: the functions, and the callers and callees below those that are unfolded. Only functions that
 * were in view are loaded. The position of a row is its index among all rows, visible or not.
 */
export class TopRows {
  private functions = new Map<number, FunctionRow>();
  /** By index of the function, ascending. */
  private unfoldedGroups = new Map<number, readonly [GroupRow, GroupRow]>();
  private functionCount = 0;

  /** Number of functions. */
  get count(): number {
    return this.functionCount;
  }

  /** Number of rows: the functions, and the rows below unfolded ones. */
  get length(): number {
    let length = this.functionCount;
    for (const groups of this.unfoldedGroups.values()) length += rowCount(groups);
    return length;
  }

  get loadedFunctions(): readonly FunctionRow[] {
    return [...this.functions.values()];
  }

  get unfoldedFunctions(): readonly { readonly root: FunctionRow; readonly groups: readonly GroupRow[] }[] {
    return [...this.unfoldedGroups.values()].map((groups) => ({ root: groups[0].root, groups }));
  }

  /** The callers and callees of an unfolded function. */
  groupsBelow({ index }: FunctionRow): readonly GroupRow[] {
    return this.unfoldedGroups.get(index) ?? [];
  }

  /** Removes all rows, for another profile or order. */
  clear(): void {
    this.functions.clear();
    this.unfoldedGroups.clear();
    this.functionCount = 0;
  }

  addWindow(window: TableWindow): void {
    this.functionCount = window.count;
    window.name.forEach((_, i) => {
      const index = window.from + i;
      const row: FunctionRow = {
        kind: 'function', index, ...nodeAt(window, i),
        flat: window.flat[i], sum: window.sum[i], cum: window.cum[i], ...remarksAt(window, i),
      };
      // Keep the object of an unchanged row, because unfolded rows refer to it.
      if (this.functions.get(index)?.node !== row.node) this.functions.set(index, row);
    });
  }

  /** Marks the figures that rest on few samples. @param nodes of the rows of the window that was asked about */
  markFewSamples(from: number, nodes: Uint32Array, few: FewSamples): void {
    nodes.forEach((node, i) => {
      const row = this.functions.get(from + i);
      if (row?.node === node) row.few = fewAt(few, i);
    });
  }

  /** Like markFewSamples, for the calls of a row from this index on. */
  markFewCalls({ calls = [] }: Branch, from: number, few: FewSamples): void {
    calls.slice(from, from + few.cum.length).forEach((call, i) => (call.few = fewAt(few, i)));
  }

  /** Adds the calls loaded for a row. */
  addCalls(parent: GroupRow | CallRow, answer: PathCalls): void {
    const calls = answer.from === 0 ? [] : (parent.calls ?? []);
    parent.count = answer.count;
    parent.calls = calls.concat(answer.name.map((_, i): CallRow => ({
      kind: 'call', ...nodeAt(answer, i), root: parent.root, parent,
      direction: parent.direction, path: [...parent.path, answer.node[i]],
      isUnfolded: false, calls: undefined, count: 0,
      siblingIndex: answer.from + i, value: answer.value[i], flat: answer.flat[i],
      inlined: answer.inlined[i] === 1, canUnfold: answer.hasMore[i] === 1,
      ...remarksAt({ changes: answer.changes, flat: answer.flat, cum: answer.value }, i),
    })));
  }

  /** The functions to request so that these positions can be drawn; undefined if all are loaded. */
  missingRange(from: number, to: number): { readonly from: number; readonly limit: number } | undefined {
    let first = Infinity;
    let last = -1;
    for (let position = Math.max(0, from); position < Math.min(to, this.length); position++) {
      const row = this.at(position);
      if (row?.kind !== 'unknown') continue;
      first = Math.min(first, row.index);
      last = row.index;
    }
    if (last < 0) return undefined;
    const start = Math.floor(first / CHUNK_SIZE) * CHUNK_SIZE;
    return { from: start, limit: Math.ceil((last + 1 - start) / CHUNK_SIZE) * CHUNK_SIZE };
  }

  at(position: number): Row | undefined {
    let unfoldedCount = 0;
    for (const [index, groups] of this.unfoldedGroups) {
      if (position <= index + unfoldedCount) break;
      const groupRowCount = rowCount(groups);
      if (position <= index + unfoldedCount + groupRowCount) return rowAt(groups, position - index - unfoldedCount - 1);
      unfoldedCount += groupRowCount;
    }
    const index = position - unfoldedCount;
    return index < this.functionCount && index >= 0 ? (this.functions.get(index) ?? { kind: 'unknown', index }) : undefined;
  }

  positionOf(row: Row): number {
    const index = row.kind === 'function' || row.kind === 'unknown' ? row.index : rootOf(row).index;
    let position = index;
    for (const [other, groups] of this.unfoldedGroups) if (other < index) position += rowCount(groups);
    if (row.kind === 'function' || row.kind === 'unknown') return position;
    return position + 1 + offsetIn(this.unfoldedGroups.get(index) ?? [], row);
  }

  isUnfolded(row: Row): boolean {
    if (row.kind === 'function') return this.unfoldedGroups.has(row.index);
    return (row.kind === 'group' || row.kind === 'call') && row.isUnfolded;
  }

  canUnfold(row: Row): boolean {
    if (row.kind === 'call') return row.canUnfold;
    return row.kind === 'function' || row.kind === 'group';
  }

  /** Unfolds a row. Returns the rows whose calls must be requested. */
  unfold(row: Row): readonly (GroupRow | CallRow)[] {
    if (row.kind === 'function') {
      const groups = this.groupsOf(row);
      this.unfoldedGroups = new Map([...this.unfoldedGroups, [row.index, groups] as const].sort(([a], [b]) => a - b));
      return groups.filter(({ calls }) => calls === undefined);
    }
    if (row.kind !== 'group' && row.kind !== 'call') return [];
    row.isUnfolded = true;
    return row.calls === undefined ? [row] : [];
  }

  fold(row: Row): void {
    if (row.kind === 'function') this.unfoldedGroups.delete(row.index);
    else if (row.kind === 'group' || row.kind === 'call') row.isUnfolded = false;
  }

  parentOf(row: Row): Row | undefined {
    if (row.kind === 'group') return row.root;
    return row.kind === 'call' || row.kind === 'more' ? row.parent : undefined;
  }

  private groupsOf(root: FunctionRow): readonly [GroupRow, GroupRow] {
    const group = (direction: CallDirection): GroupRow =>
      ({ kind: 'group', root, direction, path: [root.node], isUnfolded: true, calls: undefined, count: 0 });
    return this.unfoldedGroups.get(root.index) ?? [group('callers'), group('callees')];
  }
}

/** The name of the function to select for a row; undefined for rows without a function. */
export function selectionNameOf(row: Row): string | undefined {
  return 'selectionName' in row ? row.selectionName : undefined;
}

/** Nesting level: 1 for a function, 2 for its groups, 3 for direct callers and callees, and so on. */
export function levelOf(row: Row): number {
  if (row.kind === 'function' || row.kind === 'unknown') return 1;
  if (row.kind === 'group') return 2;
  return row.kind === 'more' ? levelOf(row.parent) + 1 : row.path.length + 1;
}

function nodeAt(columns: Pick<PathCalls, 'node' | 'name' | 'function' | 'file' | 'line'>, i: number): NodeRow {
  const name = columns.name[i];
  const functionName = columns.function[i];
  return {
    node: columns.node[i], name, function: functionName, selectionName: functionName || name,
    file: columns.file[i], line: columns.line[i],
  };
}

function rootOf(row: GroupRow | CallRow | MoreRow): FunctionRow {
  return row.kind === 'more' ? row.parent.root : row.root;
}

/** Number of rows unfolded below a row. */
function rowCountBelow({ isUnfolded, calls, count }: Branch): number {
  if (!isUnfolded || calls === undefined) return 0;
  return rowCount(calls) + (count > calls.length ? 1 : 0);
}

function rowCount(rows: readonly Branch[]): number {
  let count = rows.length;
  for (const row of rows) count += rowCountBelow(row);
  return count;
}

function rowAt(rows: readonly (GroupRow | CallRow)[], position: number): Row | undefined {
  let remaining = position;
  for (const row of rows) {
    if (remaining === 0) return row;
    const rowsBelow = rowCountBelow(row);
    if (remaining <= rowsBelow) return rowAt(row.calls ?? [], remaining - 1) ?? { kind: 'more', parent: row };
    remaining -= 1 + rowsBelow;
  }
  return undefined;
}

/** Number of rows before a row; -1 if it is not among them. */
function offsetIn(rows: readonly (GroupRow | CallRow)[], target: Row): number {
  let before = 0;
  for (const row of rows) {
    if (row === target) return before;
    const rowsBelow = rowCountBelow(row);
    if (target.kind === 'more' && target.parent === row) return before + rowsBelow;
    const offset = rowsBelow > 0 ? offsetIn(row.calls ?? [], target) : -1;
    if (offset >= 0) return before + 1 + offset;
    before += 1 + rowsBelow;
  }
  return -1;
}

function fewAt({ flat, cum }: FewSamples, i: number): FunctionRow['few'] {
  return { flat: flat[i] === 1, cum: cum[i] === 1 };
}

interface ChangeColumns {
  readonly changes?: TableWindow['changes'];
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

function remarksAt({ changes, flat, cum }: ChangeColumns, i: number): Pick<FunctionRow, 'remarks'> {
  if (!changes) return {};
  const remarkOf = (column: 'flat' | 'cum', change: number) =>
    figureRemark({ ...changes[column], moves: changes.moves }, i, change);
  return { remarks: { flat: remarkOf('flat', flat[i]), cum: remarkOf('cum', cum[i]) } };
}
