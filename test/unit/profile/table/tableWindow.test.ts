import assert from 'node:assert/strict';
import test from 'node:test';
import type { TableView } from '../../../../src/profile/answers/table';
import { profileOf } from '../../../shared/profileFromText';
import { rowsOf, tableOfStacks, tableOf, windowOf } from '../../../shared/reportTables';

const STACKS = `
  3 | b.Beta b.go:1 < a.alpha a.go:1 < main main.go:1
  4 | a.alpha a.go:2 < main main.go:1
  2 | c.gamma c.go:5 ^ main main.go:9
`;

function names(view: Partial<TableView>): readonly string[] {
  return windowOf(tableOfStacks(STACKS), view).name;
}

test('rows are sorted by flat, each with the running sum of flat', () => {
  assert.deepEqual(rowsOf(windowOf(tableOfStacks(STACKS))), ['a.alpha 4 4 7', 'b.Beta 3 7 3', 'c.gamma 2 9 2', 'main 0 9 9']);
});

test('the running sum of a row does not depend on the order or the search', () => {
  const table = tableOfStacks(STACKS);
  assert.deepEqual(rowsOf(windowOf(table, { sort: 'cum' })), ['main 0 9 9', 'a.alpha 4 4 7', 'b.Beta 3 7 3', 'c.gamma 2 9 2']);
  assert.deepEqual(rowsOf(windowOf(table, { search: 'gamma' })), ['c.gamma 2 9 2']);
});

test('rows can be sorted by every column, ascending and descending', () => {
  assert.deepEqual(names({ sort: 'name' }), ['a.alpha', 'b.Beta', 'c.gamma', 'main']);
  assert.deepEqual(names({ sort: 'name', direction: 'descending' }), ['main', 'c.gamma', 'b.Beta', 'a.alpha']);
  assert.deepEqual(names({ sort: 'flat', direction: 'ascending' }), ['main', 'c.gamma', 'b.Beta', 'a.alpha']);
  assert.deepEqual(names({ sort: 'cum', direction: 'ascending' }), ['c.gamma', 'b.Beta', 'a.alpha', 'main']);
  assert.deepEqual(names({ sort: 'sum', direction: 'descending' }), ['c.gamma', 'main', 'b.Beta', 'a.alpha']);
});

test('negative figures are sorted by absolute value or by value', () => {
  const table = tableOfStacks('-9 | falling a.go:1\n5 | growing a.go:1\n1 | steady a.go:1');
  const by = (direction: TableView['direction']) => windowOf(table, { direction }).name;
  assert.deepEqual(by('size'), ['falling', 'growing', 'steady']);
  assert.deepEqual(by('descending'), ['growing', 'steady', 'falling']);
  assert.deepEqual(by('ascending'), ['falling', 'steady', 'growing']);
  assert.equal(windowOf(table).hasNegative, true);
  assert.equal(windowOf(tableOfStacks(STACKS)).hasNegative, false);
});

test('a window has only the requested rows, and the number of all rows', () => {
  const { name, from, count, allCount } = windowOf(tableOfStacks(STACKS), { sort: 'name', from: 1, limit: 2, search: 'a' });
  assert.deepEqual({ name, from, count, allCount }, { name: ['b.Beta', 'c.gamma'], from: 1, count: 4, allCount: 4 });
  assert.deepEqual(windowOf(tableOfStacks(STACKS), { from: 90 }).name, []);
});

test('a search is an RE2 pattern, case-insensitive and not anchored', () => {
  assert.deepEqual(names({ search: 'BETA' }), ['b.Beta']);
  assert.deepEqual(names({ search: '^(a|b)\\.' }), ['a.alpha', 'b.Beta']);
  assert.deepEqual(names({ search: 'a.al' }), ['a.alpha']);
  assert.deepEqual(names({ search: '\\pL{5}' }), ['a.alpha', 'c.gamma']);
});

