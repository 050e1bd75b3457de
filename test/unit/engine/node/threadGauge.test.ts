import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { threadGauge } from '../../../../src/engine/node/threadGauge';
import { until } from '../../../shared/until';

const GARBAGE_BYTES = 50 * 1024 ** 2;

const usedBytes = () => threadGauge.usage().bytes;

for (const name of ['collect', 'collectInBackground'] as const) {
  test(`${name} frees typed arrays that are not used any more`, async () => {
    const before = usedBytes();
    let kept: Float64Array | undefined = new Float64Array(GARBAGE_BYTES / 8).fill(1);
    // From here on, it counts as old, so that only a collection of all objects frees it.
    threadGauge.collect();
    assert.ok(usedBytes() - before > 0.9 * GARBAGE_BYTES && kept.length > 0);
    kept = undefined;
    threadGauge[name]();
    await until(() => usedBytes() - before < 0.1 * GARBAGE_BYTES);
  });
}

test('a collection in the background begins with pressure on V8, and ends it', async () => {
  const before = usedBytes();
  threadGauge.collectInBackground();
  assert.ok(getHeapStatistics().external_memory > 2 * GARBAGE_BYTES);
  await until(() => usedBytes() - before < 0.1 * GARBAGE_BYTES);
});
