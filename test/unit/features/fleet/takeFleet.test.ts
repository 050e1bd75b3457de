import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { readProfile } from '../../../../src/engine/node/readProfile';
import type { TakeFleetOptions } from '../../../../src/features/fleet/takeFleet';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import { CPU_TYPE, FakeStore } from '../../../shared/fakeStore';
import { profileFromText } from '../../../shared/profileFromText';
import { storeEngine } from '../../../shared/storeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const DAY = 86_400_000;
const { signal } = new AbortController();
const engine = storeEngine();

function profileBytes(): Uint8Array {
  const text = { types: 'cpu/nanoseconds', stacks: '10 | main.work main.go:7', timeNanos: 5.8e18, durationNanos: 7 };
  const profile = decodeProfile(profileFromText(text));
  return encodeProfile({ ...profile, period: 3, exactPeriod: 3n });
}

const query = (days: number): FleetQuery => ({ type: CPU_TYPE.id, filters: [], range: { from: 0, to: days * DAY } });

async function take(store: FakeStore, days: number, more: Partial<TakeFleetOptions> = {}) {
  const { takeFleet } = await import('../../../../src/features/fleet/takeFleet');
  const stages: string[] = [];
  const report = (stage: string) => void stages.push(stage);
  const options = { signal, stop: new AbortController().signal, keeps: async () => false, report, ...more };
  const taken = await takeFleet(store, query(days), options, engine);
  const profile = taken && (await readProfile({ kind: 'bytes', bytes: taken.bytes }, signal));
  return { taken, profile, stages };
}

test('a long range is asked in pieces that are added up, with progress', async () => {
  const store = new FakeStore();
  store.answer = () => [{ bytes: profileBytes(), unknown: {}, notes: [] }];
  const { profile, taken, stages } = await take(store, 3);
  assert.equal(store.merged.length, 3);
  assert.equal(profile!.values[0]![0], 30);
  assert.deepEqual(taken!.missing, []);
  assert.ok(stages.includes('2 of 3 pieces'), stages.join(', '));
});

test('what the server does not say is not in the profile: no period, no time in 2153, no duration', async () => {
  const store = new FakeStore();
  store.answer = () => [{ bytes: profileBytes(), unknown: { period: true, time: true, duration: true }, notes: [] }];
  const { profile } = await take(store, 1);
  assert.deepEqual([profile!.period, profile!.timeNanos, profile!.durationNanos], [0, 0, 0]);
  store.answer = () => [{ bytes: profileBytes(), unknown: {}, notes: [] }];
  assert.equal((await take(store, 1)).profile!.period, 3);
});

test('a piece that fails keeps the others, and one that cannot be read is named', async () => {
  const store = new FakeStore();
  store.answer = ({ range: { from } }) => {
    if (from === DAY) throw new CaptureError('httpStatus', 'h responded with 500 Internal Server Error.');
    return [{ bytes: from === 0 ? new Uint8Array([9, 9]) : profileBytes(), unknown: {}, notes: [] }];
  };
  const { profile, taken } = await take(store, 4);
  assert.equal(profile!.values[0]![0], 20);
  assert.deepEqual(taken!.missing.map(({ range }) => range.from / DAY), [1]);
  assert.match(taken!.notes.join(' '), /Piece 2 of 4 .* is missing: h responded with 500.* 1 profile could not be read/);
  assert.equal(taken!.unreadable, 1);
});

test('no data is no capture, and a store that refuses all pieces is an error', async () => {
  const store = new FakeStore();
  assert.equal((await take(store, 2)).taken, undefined);
  store.failure = new CaptureError('unreachable', 'Nothing is listening on h.');
  await assert.rejects(take(store, 2), /Nothing is listening/);
});

test('Cancel keeps what has come if the user wants it, else nothing', async () => {
  for (const isKept of [true, false]) {
    const stop = new AbortController();
    const store = new FakeStore();
    let asked: readonly number[] = [];
    store.answer = ({ range: { from } }) => {
      if (from < 2 * DAY) stop.abort(new DOMException('cancelled', 'AbortError'));
      stop.signal.throwIfAborted();
      return [{ bytes: profileBytes(), unknown: {}, notes: [] }];
    };
    const keeps = async (...count: readonly number[]) => {
      asked = count;
      return isKept;
    };
    const taking = take(store, 5, { stop: stop.signal, keeps });
    if (!isKept) await assert.rejects(taking, { name: 'AbortError' });
    else assert.equal((await taking).profile!.values[0]![0], 30);
    assert.deepEqual(asked, [3, 5]);
  }
});
