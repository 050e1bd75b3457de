import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Captured } from '../../../../src/captures/captureDraft';
import type { CaptureInProgress } from '../../../../src/captures/loaded/captureDrafts';
import { capturedOf, CPU, labels, measure, openWindow, scene } from './loadedCapturesScene';

const PIECES = [[0, 1000, 5], [1000, 2500, 7], [2600, 4000, 9]] as const;

const piece = ([from, to]: readonly [number, number, number]) => ({ from, to, fileName: `piece.${from}-${to}.pprof` });

/** A window whose worker adds the samples of files up. */
async function timeScene(context: TestContext) {
  const made = await scene(context);
  addSamples(made.engine);
  return made;
}

function addSamples({ answers }: Awaited<ReturnType<typeof scene>>['engine']): void {
  answers.mergedBytes = async ({ sources }) => {
    const texts = await Promise.all(sources.map((each) => (each.kind === 'file' ? readFile(each.path, 'utf8') : '')));
    const sum = texts.reduce((total, text) => total + Number(text.split(' ')[1]), 0);
    return Buffer.from(`samples/count,cpu/nanoseconds ${sum}`);
  };
}

/** Takes the CPU profile of a program with its pieces; `act` runs while it is still measured. */
function running(act: (inProgress: CaptureInProgress, known: Captured) => Promise<void> = () => Promise.resolve()) {
  return async (inProgress: CaptureInProgress): Promise<Captured> => {
    for (const each of PIECES) await inProgress.files.save(piece(each).fileName, Buffer.from(`samples/count,cpu/nanoseconds ${each[2]}`));
    const known = { ...capturedOf('app'), timeline: { pieces: PIECES.map(piece) } };
    const { bytes, ...profile } = CPU;
    await inProgress.take(profile, bytes, known);
    await inProgress.storeSoFar(known);
    await act(inProgress, known);
    return known;
  };
}

const filesOf = (folder: string, id: string): string[] => readdirSync(path.join(folder, 'runs', id)).filter((name) => name.startsWith('cpu'));

test('a time has the sum of the pieces that have a part of it, and their bounds in its name', async (context) => {
  const { captures, session } = await timeScene(context);
  await measure(captures, running());
  await captures.chooseTime({ from: 900, to: 1200 });
  const { profile, capture } = session.active!;
  assert.deepEqual([profile.label, profile.time, profile.summary.sampleCount], ['cpu, 0.0 to 2.5 s', { from: 0, to: 2500 }, 12]);
  assert.deepEqual(labels(capture), ['cpu', 'cpu, 0.0 to 2.5 s']);
});

test('a moment between two pieces is of the nearest one', async (context) => {
  const { captures, session } = await timeScene(context);
  await measure(captures, running());
  await captures.chooseTime({ from: 2580, to: 2580 });
  assert.equal(session.active!.profile.label, 'cpu, 2.6 to 4.0 s');
});

test('another time takes the place of the one before, and the whole run that of both', async (context) => {
  const { captures, session, engine, folder } = await timeScene(context);
  const { id } = await measure(captures, running());
  await captures.chooseTime({ from: 0, to: 1 });
  await captures.chooseTime({ from: 3000, to: 3000 });
  assert.deepEqual(labels(session.active!.capture), ['cpu', 'cpu, 2.6 to 4.0 s']);
  assert.deepEqual(engine.loadedFiles, ['cpu.2600-4000.pprof', 'cpu.pprof']);
  assert.deepEqual(filesOf(folder, id), ['cpu.2600-4000.pprof', 'cpu.pprof']);
  await captures.chooseTime(undefined);
  assert.deepEqual([labels(session.active!.capture), session.active!.profile.label], [['cpu'], 'cpu']);
  assert.deepEqual([engine.loadedFiles, filesOf(folder, id)], [['cpu.pprof'], ['cpu.pprof']]);
});

test('the profile in view is not unloaded when another time takes its place, while the program runs and after', async (context) => {
  const { captures, session, engine } = await timeScene(context);
  const unloaded: boolean[] = [];
  engine.answers.unload = ({ profile }) => void unloaded.push(session.active!.profile.summary.id === profile);
  const choose = async () => {
    await captures.chooseTime({ from: 0, to: 1 });
    await captures.chooseTime({ from: 3000, to: 3000 });
    await captures.chooseTime(undefined);
  };
  await measure(captures, running(choose));
  await choose();
  assert.deepEqual(unloaded, [false, false, false, false]);
});

test('a chosen time is there in another window, which can choose a time too', async (context) => {
  const { captures, folder, memento } = await timeScene(context);
  const { id } = await measure(captures, running());
  await captures.chooseTime({ from: 1500, to: 1500 });
  const other = await openWindow(context, { folder, memento });
  addSamples(other.engine);
  await other.captures.openCapture(id, 'cpu, 1.0 to 2.5 s');
  assert.equal(other.session.active!.profile.summary.sampleCount, 7);
  await other.captures.chooseTime({ from: 0, to: 4000 });
  assert.equal(other.session.active!.profile.summary.sampleCount, 21);
});

test('while the program runs, new pieces do not change a chosen time', async (context) => {
  const { captures, session, engine } = await timeScene(context);
  const run = running(async ({ retake }, known) => {
    await captures.chooseTime({ from: 0, to: 1 });
    const chosen = session.active!.profile;
    assert.equal(chosen.label, 'cpu, 0.0 to 1.0 s');
    await retake({ label: 'cpu', fileName: 'cpu.pprof' }, [Buffer.from('samples/count,cpu/nanoseconds 30')], known);
    assert.equal(session.active!.profile, chosen);
    assert.deepEqual(labels(session.active!.capture), ['cpu', 'cpu, 0.0 to 1.0 s']);
  });
  const capture = await measure(captures, run);
  assert.deepEqual([labels(capture), session.active!.profile.label], [['cpu', 'cpu, 0.0 to 1.0 s'], 'cpu, 0.0 to 1.0 s']);
  assert.equal(session.active!.capture, capture);
  assert.deepEqual(engine.loadedFiles, ['cpu.0-1000.pprof', 'cpu.2.pprof']);
  const [record] = await captures.records();
  assert.deepEqual(record!.profiles.map(({ fileName }) => fileName), ['cpu.2.pprof', 'cpu.0-1000.pprof']);
});

test('a time of a capture without pieces is not chosen', async (context) => {
  const { captures, session } = await timeScene(context);
  const { bytes, ...profile } = CPU;
  await measure(captures, async ({ take }) => {
    await take(profile, bytes, capturedOf('app'));
    return capturedOf('app');
  });
  await captures.chooseTime({ from: 0, to: 1 });
  assert.equal(session.active!.profile.label, 'cpu');
});

test('the rows of profiles are told when a chosen time is one of them, while the program runs and after', async (context) => {
  const { captures } = await timeScene(context);
  let changes = 0;
  captures.onDidChangeCaptures(() => changes++);
  const choose = async (time: { readonly from: number; readonly to: number } | undefined): Promise<void> => {
    const before = changes;
    await captures.chooseTime(time);
    assert.ok(changes > before);
  };
  await measure(captures, running(() => choose({ from: 0, to: 1 })));
  await choose({ from: 3000, to: 3000 });
  await choose(undefined);
});
