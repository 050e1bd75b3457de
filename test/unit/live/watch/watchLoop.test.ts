import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { StatusError } from '../../../../src/http/httpFailure';
import type { InstanceMoment } from '../../../../src/live/watch/momentRequest';
import { type MomentTaker, watchInstances } from '../../../../src/live/watch/watchLoop';

/** Watches instances until `moments` pauses; the clock jumps. */
async function watch(answers: readonly ((turn: number) => InstanceMoment)[], pauses: number) {
  const stop = new AbortController();
  const said: string[] = [];
  let [now, turns] = [0, 0];
  const takers = answers.map((answer, i): MomentTaker => {
    return { instance: { name: `i${i}` }, take: () => Promise.resolve().then(() => answer(turns)) };
  });
  const sink = {
    answered: (moment: { readonly answers: readonly unknown[] }) => Promise.resolve(void said.push(`${now / 1000}: ${moment.answers.length}`)),
    fellSilent: () => void said.push(`${now / 1000}: silent`),
  };
  const clock = {
    now: () => now,
    sleep: async (millis: number) => {
      now += millis;
      if (++turns === pauses) stop.abort();
      stop.signal.throwIfAborted();
    },
  };
  const pace = { everySeconds: 30, cpuSeconds: 1, maxUnpackedBytes: 1 };
  await watchInstances(takers, pace, sink, { clock, signal: stop.signal });
  return said;
}

const gone = () => {
  throw new CaptureError('unreachable', 'Nothing is listening.');
};

test('moments follow each other in the interval, with the instances that answer', async () => {
  assert.deepEqual(await watch([() => ({}), gone], 3), ['0: 1', '30: 1', '60: 1']);
});

test('a service that does not answer is said once, asked less and less often, and goes on', async () => {
  const back = (turn: number) => (turn < 4 ? gone() : {});
  assert.deepEqual(await watch([back], 6), ['0: silent', '450: 1', '480: 1']);
});

test('a service that wants other credentials ends the watch', async () => {
  const refused = () => {
    throw new StatusError(401, undefined, 'httpStatus', 'Unauthorized.');
  };
  await assert.rejects(watch([refused], 3), /Unauthorized/);
});
