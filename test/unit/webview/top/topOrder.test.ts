import assert from 'node:assert/strict';
import test from 'node:test';
import { ariaSort, DEFAULT_ORDER, nextOrder, orderHint, readOrder, type TopOrder } from '../../../../webview/top/topOrder';

const PLAIN = { hasNegative: false, isJudged: false };
const SIGNED = { hasNegative: true, isJudged: false };
const JUDGED = { hasNegative: true, isJudged: true };

/** The directions after each of `count` clicks on a column. */
function clicks(order: TopOrder, sort: TopOrder['sort'], count: number, signs = PLAIN): string[] {
  const directions: string[] = [];
  for (let i = 0; i < count; i++) directions.push((order = nextOrder(order, sort, signs)).direction);
  return directions;
}

test('a click on a column sorts by the column, and further clicks change the direction', () => {
  assert.deepEqual(clicks(DEFAULT_ORDER, 'cum', 3), ['size', 'ascending', 'size']);
  assert.deepEqual(clicks(DEFAULT_ORDER, 'name', 3), ['ascending', 'descending', 'ascending']);
  assert.deepEqual(clicks(DEFAULT_ORDER, 'flat', 1), ['ascending']);
});

test('figures with signs can be sorted by increases or decreases', () => {
  assert.deepEqual(clicks(DEFAULT_ORDER, 'flat', 3, SIGNED), ['descending', 'ascending', 'size']);
  assert.equal(orderHint({ sort: 'flat', direction: 'ascending' }, SIGNED), 'decreases first');
  assert.equal(orderHint({ sort: 'flat', direction: 'ascending' }, PLAIN), 'smallest first');
});

test('where changes are judged, firm ones come first until a click, and again after those of the other orders', () => {
  assert.deepEqual(clicks(DEFAULT_ORDER, 'flat', 4, JUDGED), ['size', 'descending', 'ascending', 'firm']);
  assert.deepEqual(clicks(DEFAULT_ORDER, 'cum', 3, JUDGED), ['size', 'descending', 'ascending']);
  assert.equal(orderHint(DEFAULT_ORDER, JUDGED), 'firm changes first, each part with the largest first');
  assert.equal(orderHint(DEFAULT_ORDER, SIGNED), 'largest first');
  assert.equal(ariaSort(DEFAULT_ORDER, 'flat', JUDGED), 'other');
});

test('ariaSort has the direction of the sorted column, "other" for absolute values, and "none" for other columns', () => {
  assert.equal(ariaSort(DEFAULT_ORDER, 'flat', PLAIN), 'descending');
  assert.equal(ariaSort(DEFAULT_ORDER, 'flat', SIGNED), 'other');
  assert.equal(ariaSort(DEFAULT_ORDER, 'cum', PLAIN), 'none');
  assert.equal(ariaSort({ sort: 'name', direction: 'ascending' }, 'name', PLAIN), 'ascending');
});

test("an unknown order becomes the default", () => {
  assert.deepEqual(readOrder({ sort: 'cum', direction: 'ascending', search: 'x' }), { sort: 'cum', direction: 'ascending' });
  for (const saved of [undefined, null, 7, { sort: 'age', direction: 'size' }, { sort: 'flat', direction: 'up' }]) {
    assert.deepEqual(readOrder(saved), DEFAULT_ORDER);
  }
});
