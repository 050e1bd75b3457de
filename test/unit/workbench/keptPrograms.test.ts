import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FakeEngine } from '../../shared/fakeEngine';
import { FakeMemento } from '../../shared/fakeStorage';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w').module);

test('a pinned capture stays pinned if a window with an older record renames it', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-pinned-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const { Session } = await import('../../../src/session');
  const { RememberedSession } = await import('../../../src/workbench/rememberedSession');
  const { LoadedCaptures } = await import('../../../src/workbench/loadedCaptures');
  const { keptProgramIds } = await import('../../../src/workbench/keptPrograms');
  const engine = new FakeEngine();
  const [memory, storage] = [new RememberedSession(new FakeMemento()), { folder, others: [] }];
  const captures = new LoadedCaptures(engine.asEngine(), new Session(engine), memory, storage, () => undefined);
  context.after(() => captures.dispose());
  const inProgress = captures.begin();
  await inProgress.take({ label: 'cpu', fileName: 'cpu.pprof' }, Buffer.from('cpu/nanoseconds 5'));
  const { id } = await inProgress.finish({ title: 'BenchmarkA', results: [], sources: new Map() });
  const [record] = await captures.records();
  const states = async () => (await captures.records()).map(({ title, isPinned }) => [title, isPinned]);

  await captures.pinCapture(record!, true);
  await captures.renameCapture(record!, 'before the change');
  assert.deepEqual(await states(), [['before the change', true]]);
  assert.deepEqual(await keptProgramIds(captures, undefined), [id]);
  await captures.pinCapture(record!, false);
  assert.deepEqual(await states(), [['before the change', false]]);
  assert.deepEqual(await keptProgramIds(captures, undefined), []);
  assert.deepEqual(await keptProgramIds(captures, 'baseline'), ['baseline']);
});
