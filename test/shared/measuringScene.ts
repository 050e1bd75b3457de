import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { measureAgain as MeasureAgain } from '../../src/features/measure/measureAgain';
import type { profileTarget as ProfileTarget, ProfilingParts } from '../../src/features/profile/profileTarget';
import type { LoadedCaptures } from '../../src/captures/loaded/loadedCaptures';
import { fakeOutput } from './fakeOutput';
import { FakeEngine } from './fakeEngine';
import { fakeProgram, writeFakeGo } from './fakeGo';
import { FakeMemento } from './fakeStorage';
import { FakeUri, type FakeVscode } from './fakeVscode';

/** Makes `folder` the system's temporary folder until the test ends. */
export function useTempFolder(context: TestContext, folder: string): void {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  context.after(() => (before === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = before)));
}

/** Builds the parts that the measuring commands need; captures and programs are stored in `storage`. */
export async function measuringParts(context: TestContext, storage: string) {
  const { Session } = await import('../../src/captures/session');
  const { RememberedSession } = await import('../../src/captures/loaded/rememberedSession');
  const { capturesOnDisk } = await import('../../src/captures/loaded/captureStorage');
  const { tellUnsaved } = await import('../../src/captures/loaded/unsavedCaptures');
  const loaded = await import('../../src/captures/loaded/loadedCaptures');
  const { LatestResults } = await import('../../src/captures/loaded/latestResults');
  const { OneAtATime } = await import('../../src/features/profile/oneAtATime');
  const { Programs } = await import('../../src/captures/disk/programs');
  const { Baselines } = await import('../../src/captures/loaded/baselines');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const memento = new FakeMemento();
  const output = fakeOutput();
  const onUnsaved = (reason: unknown) => void tellUnsaved(reason, captures, output);
  const disk = capturesOnDisk({ folder: storage, others: [] }, onUnsaved);
  const remembered = new RememberedSession(memento);
  const shared = [engine.asEngine(), session, remembered, disk] as const;
  const captures: LoadedCaptures = new loaded.LoadedCaptures(...shared, () => undefined);
  context.after(() => captures.dispose());
  const programs = new Programs(join(storage, 'programs'));
  const nothing = async () => undefined;
  const sources = { snapshot: nothing, openTarget: nothing, workspaceFilesOf: async () => new Map() };
  const baselines = new Baselines(engine.asEngine(), session, captures, sources as never, remembered);
  const parts = {
    engine: engine.asEngine(),
    session,
    captures,
    programs: async () => programs,
    baselines: async () => baselines,
    sources,
    results: new LatestResults(memento),
    output,
    memento: memento as never,
    measurements: new OneAtATime(),
    worktreeNotes: join(storage, 'worktrees'),
  } as unknown as ProfilingParts;
  return { parts, engine, captures, programs };
}

/**
 * Creates a workspace with one benchmark, whose test binary is a shell script, and the commands that measure it.
 * @param prepare called with the folder for captures, which does not exist yet, before any code uses it
 */
export async function measuringScene(vscode: FakeVscode, context: TestContext, prepare?: (storage: string) => void) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'linecost-measuring-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, temp, storage] = ['workspace', 'temp', 'storage'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [workspace, temp]) mkdirSync(folder);
  prepare?.(storage);
  vscode.configure('linecost.go.path', writeFakeGo(join(root, 'bin')));
  vscode.configure('linecost.go.env', { TMPDIR: temp, GIT_CEILING_DIRECTORIES: root });
  useTempFolder(context, temp);
  vscode.setFolders(workspace);
  writeFileSync(join(workspace, 'a_test.go'), 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n');

  const { measureAgain, profileTarget } = {
    ...(await import('../../src/features/measure/measureAgain')),
    ...(await import('../../src/features/profile/profileTarget')),
  } as { measureAgain: typeof MeasureAgain; profileTarget: typeof ProfileTarget };
  const { parts, engine, captures, programs } = await measuringParts(context, storage);
  const target = { uri: FakeUri.file(join(workspace, 'a_test.go')) as never, kind: 'benchmark', name: 'BenchmarkA' } as const;
  const writeProgram = (program: Parameters<typeof fakeProgram>[0]) => {
    writeFileSync(join(workspace, 'program.sh'), fakeProgram({ counter: join(root, 'count'), ...program }));
  };
  return {
    ...parts,
    parts,
    target,
    engine,
    workspace,
    counterFile: join(root, 'count'),
    programs,
    writeProgram,
    profile: () => profileTarget({ target, withOptions: false, isInView: true }, parts),
    again: () => measureAgain(target, parts),
    newest: async () => (await captures.records())[0]!,
    results: () => parts.results.of(join(workspace, 'a_test.go'), 'BenchmarkA'),
    leftovers: () => readdirSync(temp),
  };
}

export type MeasuringScene = Awaited<ReturnType<typeof measuringScene>>;
