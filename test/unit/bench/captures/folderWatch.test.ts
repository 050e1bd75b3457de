import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { watchCaptures } from '../../../../src/bench/captures/folderWatch';
import { CaptureStore } from '../../../../src/bench/captures/captureStore';
import { until } from '../../../shared/until';

test('a change by another store is reported, also if there was no folder before', async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), 'linecost-watch-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  const folder = path.join(root, 'runs');
  const store = new CaptureStore(folder, 30);
  let told = 0;
  const watcher = watchCaptures(folder, () => told++);
  const record = { id: 'a', title: 'A', capturedAt: 1, profiles: [{ label: 'cpu', fileName: 'cpu.pprof' }], results: [] };
  await delay(100);
  const isToldOf = async (change: () => Promise<void>): Promise<void> => {
    const before = told;
    await change();
    await until(() => told > before);
  };
  await store.keepProfile('a', record.profiles[0]!, Uint8Array.of(1));
  await isToldOf(() => store.save(record, new Map()));
  await isToldOf(() => store.update({ ...record, title: 'B' }));
  await isToldOf(() => store.remove('a'));
  watcher.dispose();
  const end = told;
  await store.remove('a');
  await delay(300);
  assert.equal(told, end);
});

test('a folder that cannot be watched causes no error', async () => {
  watchCaptures('/dev/null/runs', () => undefined);
  await delay(50);
});
