import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { FakeEngine } from '../../../shared/fakeEngine';
import { FakeMemento } from '../../../shared/fakeStorage';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/** A session with one capture. */
async function scene(context: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-pinned-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const { Session } = await import('../../../../src/captures/session');
  const { RememberedSession } = await import('../../../../src/captures/loaded/rememberedSession');
  const { capturesOnDisk } = await import('../../../../src/captures/loaded/captureStorage');
  const { LoadedCaptures } = await import('../../../../src/captures/loaded/loadedCaptures');
  const { protectedProgramIds } = await import('../../../../src/captures/loaded/protectedPrograms');
  const engine = new FakeEngine();
  const [remembered, storage] = [new RememberedSession(new FakeMemento()), capturesOnDisk({ folder, others: [] })];
  const captures = new LoadedCaptures(engine.asEngine(), new Session(engine), remembered, storage, () => undefined);
  context.after(() => captures.dispose());
  const { id } = await captures.drafts.keep(async (inProgress) => {
    await inProgress.take({ label: 'cpu', fileName: 'cpu.pprof' }, Buffer.from('cpu/nanoseconds 5'));
    return { title: 'BenchmarkA', results: [], sources: new Map() };
  });
  const [capture] = await captures.records();
  return { captures, capture: capture!, id, protectedProgramIds };
}

test('renaming a capture by an outdated record does not change its pin', async (context) => {
  const { captures, capture } = await scene(context);
  const states = async () => (await captures.records()).map(({ title, isPinned }) => [title, isPinned]);
  await captures.pinCapture(capture, true);
  await captures.renameCapture(capture, 'before the change');
  assert.deepEqual(await states(), [['before the change', true]]);
  await captures.pinCapture(capture, false);
  assert.deepEqual(await states(), [['before the change', false]]);
});

test('the baselines and pinned captures keep their programs', async (context) => {
  const { captures, capture, id, protectedProgramIds } = await scene(context);
  await captures.pinCapture(capture, true);
  assert.deepEqual(await protectedProgramIds(captures, []), [id]);
  assert.deepEqual(await protectedProgramIds(captures, ['baseline']), ['baseline', id]);
  await captures.pinCapture(capture, false);
  assert.deepEqual(await protectedProgramIds(captures, []), []);
});
