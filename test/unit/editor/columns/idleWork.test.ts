import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { IdleWork } from '../../../../src/editor/columns/drawSchedule';

/** Blocks the thread for this long, like a step of work. */
function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('work runs in slices, and other work runs between them', async () => {
  let remaining = 20;
  const remainingAtTurns: number[] = [];
  await new Promise<void>((resolve) => {
    const idle = new IdleWork(() => {
      if (remaining === 0) return resolve(), false;
      remaining--;
      busy(1);
      setImmediate(() => remainingAtTurns.push(remaining));
      return true;
    });
    idle.start();
    idle.start();
    assert.equal(remaining, 20, 'no step runs immediately');
  });
  const remainders = [20, ...new Set(remainingAtTurns)];
  const slices = remainders.map((steps, i) => steps - (remainders[i + 1] ?? 0)).filter((steps) => steps > 0);
  assert.ok(slices.length >= 5, `done in slices of ${slices.join(', ')} steps`);
});

test('nothing runs after dispose', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const idle = new IdleWork(() => assert.fail('a step ran'));
  idle.start();
  idle.dispose();
  mock.timers.tick(1000);
});
