import { test } from 'node:test';
import { killStore } from '../../../soak/killStore';

const KILLS = 30;
const SEED = 1;

test('no saved capture is lost or half-written when processes that share a folder are killed', async () => {
  await killStore(KILLS, SEED);
});
