import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { CaptureInProgress } from '../../../../src/captures/captureDraft';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri } from '../../../shared/fakeVscode';
import {
  vscode, CPU, MEMORY, EMPTY, BROKEN, newStorage, openWindow, scene, capturedOf, measuring, measure,
  baselineOf, titles, labels, uriOf, fileIn,
} from './loadedCapturesScene';

test('a capture becomes active and is stored with its totals and sources', async (context) => {
  const { captures, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  assert.equal(session.active?.capture, capture);
  assert.equal(shown(), 'BenchmarkA cpu');
  const [record] = await captures.records();
  assert.deepEqual([record.id, record.title], [capture.id, 'BenchmarkA']);
  assert.deepEqual(record.profiles.map(({ total }) => total), [
    { type: 'cpu', unit: 'nanoseconds', value: 5 },
    { type: 'inuse_space', unit: 'bytes', value: 3 },
  ]);
  assert.equal(existsSync(captures.captureFile(record, record.profiles[0]).fsPath), true);
});

test('the first profile with samples is shown while other profiles are still measured', async (context) => {
  const { captures, session } = await scene(context);
  const seen: (string[] | undefined)[] = [];
  session.onDidChange(() => seen.push(labels(session.active?.capture)));
  const capture = await measure(captures, measuring('BenchmarkA', EMPTY, CPU, MEMORY));
  assert.deepEqual(seen, [['block', 'cpu'], ['block', 'cpu', 'memory']]);
  assert.equal(session.active?.capture, capture);
  assert.equal(session.active?.profile.label, 'cpu');
});

test('a benchmark that is measured again is first shown with the kind of profile that was shown before', async (context) => {
  const { captures, session } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  session.switchProfile(first.profiles[1].summary.id);
  const seen: string[] = [];
  session.onDidChange(() => seen.push(`${session.active?.capture === first} ${session.active?.profile.label}`));
  await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  assert.deepEqual(seen, ['false memory']);
});

test('a new capture replaces the active capture, whose profiles are unloaded', async (context) => {
  const { captures, engine, shown } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  await measure(captures, measuring('BenchmarkB', CPU));
  assert.equal(shown(), 'BenchmarkB cpu');
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof']);
});

test('a capture whose target is known only at its end replaces the active capture at its end', async (context) => {
  const { captures, engine, shown } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  const { bytes, ...profile } = MEMORY;
  await measure(captures, async ({ take }) => {
    await take(profile, bytes);
    assert.equal(shown(), 'BenchmarkA cpu');
    return capturedOf('BenchmarkB');
  });
  assert.equal(shown(), 'BenchmarkB inuse_space');
  assert.deepEqual(engine.loadedFiles, ['memory.pprof']);
});

test('a baseline set during its capture gets the later profiles', async (context) => {
  const { captures, session } = await scene(context);
  await measure(captures, async (inProgress) => {
    await measuring('BenchmarkA', CPU)(inProgress);
    session.compareWith(baselineOf(session.active!.capture));
    return measuring('BenchmarkA', MEMORY)(inProgress);
  });
  assert.deepEqual(labels(session.baseline?.capture), ['cpu', 'memory']);
});

test('a failed capture leaves no files, and the previous capture is shown again', async (context) => {
  const { captures, engine, shown, folder } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  let id = '';
  const failing = async (inProgress: CaptureInProgress) => {
    id = inProgress.id;
    await measuring('BenchmarkB', MEMORY)(inProgress);
    assert.equal(shown(), 'BenchmarkB inuse_space');
    throw new Error('exit status 1');
  };
  await assert.rejects(measure(captures, failing), /exit status 1/);
  assert.equal(shown(), 'BenchmarkA cpu');
  assert.deepEqual([await titles(captures), engine.loadedFiles], [['BenchmarkA'], ['cpu.pprof']]);
  assert.equal(existsSync(path.join(folder, 'runs', id, 'memory.pprof')), false);
});

test('after a failed capture, the previous one is compared again with the baseline that was only for it', async (context) => {
  const { captures, engine, session } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  const before = session.active!.capture;
  await measure(captures, measuring('BenchmarkA', CPU));
  const { id } = session.active!.capture;
  const capture = await captures.captureOf(before.id);
  session.compareWith({ ...baselineOf(capture), comparedCapture: id });
  const failing = async (inProgress: CaptureInProgress) => {
    await measuring('BenchmarkA', CPU)(inProgress);
    assert.equal(session.baseline, undefined);
    throw new Error('exit status 1');
  };
  await assert.rejects(measure(captures, failing));
  assert.deepEqual([session.active!.capture.id, session.baseline?.capture.id], [id, before.id]);
  assert.equal(engine.loadedFiles.length, 2);
  session.compareWith(undefined);
  assert.equal(engine.loadedFiles.length, 1);
});

test('a failed capture does not replace a file that the user opened meanwhile', async (context) => {
  const { captures, session, shown, folder } = await scene(context);
  await writeFile(fileIn(folder, 'heap.pprof'), MEMORY.bytes);
  await measure(captures, measuring('BenchmarkA', CPU));
  const failing = async (inProgress: CaptureInProgress) => {
    await measuring('BenchmarkB', CPU)(inProgress);
    session.show(await captures.openFile(uriOf(fileIn(folder, 'heap.pprof'))));
    throw new Error('exit status 1');
  };
  await assert.rejects(measure(captures, failing));
  assert.equal(shown(), 'heap.pprof inuse_space');
});

test('a profile that cannot be read fails the capture, but the files of the capture stay', async (context) => {
  const { captures, engine, shown } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  await assert.rejects(measure(captures, measuring('BenchmarkB', MEMORY, BROKEN)), /cannot be read/);
  assert.equal(shown(), 'BenchmarkA cpu');
  assert.deepEqual([await titles(captures), engine.loadedFiles], [['BenchmarkB', 'BenchmarkA'], ['cpu.pprof']]);
});

test('a capture that is cancelled while its profiles are read leaves no files', async (context) => {
  const { captures, engine } = await scene(context);
  const controller = new AbortController();
  engine.answers.load = () => {
    controller.abort();
    throw controller.signal.reason;
  };
  await assert.rejects(measure(captures, measuring('BenchmarkA', CPU), controller.signal), { name: 'AbortError' });
  assert.deepEqual(await titles(captures), []);
});

test('a window reload restores the active capture with its chosen sample type', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  const capture = await measure(before.captures, measuring('BenchmarkA', CPU, MEMORY));
  before.session.choose(capture.profiles[1].summary.id, 0);
  const after = await openWindow(context, storage);
  await Promise.all([after.captures.restore(), after.captures.restore()]);
  assert.equal(after.shown(), 'BenchmarkA alloc_space');
  assert.equal(after.session.active?.capture.sources.get('/w/a.go'), 'package BenchmarkA');
  assert.deepEqual(after.engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
});

test('after a clear, a window reload restores nothing', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  before.session.clear();
  assert.deepEqual(before.engine.loadedFiles, []);
  const after = await openWindow(context, storage);
  await after.captures.restore();
  assert.equal(after.shown(), undefined);
});

