import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { CaptureStore } from '../../../../src/captures/disk/captureStore';
import { Session } from '../../../../src/captures/session';
import { type CaptureInProgress, firstToShow } from '../../../../src/captures/loaded/captureDrafts';
import { until } from '../../../shared/until';
import {
  CPU, MEMORY, EMPTY, BROKEN, newStorage, openWindow, scene, capturedOf, measuring, measure, baselineOf, titles, labels,
  uriOf, fileIn,
} from './loadedCapturesScene';

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
    session.show(await captures.files.open(uriOf(fileIn(folder, 'heap.pprof'))));
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

test('sources that were read after a capture are stored, and the comparison uses them to find moved lines', async (context) => {
  const storage = await newStorage(context);
  const reading: ((text: string) => void)[] = [];
  const snapshot = async ({ sources }: Capture) => {
    sources.set('/w/b.go', await new Promise<string>((resolve) => reading.push(resolve)));
  };
  const { captures, session } = await openWindow(context, storage, { compiledSources: () => undefined, snapshot });
  const before = await measure(captures, measuring('BenchmarkA', CPU));
  reading[0]!('package b');
  await until(() => before.sources.has('/w/b.go'));
  session.compareWith(baselineOf(before));
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  assert.deepEqual(session.active?.baseline?.moved, []);
  reading[1]!('// new\npackage b');
  await until(async () => (await readFile(fileIn(storage.folder, `runs/${capture.id}/sources.json`), 'utf8')).includes('// new'));
  assert.deepEqual(session.active?.baseline?.moved.map(({ file }) => file), ['b.go']);
  const after = await openWindow(context, storage);
  await after.captures.restore();
  assert.equal(after.session.active?.capture.sources.get('/w/b.go'), '// new\npackage b');
});

const profile = (label: string, sampleCount: number, lacksOwnCode?: true) =>
  ({ label, summary: { sampleCount }, ...(lacksOwnCode && { lacksOwnCode }) }) as unknown as LoadedProfile;

test('a kind without a line of the user’s code is not shown first while another may have one', () => {
  const mutex = profile('mutex', 3, true);
  const block = profile('block', 1);
  assert.equal(firstToShow([mutex], undefined, ['mutex', 'block']), undefined);
  assert.equal(firstToShow([mutex, block], undefined, ['mutex', 'block']), block);
  assert.equal(firstToShow([mutex], 'mutex', ['mutex', 'block']), mutex, 'the kind that the user looks at');
  assert.equal(firstToShow([profile('cpu', 0), block], undefined, []), block);
});

test('a complete capture is activated with the first profile that has code of the user, if any has', () => {
  const typed = (each: LoadedProfile) => {
    return { ...each, summary: { ...each.summary, sampleTypes: [], defaultSampleType: 0 } };
  };
  const mutex = typed(profile('mutex', 3, true));
  const session = new Session({ derive: () => 1, unload: () => undefined });
  const activate = (...profiles: LoadedProfile[]) => session.activate({ id: '', title: '', profiles } as unknown as Capture);
  activate(mutex, typed(profile('block', 1)));
  assert.equal(session.active?.profile.label, 'block');
  activate(mutex);
  assert.equal(session.active?.profile.label, 'mutex');
});

const TWO_ROUNDS = Buffer.from('samples/count,cpu/nanoseconds 9');

/** Takes a profile, then further rounds of it. */
async function takeRounds({ take, storeSoFar, retake }: CaptureInProgress, afterRound: (round: number) => unknown) {
  const { bytes, ...cpu } = CPU;
  const known = capturedOf('BenchmarkA');
  await take({ ...cpu, iterations: [7] }, bytes, known, ['cpu']);
  await storeSoFar(known);
  await afterRound(1);
  await retake({ ...cpu, iterations: [7, 7] }, [TWO_ROUNDS], known);
  await afterRound(2);
  return known;
}

