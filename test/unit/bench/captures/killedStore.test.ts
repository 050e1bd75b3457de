import { test } from 'node:test';
import { killStore } from '../../../soak/killStore';

test('killed processes that share a folder of captures lose nothing and leave nothing half-written', async () => {
  await killStore(30, 1);
});
