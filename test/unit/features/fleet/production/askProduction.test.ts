import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { AskedOfProduction } from '../../../../../src/features/fleet/production/productionQuestion';
import type { SavedSources } from '../../../../../src/features/targets/savedSources';
import type { FleetSource } from '../../../../../src/fleet/fleetSource';
import { FakeMemento, FakeSecrets } from '../../../../shared/fakeStorage';
import { CPU_TYPE, FakeStore, IN_USE_TYPE } from '../../../../shared/fakeStore';
import { fakeVscode } from '../../../../shared/fakeVscode';
import { withVscode } from '../../../../shared/withVscode';

const user = fakeVscode('/w');
withVscode(user.module);

const SOURCE: FleetSource = { id: 'p', name: 'production', kind: 'pyroscope', address: 'http://h:4040' };
let store: FakeStore;
let sources: SavedSources;
let memento: FakeMemento;

beforeEach(async () => {
  user.user = {};
  user.setTrusted(true);
  store = new FakeStore();
  memento = new FakeMemento();
  const { SavedSources } = await import('../../../../../src/features/targets/savedSources');
  sources = new SavedSources(memento as never, new FakeSecrets() as never, () => {}, () => store);
});

async function ask(known: (source: FleetSource) => AskedOfProduction | undefined = () => undefined) {
  const { askedOfProduction } = await import('../../../../../src/features/fleet/production/askProduction');
  return askedOfProduction(sources, memento as never, known);
}

test('the service is asked for once and saved as the default; the type is CPU', async () => {
  await sources.save(SOURCE);
  user.user = { pick: 'cart' };
  const asked = await ask();
  assert.deepEqual([asked?.service, asked?.type.sampleType], ['cart', 'cpu']);
  assert.deepEqual(sources.list()[0]?.defaults, { service: 'cart' });
  store.asked.length = 0;
  assert.equal((await ask())?.service, 'cart');
  assert.deepEqual(store.asked, []);
});

test('what a store offered some minutes ago is not asked again, also by another window while the store is down', async () => {
  await sources.save({ ...SOURCE, defaults: { service: 'cart' } });
  const first = await ask();
  store.asked.length = 0;
  store.failure = new Error('down');
  const second = await ask();
  assert.deepEqual([second?.type, second?.service, store.asked], [first?.type, 'cart', []]);
  const key = 'linecost.productionOffered';
  await memento.update(key, { ...(memento.get(key) as object), at: Date.now() - 11 * 60_000 });
  await assert.rejects(ask(), /down/);
  store.failure = undefined;
  await ask();
  await sources.save({ ...SOURCE, serviceLabel: 'job', defaults: { service: 'cart' } });
  store.asked.length = 0;
  await ask();
  assert.deepEqual(store.asked, ['types'], 'a store that was changed is asked');
});

test('what was asked before is not asked again, unless the store was changed since', async () => {
  await sources.save({ ...SOURCE, defaults: { service: 'cart' } });
  const first = await ask();
  store.asked.length = 0;
  const known = (source: FleetSource) => (JSON.stringify(source) === JSON.stringify(first?.source) ? first : undefined);
  assert.equal(await ask(known), first);
  assert.deepEqual(store.asked, []);
  await sources.save({ ...SOURCE, defaults: { service: 'checkout' } });
  assert.equal((await ask(known))?.service, 'checkout');
});

test('the samples of Parca Agent are CPU time, and a default type that is gone is said', async () => {
  await sources.save({ ...SOURCE, defaults: { service: 'cart' } });
  const agent = { ...CPU_TYPE, id: 'parca_agent:samples:count:cpu:nanoseconds:delta', name: 'parca_agent', sampleType: 'samples' };
  store.types = [IN_USE_TYPE, agent];
  assert.equal((await ask())?.type, agent);
  await sources.save({ ...SOURCE, defaults: { service: 'cart', type: CPU_TYPE.id } });
  await assert.rejects(ask(), /production has no profiles of its default type process_cpu:cpu\S+ of the last 24 h: choose another/);
});

test('no store, no CPU profiles and an untrusted workspace are said, and nothing is asked', async () => {
  await assert.rejects(ask(), /No profile store is saved yet/);
  await sources.save(SOURCE);
  store.types = [IN_USE_TYPE];
  await assert.rejects(ask(), /production has no CPU profiles of the last 24 h: choose its default profile type/);
  user.setTrusted(false);
  store.asked.length = 0;
  await assert.rejects(ask(), /Trust this workspace first/);
  assert.deepEqual(store.asked, []);
});
