import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SavedSources } from '../../../../src/features/targets/savedSources';
import type { FleetSource } from '../../../../src/fleet/fleetSource';
import type { AskedQuery } from '../../../../src/fleet/measuredFleet';
import { CPU_TYPE, FakeStore, IN_USE_TYPE } from '../../../shared/fakeStore';
import { fakeVscode } from '../../../shared/fakeVscode';
import { startPrometheus, vectorOf } from '../../../shared/fleet/prometheusServer';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);
const HOUR = 3_600_000;
const now = Date.now();
const RANGE = { from: now - HOUR, to: now };
const ASKED: AskedQuery = { type: CPU_TYPE, service: 'checkout', filters: [], range: { kind: 'last', ms: HOUR } };

const opened = async (): Promise<object> => ({});

/** Asks with a Prometheus that answers with a vector of one value. */
async function ask(source: Partial<FleetSource>, asked = ASKED, range = RANGE, open = opened) {
  const server = await startPrometheus(vectorOf('7200'));
  const requests = { address: server.address.origin, query: 'sum(increase(x{job="${service}"}[${range}]))' };
  const { requestsOf } = await import('../../../../src/features/fleet/requestsOfFleet');
  try {
    const of: FleetSource = { id: 'p', name: 'production', kind: 'pyroscope', address: 'http://h', requests, ...source };
    const query = { ...asked, type: asked.type.id, range };
    const sources = { openCounter: open } as unknown as SavedSources;
    const { signal } = new AbortController();
    const counted = await requestsOf({ source: of, asked }, query, new FakeStore(), sources, signal);
    return { counted, questions: server.asked.length };
  } finally {
    await server.close();
  }
}

test('the requests of an answer are those in the time and of the service that were asked', async () => {
  const { counted } = await ask({});
  assert.deepEqual(counted, { requests: { count: 7200, perSecond: 2, seconds: 3600 } });
});

test('nothing is counted for stores that cover a part of the time, memory in use, or without a query', async () => {
  for (const source of [{ kind: 'parca' as const }, { requests: undefined }]) {
    assert.deepEqual(await ask(source), { counted: {}, questions: 0 });
  }
  assert.deepEqual(await ask({}, { ...ASKED, type: IN_USE_TYPE }), { counted: {}, questions: 0 });
});

test('why requests are not counted is known: a cut range, a filter that the query lacks, an address that was refused', async () => {
  const cut = await ask({}, ASKED, { from: now - 8 * 24 * HOUR, to: now });
  assert.deepEqual(cut, { counted: { why: 'production has left out a part of the time' }, questions: 0 });
  const filters = [{ name: 'canary', operator: '=' as const, value: 'true' }];
  assert.match((await ask({}, { ...ASKED, filters })).counted.why!, /^the query for requests has no \$\{filters\}.*canary too$/);
  const refused = await ask({}, ASKED, RANGE, () => Promise.reject(new Error('you did not allow the address that counts them')));
  assert.deepEqual(refused, { counted: { why: 'you did not allow the address that counts them' }, questions: 0 });
});

test('an answer that lacks a part of the time has no requests', async () => {
  const { ofWhole } = await import('../../../../src/features/fleet/requestsOfFleet');
  const requests = { count: 7200, perSecond: 2, seconds: 3600 };
  assert.deepEqual(ofWhole({ requests }, { missing: [], unreadable: 0 }), { requests });
  const missing = [{ range: RANGE, reason: 'down' }] as never;
  assert.deepEqual(ofWhole({ requests }, { missing, unreadable: 0 }), { why: 'a part of the time is missing' });
  assert.deepEqual(ofWhole({ requests }, { missing: [], unreadable: 1 }), { why: 'a part of the profiles could not be read' });
});
