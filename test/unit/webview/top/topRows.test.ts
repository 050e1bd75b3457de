import assert from 'node:assert/strict';
import test from 'node:test';
import { pathCalls } from '../../../../src/profile/table/pathCalls';
import type { ReportTable } from '../../../../src/profile/table/reportTable';
import { type CallRow, CHUNK_SIZE, type FunctionRow, type GroupRow, levelOf, type Row, TopRows } from '../../../../webview/top/topRows';
import { tableOfStacks, windowOf } from '../../../shared/reportTables';

const STACKS = `
  3 | leaf l.go:1 < mid m.go:1 < left a.go:1 < main main.go:1
  4 | leaf l.go:2 < mid m.go:2 < right b.go:1 < main main.go:1
`;

/** A table of stacks, sorted by name, and its rows. */
function rowsOf(stacks = STACKS) {
  const table = tableOfStacks(stacks);
  const rows = new TopRows();
  rows.addWindow(windowOf(table, { sort: 'name' }));
  return { table, rows };
}

type Branches = readonly (GroupRow | CallRow)[];

/** Adds the next calls of each branch, at most `limit`, as an answer from the host does. */
function answer({ table, rows }: { table: ReportTable; rows: TopRows }, branches: Branches, limit = 100): void {
  for (const branch of branches) {
    const { direction, path, calls = [] } = branch;
    rows.addCalls(branch, pathCalls(table, { direction, path, from: calls.length, limit }));
  }
}

/** The rows as text, indented by two spaces per level. */
function picture(rows: TopRows): string[] {
  return Array.from({ length: rows.length }, (_, position) => {
    const row = rows.at(position)!;
    return `${'  '.repeat(levelOf(row) - 1)}${labelOf(row)}`;
  });
}

function labelOf(row: Row): string {
  if ('name' in row) return row.name;
  return row.kind === 'group' ? row.direction : row.kind;
}

const rowNamed = (rows: TopRows, name: string): Row =>
  Array.from({ length: rows.length }, (_, position) => rows.at(position)!).find((row) => 'name' in row && row.name === name)!;

test('a row unfolds to its callers and callees, which unfold further along the stacks', () => {
  const top = rowsOf();
  const { rows } = top;
  answer(top, rows.unfold(rowNamed(rows, 'mid')));
  assert.deepEqual(picture(rows), [
    'leaf', 'left', 'main', 'mid', '  callers', '    right', '    left', '  callees', '    leaf', 'right',
  ]);
  answer(top, rows.unfold(rows.at(5)!));
  assert.deepEqual(picture(rows).slice(4, 9), ['  callers', '    right', '      main', '    left', '  callees']);
  assert.equal((rows.at(6) as CallRow).value, 4);
});

test('figures of few samples are marked in the rows that were asked about', () => {
  const { table, rows } = rowsOf();
  const { node } = windowOf(table, { sort: 'name' });
  rows.markFewSamples(0, node, { flat: Uint8Array.of(1, 0, 0, 0, 0), cum: Uint8Array.of(0, 1, 0, 0, 0) });
  const few = (name: string) => (rowNamed(rows, name) as FunctionRow).few;
  assert.deepEqual([few('leaf'), few('left')], [{ flat: true, cum: false }, { flat: false, cum: true }]);
  const { rows: others } = rowsOf();
  others.markFewSamples(1, node, { flat: new Uint8Array(5).fill(1), cum: new Uint8Array(5) });
  assert.equal((others.at(1) as FunctionRow).few, undefined, 'another function is at this place now');
});

test('figures of few samples are marked in the calls that were asked about', () => {
  const top = rowsOf();
  const { rows } = top;
  const [callers] = rows.unfold(rowNamed(rows, 'mid'));
  answer(top, [callers!]);
  rows.markFewCalls(callers!, 1, { flat: Uint8Array.of(0), cum: Uint8Array.of(1) });
  assert.deepEqual(callers!.calls!.map(({ name, few }) => [name, few]), [['right', undefined], ['left', { flat: false, cum: true }]]);
});

