import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { readProfile } from '../../../../src/engine/node/readProfile';
import { FleetSum } from '../../../../src/features/fleet/fleetSum';
import { RunningMerge } from '../../../../src/profile/refine/runningMerge';
import { profileFromText } from '../../../shared/profileFromText';
import { storeEngine } from '../../../shared/storeEngine';
import { textOf } from '../../../shared/profileText';

const { signal } = new AbortController();
const bytesOf = (stacks: string, types = 'cpu/nanoseconds'): Uint8Array => {
  return profileFromText({ types, stacks, timeNanos: 5e18, durationNanos: 7 });
};

async function added(...all: readonly Uint8Array[]) {
  const sum = new FleetSum(storeEngine(), signal);
  for (const bytes of all) await sum.add({ bytes, unknown: {} });
  const { bytes, notes } = await sum.end();
  const profile = await readProfile({ kind: 'bytes', bytes }, signal);
  return { profile, notes, text: textOf(profile) };
}

test('profiles are added up one after the other; the sum has no duration, which is that of many machines', async () => {
  const { text, profile } = await added(bytesOf('1 | main.f m.go:7'), bytesOf('2 | main.f m.go:7\n4 | main.g m.go:9'));
  assert.deepEqual(text, ['3 | main.f', '4 | main.g']);
  assert.deepEqual([profile.durationNanos, profile.timeNanos], [0, 5e18]);
  assert.equal((await added(bytesOf('1 | main.f m.go:7'))).profile.durationNanos, 7);
});

test('a profile that is damaged, or of another kind, is left out with a note, also the first one', async () => {
  const good = bytesOf('1 | main.f m.go:7');
  for (const other of [Buffer.from('no profile'), bytesOf('1 | main.f m.go:7', 'inuse_space/bytes')]) {
    const { text, notes } = await added(good, other, good);
    assert.deepEqual(text, ['2 | main.f']);
    assert.match(notes.join(), /^1 profile could not be read \(.+\)\.$/);
  }
  assert.deepEqual((await added(Buffer.from('no profile'), good, good)).text, ['2 | main.f']);
});

test('profiles in other units are converted, as when profiles are merged', async () => {
  const { text } = await added(bytesOf('1 | main.f m.go:7', 'cpu/microseconds'), bytesOf('5 | main.f m.go:7'));
  assert.deepEqual(text, ['1005 | main.f']);
});

test('the only profiles that cannot be read are an error, and no empty answer', async () => {
  await assert.rejects(added(Buffer.from('no profile')), /1 profile could not be read/);
});

test('profiles are not added to a sum whose beginning another worker had, and the error says to ask again', async () => {
  let engine = storeEngine();
  const sum = new FleetSum({ ask: (...asked) => engine.ask(...asked) }, signal);
  await sum.add({ bytes: bytesOf('1 | main.f m.go:7'), unknown: {} });
  engine = storeEngine();
  await assert.rejects(sum.add({ bytes: bytesOf('1 | main.f m.go:7'), unknown: {} }), /are lost\. Ask for them again\./);
});

test('a sum that was not taken is freed', async () => {
  const asked: string[] = [];
  const engine = storeEngine();
  const sum = new FleetSum({ ask: (query, ...more) => (asked.push(query), engine.ask(query, ...more)) }, signal);
  sum.dispose();
  await sum.add({ bytes: bytesOf('1 | main.f m.go:7'), unknown: {} });
  sum.dispose();
  assert.deepEqual(asked, ['addToSum', 'dropSum']);
});

test('a sum is freed that was cancelled while it waited to be taken', async () => {
  const asked: string[] = [];
  const ask = async (query: string) => {
    asked.push(query);
    if (query === 'takeSum') throw new DOMException('cancelled', 'AbortError');
    return {};
  };
  const sum = new FleetSum({ ask: ask as never }, signal);
  await sum.add({ bytes: bytesOf('1 | main.f m.go:7'), unknown: {} });
  await assert.rejects(sum.end(), { name: 'AbortError' });
  sum.dispose();
  assert.deepEqual(asked, ['addToSum', 'takeSum', 'dropSum']);
});

test('a profile that fails while it is added spoils the sum, and is not said to be left out', async () => {
  const engine = storeEngine();
  const sum = new FleetSum(engine, signal);
  const bytes = () => bytesOf('1 | main.f m.go:7');
  await sum.add({ bytes: bytes(), unknown: {} });
  const adding = mock.method(RunningMerge.prototype, 'add', () => {
    throw new RangeError('Invalid array length');
  });
  await assert.rejects(sum.add({ bytes: bytes(), unknown: {} }), RangeError);
  adding.mock.restore();
  await assert.rejects(sum.end(), /are lost/);
});
