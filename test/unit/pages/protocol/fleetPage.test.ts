import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLEET_PAGE } from '../../../../src/pages/protocol/fleetPage';
import { isPageMessage } from '../../../../src/pages/protocol/pageProtocol';
import { ordered } from '../../../shared/pageMessages';

const QUERY = { store: 's1', filters: [{ name: 'version', operator: '=~', value: '1.*' }], range: { kind: 'last', seconds: 900 } };

test('only well-formed queries are accepted from the page', () => {
  const asked = (query: unknown) => isPageMessage(FLEET_PAGE, { kind: 'ask', question: 'cost', params: { query }, version: 1, request: 1 });
  const good = [
    QUERY, { ...QUERY, service: 'a', type: 't', split: 'pod' }, { ...QUERY, range: { kind: 'deploy' } },
    { ...QUERY, range: { kind: 'between', from: 1, to: 2 } },
  ];
  for (const query of good) assert.equal(asked(query), true, JSON.stringify(query));
  const bad = [
    undefined, {}, { ...QUERY, store: 1 }, { ...QUERY, filters: [{ name: 'a', operator: '>', value: 'b' }] },
    { ...QUERY, range: { kind: 'between', from: 2, to: 1 } }, { ...QUERY, range: { kind: 'last', seconds: -1 } },
    { ...QUERY, service: 'x'.repeat(10_001) }, { ...QUERY, filters: Array.from({ length: 101 }, () => QUERY.filters[0]) },
  ];
  for (const query of bad) assert.equal(asked(query), false, JSON.stringify(query)?.slice(0, 100));
});

test('an order to profile may name a part of the range', () => {
  const profile = (params: object) => isPageMessage(FLEET_PAGE, ordered('profile', params));
  assert.equal(profile({ query: QUERY }), true);
  assert.equal(profile({ query: QUERY, range: { from: 1, to: 2 } }), true);
  assert.equal(profile({ query: QUERY, range: { from: 2, to: 1 } }), false);
});
