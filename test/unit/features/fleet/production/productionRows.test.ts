import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownOfFunction } from '../../../../../src/features/fleet/production/productionRows';
import { fakeVscode } from '../../../../shared/fakeVscode';
import { plainSpaces } from '../../../../shared/plainSpaces';
import { withVscode } from '../../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

async function rowsOf(known: Partial<KnownOfFunction>) {
  const { productionRows } = await import('../../../../../src/features/fleet/production/productionRows');
  const figures = { flat: 1, cum: 26, total: 100, flatRank: 7, cumRank: 2, functionCount: 9, callers: [] };
  const nothing = { figures, trend: 'none', lacks: [], notes: [], labels: [], splits: new Map(), areOnLines: false } as const;
  return productionRows({ ...nothing, ...known }, 'CPU time').map(({ icon, label, description }) => {
    return [icon, plainSpaces([label, description].filter(Boolean).join(' | '))];
  });
}

test('a share of an answer that lacks something says so itself, and why in the row below', async () => {
  const note = 'No label says which build this is of: lines may be off.';
  const rows = await rowsOf({ lacks: ['1 profile could not be read.'], notes: [note] });
  assert.deepEqual(rows.slice(0, 2), [
    ['warning', '26 % of CPU time, with all that it calls | place 2 of 9 functions · incomplete'],
    ['blank', '1 profile could not be read.'],
  ]);
  assert.deepEqual(rows.find(([, text]) => text === note)?.[0], 'info');
  assert.equal((await rowsOf({ notes: [note] }))[0]![0], 'pulse');
});

test('a label whose values have no cost keeps its row, and says so', async () => {
  const rows = await rowsOf({ labels: ['version'], splits: new Map([['version', []]]) });
  assert.deepEqual(rows.find(([icon]) => icon === 'tag'), ['tag', 'by version | none of its values has a cost']);
});
