import assert from 'node:assert/strict';
import test from 'node:test';
import { MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { pathCalls } from '../../../../src/profile/table/pathCalls';
import { type FunctionRow, type GroupRow, type Row, TopRows } from '../../../../webview/top/topRows';
import { rowAccessibleName, rowAsText, rowText } from '../../../../webview/top/rowText';
import { fullBar } from '../../../../webview/top/rowElement';
import { tableOfStacks, windowOf } from '../../../shared/reportTables';

const STACKS = `
  300000000 | leaf l.go:1 ^ mid m.go:1 < main main.go:1
  100000000 | mid m.go:2 < main main.go:1
  50000000  | other o.go:1
`;

/** Unfolds a function, and returns its row, its two groups and its first callee. */
function unfold(name: string): { format: ReturnType<typeof windowOf>; root: Row; groups: GroupRow[]; callee: Row } {
  const table = tableOfStacks(STACKS);
  const format = windowOf(table);
  const rows = new TopRows();
  rows.addWindow(format);
  const root = rows.at(format.name.indexOf(name))!;
  const groups = rows.unfold(root) as GroupRow[];
  for (const group of groups) {
    rows.addCalls(group, pathCalls(table, { direction: group.direction, path: group.path, from: 0, limit: 9 }));
  }
  return { format, root, groups, callee: groups[1]!.calls![0]! };
}

test("the cells of a function equal the output of pprof's top", () => {
  const { format, root } = unfold('mid');
  const { flat, flatShare, sum, cum, cumShare, name } = rowText(root, format);
  assert.deepEqual([flat, flatShare, sum, cum, cumShare, name], ['100\u202fms', '22.2\u202f%', '88.9\u202f%', '400\u202fms', '88.9\u202f%', 'mid']);
  assert.equal(rowAsText(root, format), '     100ms 22.22% 88.89%      400ms 88.89%  mid');
});

test('in a difference, all shares have signs', () => {
  const { format, root, callee } = unfold('mid');
  const signed = { ...format, isSigned: true };
  const { flatShare, sum, cumShare } = rowText(root, signed);
  assert.deepEqual([flatShare, sum, cumShare, rowText(callee, signed).share], ['+22.2\u202f%', '+88.9\u202f%', '+88.9\u202f%', '+75\u202f%']);
});

test('a call has its share of the unfolded function, and its flat', () => {
  const { format, callee } = unfold('mid');
  const { flat, sum, cum, cumShare, share, remark } = rowText(callee, format);
  assert.deepEqual([flat, sum, cum, cumShare, share, remark], ['300\u202fms', '', '300\u202fms', '66.7\u202f%', '75\u202f%', 'inlined']);
  assert.equal(rowAsText(callee, format), '     300ms 75.00%  leaf (inlined)');
});

test('a row is announced with its name first, then its cells', () => {
  const { format, root, groups, callee } = unfold('mid');
  assert.equal(rowAccessibleName(root, format), 'mid, flat 100\u202fms, 22.2\u202f%, sum 88.9\u202f%, cum 400\u202fms, 88.9\u202f%');
  assert.equal(rowAccessibleName(groups[0]!, format), 'Callers of mid, 1');
  assert.equal(rowAccessibleName(callee, format), 'leaf, 75\u202f% of mid, cum 300\u202fms, flat 300\u202fms, inlined');
  assert.equal(rowAccessibleName({ kind: 'unknown', index: 4 }, format), 'Loading');
});

test('a figure of few samples is announced as mostly chance', () => {
  const { format, root } = unfold('mid');
  const row = { ...(root as FunctionRow), few: { flat: true, cum: false } };
  assert.equal(rowAccessibleName(row, format), 'mid, flat 100\u202fms, 22.2\u202f%, mostly chance, sum 88.9\u202f%, cum 400\u202fms, 88.9\u202f%');
  assert.equal(rowAccessibleName({ ...row, flat: 0 }, format), 'mid, flat 0, 0\u202f%, sum 88.9\u202f%, cum 400\u202fms, 88.9\u202f%');
});

test('a figure of few samples of a call is announced as mostly chance', () => {
  const { format, groups } = unfold('mid');
  const [caller, callee] = groups.map(({ calls }) => ({ ...calls![0]!, few: { flat: true, cum: true } }));
  assert.match(rowAccessibleName(callee!, format), /^\S+, [\d.]+\u202f% of mid, cum [^,]+, mostly chance, flat [^,]+, mostly chance/);
  assert.match(rowAccessibleName(caller!, format), /^\S+, [\d.]+\u202f% of mid, cum [^,]+, mostly chance$/, 'callers have no flat');
});

test('the row of callers is announced with "none" if there are none', () => {
  const { format, groups } = unfold('other');
  assert.equal(rowAccessibleName(groups[0]!, format), 'Callers of other, none');
});

test('a call has the judgements on its figures, and is announced with them', () => {
  const { format, groups } = unfold('mid');
  const table = tableOfStacks(STACKS);
  const calls = pathCalls(table, { direction: 'callees', path: groups[1]!.path, from: 0, limit: 9 });
  const rows = new TopRows();
  rows.addWindow(format);
  const [, callees] = rows.unfold(rows.at(format.name.indexOf('mid'))!) as GroupRow[];
  const judgements = { judgement: Uint8Array.of(MOVED), move: Uint32Array.of(1) };
  const noise = { judgement: Uint8Array.of(NOISE), move: Uint32Array.of(0) };
  rows.addCalls(callees!, { ...calls, changes: { flat: judgements, cum: noise, moves: [{ how: 'other', function: 'f' }] } });
  const [call] = callees!.calls!;
  assert.deepEqual([call!.remarks?.flat.sign, call!.remarks?.cum.sign], ['↔', '~']);
  assert.equal(
    rowAccessibleName(call!, format),
    'leaf, 75\u202f% of mid, cum 300\u202fms, within the noise, flat 300\u202fms, moved: f lost as much, inlined',
  );
});

test('a change that is not firm is announced with the reason', () => {
  const { format, root } = unfold('mid');
  const remarks = { flat: { sign: '~', text: 'within the noise', isFirm: false }, cum: { sign: '', text: '', isFirm: true } };
  const row = { ...(root as FunctionRow), remarks };
  assert.equal(rowAccessibleName(row, format), 'mid, flat 100\u202fms, 22.2\u202f%, within the noise, sum 88.9\u202f%, cum 400\u202fms, 88.9\u202f%');
});

test('a row has the judgements on its figures, but a figure of 0 has none', () => {
  const window = windowOf(tableOfStacks(STACKS));
  const judgement = Uint8Array.from(window.node, () => MOVED);
  const judgements = { judgement, move: Uint32Array.from(window.node, () => 1) };
  const rows = new TopRows();
  rows.addWindow({ ...window, changes: { flat: judgements, cum: judgements, moves: [{ how: 'other', function: 'f' }] } });
  const row = rows.at(window.name.indexOf('main')) as FunctionRow;
  assert.deepEqual(row.remarks, { flat: { sign: '', text: '', isFirm: true }, cum: { sign: '↔', text: 'moved: f lost as much', isFirm: false } });
});

test('a bar as wide as its column is the total, or the largest change if that exceeds the total', () => {
  const window = windowOf(tableOfStacks(STACKS));
  assert.deepEqual([window.maxFlat, window.maxCum, fullBar(window)], [3e8, 4e8, 4.5e8]);
  assert.equal(fullBar({ ...window, total: -9e8 }), 9e8);
  assert.equal(fullBar({ ...window, total: 2e8 }), 4e8);
});
