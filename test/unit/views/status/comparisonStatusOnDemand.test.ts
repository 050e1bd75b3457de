import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Baseline } from '../../../../src/captures/comparison';
import { comparisonStatusOnDemand } from '../../../../src/views/status/comparisonStatusOnDemand';
import { Session } from '../../../../src/captures/session';
import { FakeEngine } from '../../../shared/fakeEngine';

const BASELINE = { capture: { id: 'a', sources: new Map() }, movedFiles: () => [] } as unknown as Baseline;

test('the status of the comparison is loaded once, when there is a baseline, and disposed with its owner', async () => {
  const session = new Session(new FakeEngine());
  const log: string[] = [];
  const status = comparisonStatusOnDemand(session, async () => {
    log.push('loaded');
    return { dispose: () => log.push('disposed') };
  });
  session.refine({});
  assert.deepEqual(log, []);
  session.compareWith(BASELINE);
  session.compareWith(undefined);
  session.compareWith(BASELINE);
  status.dispose();
  await new Promise(setImmediate);
  assert.deepEqual(log, ['loaded', 'disposed']);
});
