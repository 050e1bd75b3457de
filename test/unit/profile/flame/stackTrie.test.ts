import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { framesOf } from '../../../../src/profile/lines/frames';
import type { Profile } from '../../../../src/profile/model';
import { stackTrieOf } from '../../../shared/inOneStep';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';
import { trieWeights } from './trieWeights';

/** Each node except the root as `name: self total samples`, in preorder, indented by depth. */
function picture(profile: Profile): string[] {
  const { count, parent, location } = stackTrieOf(profile);
  const { self, total, samples } = trieWeights(stackTrieOf(profile), profile.values[0]!);
  const { functions, offsets, function: functionOf } = framesOf(profile);
  const depths = [0];
  const rows: string[] = [];
  for (let node = 1; node < count; node++) {
    depths[node] = depths[parent[node]!]! + 1;
    const name = functions.names[functionOf[offsets[location[node]!]!]!];
    rows.push(`${'  '.repeat(depths[node]! - 1)}${name}: ${self[node]} ${total[node]} ${samples[node]}`);
  }
  return rows;
}

test('stacks share the nodes of their outer locations, and nodes are numbered in preorder', () => {
  const profile = profileOfLines('main;a;b 1\n main;a 2\n main;c 3\n main;a;b 0');
  const { end, sampleNode } = stackTrieOf(profile);
  assert.deepEqual(picture(profile), ['main: 0 6 3', '  a: 2 3 2', '    b: 1 1 1', '  c: 3 3 1']);
  assert.equal(end[0], 5);
  assert.equal(sampleNode[0], sampleNode[3]);
});

test('each sample has the node of its stack, and subtrees are contiguous', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const profile = profileOfStacks(stacks);
    const { parent, location, end, sampleNode, count } = stackTrieOf(profile);
    stacks.forEach((_, sample) => {
      const path: number[] = [];
      for (let node = sampleNode[sample]!; node !== 0; node = parent[node]!) path.push(location[node]!);
      const { offsets, locations } = profile.stacks;
      assert.deepEqual(path, [...locations.subarray(offsets[sample], offsets[sample + 1])]);
    });
    for (let node = 1; node < count; node++) {
      assert.ok(parent[node]! < node && end[node]! <= end[parent[node]!]! && end[node]! > node);
    }
    const distinct = new Set(Array.from({ length: count }, (_, node) => `${parent[node]}/${location[node]}`).slice(1));
    assert.equal(distinct.size, count - 1);
  }), { numRuns: 200 });
});
