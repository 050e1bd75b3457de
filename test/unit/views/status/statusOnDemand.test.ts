import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Baseline } from '../../../../src/captures/comparison';
import { statusOnDemand } from '../../../../src/views/status/statusOnDemand';
import { Session } from '../../../../src/captures/session';
import { FakeEngine } from '../../../shared/fakeEngine';

const BASELINE = { capture: { id: 'a', sources: new Map() }, movedFiles: () => [] } as unknown as Baseline;

test('status bar items are loaded once, when the session has what they show, and disposed with its owner', async () => {
  const session = new Session(new FakeEngine());
  const log: string[] = [];
  const status = statusOnDemand(session, () => session.baseline !== undefined, async () => {
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