test('a new capture stays active if the last capture is restored meanwhile', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  const after = await openWindow(context, storage);
  const restoring = after.captures.restore();
  await measure(after.captures, measuring('BenchmarkB', MEMORY));
  await restoring;
  assert.equal(after.shown(), 'BenchmarkB inuse_space');
  assert.deepEqual(after.engine.loadedFiles, ['memory.pprof']);
});

test('a damaged record is skipped, and opening it gives an error that says what to do', async (context) => {
  const { captures, folder } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  await mkdir(path.join(folder, 'runs', 'broken'), { recursive: true });
  await writeFile(path.join(folder, 'runs', 'broken', 'run.json'), '{"id": "broken", "title":');
  assert.deepEqual(await titles(captures), ['BenchmarkA']);
  await assert.rejects(captures.openCapture('broken'), /can no longer be read. Delete it, and measure again/);
});

test('opening an earlier capture shows the chosen profile, and unloads the active capture', async (context) => {
  const { captures, engine, shown } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  await measure(captures, measuring('BenchmarkB', CPU));
  await captures.openCapture(first.id, 'memory');
  assert.equal(shown(), 'BenchmarkA inuse_space');
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
});

test('a capture that is the baseline stays loaded until the baseline is cleared', async (context) => {
  const { captures, engine, session } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', MEMORY));
  session.compareWith(baselineOf(first));
  await measure(captures, measuring('BenchmarkA', CPU));
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
  assert.equal(await captures.captureOf(first.id), first);
  session.compareWith(undefined);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof']);
});

