import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/** Where the bar of the icon for light themes is, in an icon of 16 × 16 units, and its color. */
async function barOf(part: number, kind: 'cost' | 'growth' | 'shrinkage' | 'chance', isChange: boolean) {
  const { shareIcon } = await import('../../../../src/views/hotLines/shareIcon');
  const svg = atob(shareIcon(part, kind, isChange).light.toString().split(',')[1]!);
  const [, x, width, color] = /<rect x="([\d.]+)" y="5" width="([\d.]+)" height="6" fill="(#\w+)"/.exec(svg)!;
  return { from: Number(x), to: Number(x) + Number(width), color };
}

test('a share fills the bar from the left, and nothing that costs something is empty', async () => {
  assert.deepEqual([await barOf(1, 'cost', false), await barOf(0.5, 'cost', false)].map(({ from, to }) => [from, to]), [[1, 15], [1, 8]]);
  assert.ok((await barOf(0.001, 'cost', false)).to >= 2);
  assert.equal((await barOf(0, 'cost', false)).to, 1);
});

test('a change starts in the middle: growth to the right, shrinkage to the left, and chance in another color', async () => {
  const [growth, shrinkage, chance] = [await barOf(1, 'growth', true), await barOf(-1, 'shrinkage', true), await barOf(1, 'chance', true)];
  assert.deepEqual([growth.from, growth.to, shrinkage.from, shrinkage.to], [8, 15, 1, 8]);
  assert.equal(new Set([growth, shrinkage, chance].map(({ color }) => color)).size, 3);
});