test('an invalid search pattern matches all rows and gives an error', () => {
  const { count, searchError } = windowOf(tableOfStacks(STACKS), { search: '(?=a)' });
  assert.equal(count, 4);
  assert.match(searchError!, /not an RE2 regular expression: .*\(\?=/);
  assert.equal(windowOf(tableOfStacks(STACKS)).searchError, undefined);
});

test('find gives the index of the row of a function', () => {
  const table = tableOfStacks(STACKS);
  assert.equal(windowOf(table, { find: 'main' }).found, 3);
  assert.equal(windowOf(table, { sort: 'cum', find: 'main' }).found, 0);
  assert.equal(windowOf(table, { search: 'a\\.', find: 'main' }).found, -1);
  assert.equal(windowOf(tableOfStacks(STACKS, { granularity: 'lines' }), { sort: 'name', find: 'main' }).found, 4);
});

test('the granularity determines which frames share a row', () => {
  const by = (granularity: 'filefunctions' | 'files' | 'lines' | 'addresses') =>
    windowOf(tableOfStacks(STACKS, { granularity }), { sort: 'name' });
  assert.deepEqual(by('filefunctions').name, ['a.alpha a.go', 'b.Beta b.go', 'c.gamma c.go', 'main main.go']);
  assert.deepEqual(rowsOf(by('files')), ['a.go 4 4 7', 'b.go 3 7 3', 'c.go 2 9 2', 'main.go 0 9 9']);
  assert.deepEqual(by('lines').name, ['a.alpha a.go:1', 'a.alpha a.go:2', 'b.Beta b.go:1', 'c.gamma c.go:5', 'main main.go:1', 'main main.go:9']);
  assert.match(by('addresses').name[0]!, /^0{12}1001 b\.Beta b\.go:1$/);
  assert.deepEqual(by('lines').function, ['a.alpha', 'a.alpha', 'b.Beta', 'c.gamma', 'main', 'main']);
  assert.deepEqual([...by('lines').line], [1, 2, 1, 5, 1, 9]);
});

test('a function has a file even if files do not distinguish rows', () => {
  const { file, line } = windowOf(tableOfStacks(STACKS), { sort: 'name' });
  assert.deepEqual([file, [...line]], [['a.go', 'b.go', 'c.go', 'main.go'], [0, 0, 0, 0]]);
});

test('all rows have the same output unit, which fits their values', () => {
  const { outputUnit, unit, total } = windowOf(tableOfStacks('150000000 | a a.go:1\n20000 | b b.go:1'));
  assert.deepEqual({ outputUnit, unit, total }, { outputUnit: 'ms', unit: 'nanoseconds', total: 150020000 });
  assert.equal(windowOf(tableOfStacks(STACKS, { unit: 'us' })).outputUnit, 'us');
});

test('with the option mean, figures are means', () => {
  const profile = profileOf('2 9 | a a.go:1 < main main.go:1\n3 20 | b b.go:1 < main main.go:1', { types: 'n/count t/ns' });
  const window = windowOf(tableOf(profile, { mean: true }, 1));
  assert.deepEqual(rowsOf(window), ['b 6 6 6', 'a 4 10 4', 'main 0 10 5']);
  assert.equal(window.total, 5);
});

test('drop_negative leaves out nodes with negative figures', () => {
  const stacks = '-9 | falling a.go:1 < main main.go:1\n5 | growing a.go:1 < main main.go:1\n1 | main main.go:1';
  assert.deepEqual(windowOf(tableOfStacks(stacks, { drop_negative: true })).name, ['growing', 'main']);
});

test('with divide_by, sums are not divided until they are printed', () => {
  const profile = profileOf('10 | a a.go:1\n10 | a a.go:2\n10 | b a.go:2');
  const values = profile.values.map((column) => column.map((value) => value / 3));
  const window = windowOf(tableOf({ ...profile, values, totals: [10] }, { divide_by: 3 }));
  assert.deepEqual(rowsOf(window), ['a 20 20 20', 'b 10 30 10']);
  assert.deepEqual([window.divideBy, window.total], [3, 30]);
});