test('a new name is stored on disk, and shown in views and the baseline', async (context) => {
  const { captures, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.compareWith(baselineOf(capture));
  const [record] = await captures.records();
  await captures.renameCapture(record, 'before the change');
  assert.equal(shown(), 'before the change cpu');
  assert.equal(session.baseline?.capture.title, 'before the change');
  assert.deepEqual(await titles(captures), ['before the change']);
});

test('a deleted capture is gone from disk, and is no longer shown or compared with', async (context) => {
  const { captures, engine, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.compareWith(baselineOf(capture));
  await captures.deleteCapture(capture.id);
  assert.deepEqual([shown(), session.baseline], [undefined, undefined]);
  assert.deepEqual([engine.loadedFiles, await titles(captures)], [[], []]);
});

test('deleting a capture while a profile file is active leaves the file active', async (context) => {
  const { captures, engine, session, shown, folder } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  await writeFile(fileIn(folder, 'heap.pprof'), MEMORY.bytes);
  session.show(await captures.openFile(uriOf(fileIn(folder, 'heap.pprof'))));
  await captures.deleteCapture(capture.id);
  assert.deepEqual([shown(), engine.loadedFiles], ['heap.pprof inuse_space', ['heap.pprof']]);
});

test('a capture that was deleted during the next capture is not shown again if the next capture fails', async (context) => {
  const { captures, engine, shown } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', CPU));
  const failing = async (inProgress: CaptureInProgress) => {
    await measuring('BenchmarkB', MEMORY)(inProgress);
    await captures.deleteCapture(first.id);
    throw new Error('exit status 1');
  };
  await assert.rejects(measure(captures, failing));
  assert.deepEqual([shown(), engine.loadedFiles], [undefined, []]);
});

test('when a profile file is closed, the last capture is shown again with its sample type', async (context) => {
  const { captures, engine, session, shown, folder } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.choose(capture.profiles[0].summary.id, 0);
  await writeFile(fileIn(folder, 'heap.pprof'), MEMORY.bytes);
  const file = await captures.openFile(uriOf(fileIn(folder, 'heap.pprof')));
  session.show(file);
  assert.deepEqual(captures.openFiles().map(({ title }) => title), ['heap.pprof']);
  captures.unload(file.capture);
  assert.deepEqual([shown(), engine.loadedFiles, captures.openFiles()], ['BenchmarkA samples', ['cpu.pprof'], []]);
});

test('a profile file opens with the sample type that was last chosen for it', async (context) => {
  const { captures, session, folder } = await scene(context);
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  const first = await captures.openFile(uriOf(file));
  assert.equal(first.sampleType, 1);
  session.show(first);
  session.switchSampleType(0);
  captures.unload(first.capture);
  assert.equal((await captures.openFile(uriOf(file))).sampleType, 0);
});

test('a profile file stays the baseline when it is read again', async (context) => {
  const { captures, engine, session, folder } = await scene(context);
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  const first = await captures.openFile(uriOf(file));
  session.compareWith(baselineOf(first.capture));
  const second = await captures.openFile(uriOf(file));
  captures.unload(first.capture);
  assert.equal(session.baseline?.capture, second.capture);
  assert.deepEqual(engine.loadedFiles, ['heap.pprof']);
});

test('sources that were read after a capture are stored, and the comparison uses them to find moved lines', async (context) => {
  const storage = await newStorage(context);
  const { captures, session } = await openWindow(context, storage);
  const before = await measure(captures, measuring('BenchmarkA', CPU));
  before.sources.set('/w/b.go', 'package b');
  session.compareWith(baselineOf(before));
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  assert.deepEqual(session.active?.baseline?.moved, []);
  capture.sources.set('/w/b.go', '// new\npackage b');
  await captures.saveSources(capture);
  assert.deepEqual(session.active?.baseline?.moved.map(({ file }) => file), ['b.go']);
  const after = await openWindow(context, storage);
  await after.captures.restore();
  assert.equal(after.session.active?.capture.sources.get('/w/b.go'), '// new\npackage b');
});

/** A window after a reload, before which a profile file was active. */
async function reloadedWithFile(context: TestContext) {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  const file = fileIn(storage.folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  before.session.show(await before.captures.openFile(uriOf(file)));
  context.after(() => vscode.closeTabs());
  return { file, ...(await openWindow(context, storage)) };
}

test('a reload shows the profile file of a tab before the tab is restored, and its editor then uses the same profile', async (context) => {
  const { file, captures, shown, engine, session } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  assert.equal(shown(), 'heap.pprof inuse_space');
  const opened = await captures.openFile(uriOf(file));
  assert.equal(opened.capture, session.active?.capture);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'heap.pprof']);
});

test('a profile file that changed after it was restored is read again by its editor', async (context) => {
  const { file, captures, engine, session } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  const restored = session.active?.capture;
  assert.notEqual((await captures.openFile(uriOf(file))).capture, restored);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'heap.pprof']);
});

test('a restored profile file is unloaded if its tab is closed without being shown', async (context) => {
  const { file, captures, shown, engine } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  vscode.closeTabs();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([shown(), engine.loadedFiles], ['BenchmarkA cpu', ['cpu.pprof']]);
});

test('without its tab, a profile file is not restored', async (context) => {
  const { captures, shown } = await reloadedWithFile(context);
  await captures.restore();
  assert.equal(shown(), 'BenchmarkA cpu');
});

test('a second window can rename and delete the captures of the first window, which still shows its capture', async (context) => {
  const storage = await newStorage(context);
  const first = await openWindow(context, storage);
  const second = await openWindow(context, { ...storage, memento: new FakeMemento() });
  const capture = await measure(first.captures, measuring('BenchmarkA', CPU));
  const [record] = await second.captures.records();
  await second.captures.renameCapture(record, 'renamed');
  assert.deepEqual(await titles(first.captures), ['renamed']);
  await second.captures.deleteCapture(capture.id);
  assert.deepEqual(await titles(first.captures), []);
  assert.equal(first.shown(), 'BenchmarkA cpu');
});

test('listeners are notified of new captures, new names, deletions and opened files', async (context) => {
  const { captures, changes, folder } = await scene(context);
  const notifies = async (act: () => Promise<unknown>) => {
    const before = changes();
    await act();
    return changes() > before;
  };
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  assert.equal(await notifies(() => measure(captures, measuring('BenchmarkA', CPU))), true);
  const [record] = await captures.records();
  assert.equal(await notifies(() => captures.renameCapture(record, 'x')), true);
  assert.equal(await notifies(() => captures.deleteCapture(record.id)), true);
  assert.equal(await notifies(() => captures.openFile(uriOf(file))), true);
});
