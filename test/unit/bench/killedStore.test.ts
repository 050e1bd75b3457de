import { test } from 'node:test';
import { killStore } from '../../soak/killStore';

test('processes that share a folder of runs and are killed lose nothing, and leave no halves', async () => {
  await killStore(30, 1);
});