test('a window that closes in further rounds loses none that was taken, and shows the capture when it opens again', async (context) => {
  const storage = await newStorage(context);
  const { captures } = await openWindow(context, storage);
  const seen: unknown[] = [];
  const look = async () => {
    const { captures: restored, shown } = await openWindow(context, storage);
    await restored.restore();
    const [record] = await restored.records();
    seen.push([record!.profiles[0]!.iterations, record!.profiles[0]!.total?.value, shown()]);
  };
  await measure(captures, (inProgress) => takeRounds(inProgress, look));
  assert.deepEqual(seen, [[[7], 5, 'BenchmarkA cpu'], [[7, 7], 9, 'BenchmarkA cpu']]);
});

test('a capture stays with the rounds that it has if a later one fails or is cancelled, and it is listed once it has ended', async (context) => {
  for (const failure of [new Error('exit status 1'), new DOMException('cancelled', 'AbortError')]) {
    const { captures, session, shown, folder } = await scene(context);
    const listed: string[][] = [];
    const capture = await measure(captures, (inProgress) => takeRounds(inProgress, async (round) => {
      listed.push(await titles(captures));
      if (round === 2) throw failure;
    }));
    assert.deepEqual(listed, [[], []], 'not while it is made');
    assert.deepEqual([await titles(captures), shown()], [['BenchmarkA'], 'BenchmarkA cpu']);
    assert.equal(session.active?.capture, capture);
    assert.deepEqual((await captures.records())[0]!.profiles.map(({ fileName, iterations }) => [fileName, iterations]), [['cpu.2.pprof', [7, 7]]]);
    assert.equal(existsSync(path.join(folder, 'runs', capture.id, 'cpu.pprof')), false);
    assert.equal(existsSync(path.join(folder, 'runs', capture.id, 'cpu.2.pprof')), true);
  }
});

test('a round that could not be stored leaves no file of a replaced profile once a later record is stored', async (context) => {
  const { captures, folder } = await scene(context);
  const files: string[][] = [];
  const look = async (id: string) => {
    const names = await readdir(path.join(folder, 'runs', id));
    files.push(names.filter((name) => name.endsWith('.pprof')).sort());
  };
  const failOnce = () => context.mock.method(CaptureStore.prototype, 'change', async () => {
    throw new Error('ENOSPC');
  }, { times: 1 });
  const { bytes, ...cpu } = CPU;
  const known = capturedOf('BenchmarkA');
  const capture = await measure(captures, async ({ id, take, storeSoFar, retake }) => {
    await take(cpu, bytes, known, ['cpu']);
    await storeSoFar(known);
    for (const isFailing of [true, false, true]) {
      if (isFailing) failOnce();
      await retake(cpu, [TWO_ROUNDS], known);
      await look(id);
    }
    return known;
  });
  await look(capture.id);
  assert.deepEqual(files, [['cpu.2.pprof', 'cpu.pprof'], ['cpu.3.pprof'], ['cpu.3.pprof', 'cpu.4.pprof'], ['cpu.4.pprof']]);
});

test('the capture of a watched service is listed while it grows, opened as it is, and neither renamed nor deleted', async (context) => {
  const { captures, session, shown } = await scene(context);
  const { bytes, ...cpu } = CPU;
  const known = { ...capturedOf('api'), timeline: { pieces: [], watch: { beganAt: 0, moments: [], breaks: [], grows: [] } } };
  let changes = 0;
  captures.onDidChangeCaptures(() => changes++);
  const capture = await measure(captures, async ({ id, take, storeSoFar, retake }) => {
    await take(cpu, bytes, known, ['cpu']);
    const before = changes;
    await storeSoFar(known);
    assert.deepEqual([await titles(captures), changes > before], [['api'], true]);
    const growing = session.active!.capture;
    session.clear();
    await captures.openCapture(id);
    assert.equal(session.active!.capture, growing);
    await retake(cpu, [TWO_ROUNDS], known);
    assert.equal(session.active!.profile.summary.sampleCount, 9);
    const [record] = await captures.records();
    const acts = [captures.deleteCapture(id), captures.renameCapture(record!, 'b'), captures.pinCapture(record!, true)];
    for (const act of acts) await assert.rejects(act, /still watched\. Stop watching it first\.$/);
    return known;
  });
  assert.deepEqual([await titles(captures), shown()], [['api'], 'api cpu']);
  await captures.deleteCapture(capture.id);
  assert.deepEqual(await titles(captures), []);
});
