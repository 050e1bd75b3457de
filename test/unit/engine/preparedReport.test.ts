import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prepared } from '../../../src/engine/preparedReport';
import type { Steps } from '../../../src/profile/common/guard';

const neverAborted = new AbortController().signal;

/** Work whose steps are recorded in `taken`. */
function work(steps: number) {
  const taken: number[] = [];
  const prepared = new Prepared(function* (): Steps<string> {
    for (let step = 0; step < steps; step++) {
      taken.push(step);
      yield;
    }
    return 'made';
  });
  return { taken, prepared };
}

test('steps taken in advance are not taken again when the report is requested', async () => {
  const { taken, prepared } = work(3);
  prepared.advance();
  prepared.advance();
  assert.equal(prepared.isReady, false);
  assert.equal(await prepared.ready(neverAborted), 'made');
  assert.equal(await prepared.ready(neverAborted), 'made');
  assert.deepEqual(taken, [0, 1, 2]);
});

test('an abort between steps drops the unfinished work, and the next call starts from the first step', async () => {
  const controller = new AbortController();
  const { taken, prepared } = work(Infinity);
  const report = prepared.ready(controller.signal);
  setImmediate(() => controller.abort());
  await assert.rejects(report, { name: 'AbortError' });
  const before = taken.length;
  prepared.advance();
  assert.equal(taken[before], 0);
});

test('every caller gets the error of a step', async () => {
  const prepared = new Prepared(function* (): Steps<string> {
    yield;
    throw new RangeError('too large');
  });
  await assert.rejects(prepared.ready(neverAborted), /too large/);
  await assert.rejects(prepared.ready(neverAborted), /too large/);
});
