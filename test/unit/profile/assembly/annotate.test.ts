import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotate, costsWithin, type Routine } from '../../../../src/profile/assembly/routine';

/** Instructions of 4, 2 and 3 bytes, from address 0x100. */
const ROUTINE: Routine = {
  name: 'f',
  instructions: [[0x100n, 4], [0x104n, 2], [0x106n, 3]].map(([address, size]) => {
    return { address: address as bigint, size: size as number, text: '', file: '', line: 0 };
  }),
};
const costAt = (address: bigint) => ({ address, flat: 1, cum: 2 });
const addresses = (costs: readonly { address: bigint }[]) => costs.map(({ address }) => address);

test('a cost at any byte of an instruction belongs to it, because a call has the address of its last byte', () => {
  const costs = [0x100n, 0x103n, 0x105n, 0x106n].map(costAt);
  assert.deepEqual(annotate(ROUTINE, costs, 0n).map(addresses), [[0x100n, 0x103n], [0x105n], [0x106n]]);
});

test('the difference between the address in memory and in the file is subtracted', () => {
  const costs = [0x5100n, 0x5104n].map(costAt);
  assert.deepEqual(annotate(ROUTINE, costs, 0x5000n).map(addresses), [[0x5100n], [0x5104n], []]);
});

test('costsWithin sorts the costs of a routine by address and leaves out those at its last byte, as pprof does', () => {
  const costs = [0x5108n, 0x5107n, 0x50ffn, 0x5100n].map(costAt);
  assert.deepEqual(addresses(costsWithin(ROUTINE, costs, 0x5000n)), [0x5100n, 0x5107n]);
  assert.deepEqual(costsWithin({ name: 'none', instructions: [] }, costs, 0n), []);
});
