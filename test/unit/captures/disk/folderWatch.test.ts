import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { watchCaptures } from '../../../../src/captures/disk/folderWatch';
import { CaptureStore } from '../../../../src/captures/disk/captureStore';
import { until } from '../../../shared/until';

test('changes of the captures are reported until the watcher is disposed of, even if the folder did not exist before', async (context) => {
  const root = await mkdtemp(path.join(tmpdir(), 'linecost-watch-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  const folder = path.join(root, 'runs');
  const store = new CaptureStore(folder, 30);
  let changes = 0;
  const watcher = watchCaptures(folder, () => changes++);
  const record = { id: 'a', title: 'A', capturedAt: 1, profiles: [{ label: 'cpu', fileName: 'cpu.pprof' }], results: [] };
  await delay(100);
  const expectReport = async (change: () => Promise<unknown>): Promise<void> => {
    const before = changes;
    await change();
    await until(() => changes > before);
  };
  await store.saveProfile('a', record.profiles[0]!, Uint8Array.of(1));
  await expectReport(() => store.save(record, new Map()));
  await expectReport(() => store.update({ ...record, title: 'B' }));
  await expectReport(() => store.remove('a'));
  watcher.dispose();
  const changesBefore = changes;
  await store.remove('a');
  await delay(300);
  assert.equal(changes, changesBefore);
});

test('a folder that cannot be watched causes no error', async () => {
  watchCaptures('/dev/null/runs', () => undefined);
  await delay(50);
});
