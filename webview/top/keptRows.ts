import type { CallRequests } from './callRequests';
import type { CallRow, FunctionRow, GroupRow, Row, TopRows } from './topRows';

/** What the user has unfolded, and the focused row, by names: in a later round, the rows are other objects. */
export interface KeptRows {
  readonly unfolded: readonly KeptFunction[];
  /** From the function to the row; empty if no row that is loaded is focused. */
  readonly cursor: readonly string[];
}

interface KeptFunction {
  readonly key: string;
  readonly groups: readonly KeptBranch[];
}

interface KeptBranch {
  readonly key: string;
  readonly isUnfolded: boolean;
  /** The unfolded ones. */
  readonly calls: readonly KeptBranch[];
}

export function keptRows(rows: TopRows, cursor: Row | undefined): KeptRows {
  const functions = rows.unfoldedFunctions;
  const unfolded = functions.map(({ root, groups }) => ({ key: keyOf(root), groups: groups.map(keptBranch) }));
  return { unfolded, cursor: cursor ? pathOf(cursor, rows) : [] };
}

/** Unfolds the rows again, once the functions are loaded. Those that are not among them stay folded. Never rejects. */
export async function unfoldAgain({ unfolded }: KeptRows, rows: TopRows, requests: CallRequests): Promise<void> {
  const functions = byKey(rows.loadedFunctions);
  await Promise.all(unfolded.map(async ({ key, groups }) => {
    const row = functions.get(key);
    if (!row) return;
    await requests.unfold(row);
    const now = byKey(rows.groupsBelow(row));
    await Promise.all(groups.map((kept) => unfoldBranch(now.get(kept.key), kept, rows, requests)));
  }));
}

/** The focused row among those that are loaded now. */
export function keptCursor({ cursor: [first, ...rest] }: KeptRows, rows: TopRows): Row | undefined {
  const root = byKey(rows.loadedFunctions).get(first);
  if (!root || rest.length === 0) return root;
  let found: Row | undefined = root;
  let below: readonly (GroupRow | CallRow)[] = rows.groupsBelow(root);
  for (const key of rest) {
    const next: GroupRow | CallRow | undefined = byKey(below).get(key);
    if (!next) break;
    found = next;
    below = next.calls ?? [];
  }
  return found;
}

async function unfoldBranch(
  row: GroupRow | CallRow | undefined,
  kept: KeptBranch,
  rows: TopRows,
  requests: CallRequests,
): Promise<void> {
  if (!row) return;
  if (row.kind === 'call') await requests.unfold(row);
  const calls = byKey(row.calls ?? []);
  await Promise.all(kept.calls.map((call) => unfoldBranch(calls.get(call.key), call, rows, requests)));
  if (!kept.isUnfolded) rows.fold(row);
}

function keptBranch(row: GroupRow | CallRow): KeptBranch {
  const calls = (row.calls ?? []).filter(({ isUnfolded }) => isUnfolded).map(keptBranch);
  return { key: keyOf(row), isUnfolded: row.isUnfolded, calls };
}

function pathOf(row: Row, rows: TopRows): readonly string[] {
  if (row.kind === 'unknown') return [];
  const parent = rows.parentOf(row);
  const above = parent ? pathOf(parent, rows) : [];
  return row.kind === 'more' ? above : [...above, keyOf(row)];
}

function keyOf(row: FunctionRow | GroupRow | CallRow): string {
  return row.kind === 'group' ? row.direction : JSON.stringify([row.name, row.file, row.line]);
}

function byKey<R extends FunctionRow | GroupRow | CallRow>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}
