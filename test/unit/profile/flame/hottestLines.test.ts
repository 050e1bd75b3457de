import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import type { StackView } from '../../../../src/profile/answers/flame';
import { profileOfStacks } from '../../../shared/stacks';
import { randomStacks } from '../../../shared/randomStacks';

const VIEWS: readonly StackView[] = [
  {},
  { from: 'f' },
  { collapseRecursion: true },
  { from: { name: 'bench', below: ['f'], module: '' } },
];

test('a call has the same hottest line, whichever calls are asked for with it', () => {
  const views = fc.constantFrom(...VIEWS);
  fc.assert(fc.property(randomStacks, views, fc.infiniteStream(fc.boolean()), (stacks, view, isAsked) => {
    const { count, hottestLines } = buildCallTree(profileOfStacks(stacks), 0, view);
    const all = Array.from({ length: count }, (_, call) => call);
    const lines = hottestLines.of(all);
    const some = all.filter(() => isAsked.next().value as boolean).reverse();
    assert.deepEqual([...hottestLines.of(some)], some.map((call) => lines[call]));
  }), { numRuns: 500 });
});