test('positionOf returns the position of a row, even below unfolded rows', () => {
  const top = rowsOf();
  const { rows } = top;
  answer(top, rows.unfold(rowNamed(rows, 'mid')));
  answer(top, rows.unfold(rows.at(5)!));
  answer(top, rows.unfold(rowNamed(rows, 'leaf')));
  const positions = Array.from({ length: rows.length }, (_, position) => rows.positionOf(rows.at(position)!));
  assert.deepEqual(positions, [...positions.keys()]);
  assert.equal(rows.at(rows.length), undefined);
});

test('folding a row hides everything below it, and unfolding restores it', () => {
  const top = rowsOf();
  const { rows } = top;
  const mid = rowNamed(rows, 'mid');
  answer(top, rows.unfold(mid));
  const unfolded = picture(rows);
  const group = rows.at(4)!;
  rows.fold(group);
  assert.deepEqual(picture(rows).slice(3, 6), ['mid', '  callers', '  callees']);
  assert.deepEqual(rows.unfold(group), [], 'nothing is requested twice');
  assert.deepEqual(picture(rows), unfolded);
  rows.fold(mid);
  assert.equal(rows.length, 5);
});

test('a row without calls cannot be unfolded', () => {
  const top = rowsOf();
  const { rows } = top;
  answer(top, rows.unfold(rowNamed(rows, 'mid')));
  const leaf = rows.at(8)!;
  assert.deepEqual([labelOf(leaf), rows.canUnfold(leaf), rows.canUnfold(rows.at(5)!)], ['leaf', false, true]);
});

test('a long list of calls ends in a row for the rest until the rest is loaded', () => {
  const top = rowsOf(Array.from({ length: 5 }, (_, i) => `${9 - i} | leaf l.go:1 < caller${i} c.go:1`).join('\n'));
  const { rows } = top;
  const leaf = rowNamed(rows, 'leaf');
  answer(top, rows.unfold(leaf), 2);
  const start = rows.positionOf(leaf) + 1;
  assert.deepEqual(picture(rows).slice(start, start + 5), ['  callers', '    caller0', '    caller1', '    more', '  callees']);
  const moreRow = rows.at(start + 3)!;
  assert.equal(rows.positionOf(moreRow), start + 3);
  assert.equal(rows.parentOf(moreRow), rows.at(start));
  answer(top, [rows.at(start) as GroupRow]);
  assert.equal(picture(rows)[start + 5], '    caller4');
});

test('only missing rows are requested, in whole chunks', () => {
  const stacks = Array.from({ length: 1000 }, (_, i) => `${i + 1} | f${i} a.go:1`).join('\n');
  const table = tableOfStacks(stacks);
  const rows = new TopRows();
  rows.addWindow(windowOf(table, { from: 0, limit: CHUNK_SIZE }));
  assert.equal(rows.length, 1000);
  assert.equal(rows.missingRange(0, CHUNK_SIZE), undefined);
  assert.deepEqual(rows.missingRange(CHUNK_SIZE - 10, CHUNK_SIZE + 10), { from: CHUNK_SIZE, limit: CHUNK_SIZE });
  assert.deepEqual(rows.missingRange(600, 900), { from: 2 * CHUNK_SIZE, limit: 2 * CHUNK_SIZE });
  assert.equal(rows.at(700)!.kind, 'unknown');
  rows.addWindow(windowOf(table, { from: 2 * CHUNK_SIZE, limit: 2 * CHUNK_SIZE }));
  assert.equal((rows.at(700) as { name: string }).name, 'f299');
});

test('a reloaded row keeps its object, so that the rows below it stay unfolded', () => {
  const top = rowsOf();
  const { rows, table } = top;
  const mid = rowNamed(rows, 'mid');
  rows.addWindow(windowOf(table, { sort: 'name' }));
  assert.equal(rowNamed(rows, 'mid'), mid);
  rows.clear();
  assert.equal(rows.length, 0);
});
