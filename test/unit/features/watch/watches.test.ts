import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Watch, Watches } from '../../../../src/features/watch/watches';
import { FakeMemento } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode('/w');
withVscode(user.module);
let memento: FakeMemento;
let told: string[] = [];
let stopped: string[] = [];

beforeEach(() => {
  memento = new FakeMemento();
  [told, stopped] = [[], []];
  user.user = {};
});

async function watches(): Promise<Watches> {
  const { Watches } = await import('../../../../src/features/watch/watches');
  return new Watches(memento as never, (id, isWatched) => void told.push(`${id} ${isWatched}`));
}

function watch(id: string, others: Partial<Watch> = {}): Watch {
  const usual = { startedAt: Date.now(), count: 2, isAnswering: true, growing: 0 };
  return { id, name: `service ${id}`, ...usual, stop: () => void stopped.push(id), ...others };
}

test('a watch is found until it ends, and its service is told of both', async () => {
  const all = await watches();
  const end = all.add(watch('a'));
  assert.equal(all.find('a')?.name, 'service a');
  end();
  assert.deepEqual([all.find('a'), told], [undefined, ['a true', 'a false']]);
});

test('stopping means the service of the row, the only one, or the one that the user picks', async () => {
  const all = await watches();
  await assert.rejects(all.stop(), /No service is watched\./);
  const end = all.add(watch('a'));
  await all.stop();
  all.add(watch('b'));
  await all.stop('b');
  await all.stop({ target: { id: 'a' } });
  user.user = { pick: 'service b' };
  await all.stop();
  user.user = {};
  await all.stop();
  await all.stop('unknown');
  assert.deepEqual(stopped, ['a', 'b', 'a', 'b']);
  end();
});

test('services that were watched when the window closed are known once to the next one', async () => {
  const all = await watches();
  all.add(watch('a'));
  all.add(watch('b'))();
  all.dispose();
  const next = await watches();
  assert.deepEqual([next.takeInterrupted(), next.takeInterrupted()], [['a'], []]);
});

test('a service that is watched again already is not one that was interrupted', async () => {
  (await watches()).add(watch('a'));
  const next = await watches();
  next.add(watch('a'));
  assert.deepEqual(next.takeInterrupted(), []);
});
