import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFleetQuery } from '../../../src/fleet/fleetQuery';
import { isFleetSource } from '../../../src/fleet/fleetSource';

const source = { id: '1', name: 'production', kind: 'parca', address: 'https://parca.example.com' };

test('a saved source has a kind that Linecost knows, a name and an address', () => {
  assert.ok(isFleetSource(source));
  assert.ok(isFleetSource({ ...source, serviceLabel: 'job', authorization: { kind: 'bearer' }, defaults: { type: 'a:b' } }));
  for (const wrong of [{ kind: 'other' }, { name: ' ' }, { address: '' }, { id: undefined }, { versionLabel: 1 }]) {
    assert.ok(!isFleetSource({ ...source, ...wrong }), JSON.stringify(wrong));
  }
});

test('a query has a range that begins before it ends', () => {
  const query = { type: 'cpu', filters: [{ name: 'a', operator: '=~', value: 'b|c' }], range: { from: 1, to: 2 } };
  assert.ok(isFleetQuery(query));
  assert.ok(!isFleetQuery({ ...query, range: { from: 2, to: 2 } }));
  assert.ok(!isFleetQuery({ ...query, filters: [{ name: 'a', operator: '==', value: 'b' }] }));
});
