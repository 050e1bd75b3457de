import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Uri } from 'vscode';
import type { Baseline } from '../../../../src/captures/comparison';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';
import type { Captured } from '../../../../src/captures/captureDraft';
import type { CaptureInProgress } from '../../../../src/captures/loaded/captureDrafts';
import type { WorkspaceSources } from '../../../../src/captures/loaded/capturesInUse';
import type { LoadedCaptures } from '../../../../src/captures/loaded/loadedCaptures';
import type { ReadTrace } from '../../../../src/captures/loaded/traceFiles';
import { FakeEngine } from '../../../shared/fakeEngine';
import { FakeMemento } from '../../../shared/fakeStorage';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

export const vscode = fakeVscode('/w');
withVscode(vscode.module);

export const CPU = { label: 'cpu', fileName: 'cpu.pprof', bytes: Buffer.from('samples/count,cpu/nanoseconds 5') };
export const MEMORY = { label: 'memory', fileName: 'memory.pprof', bytes: Buffer.from('alloc_space/bytes,inuse_space/bytes 3') };
export const EMPTY = { label: 'block', fileName: 'block.pprof', bytes: Buffer.from('delay/nanoseconds 0') };
export const PATHS = new Map([['a.go', '/w/a.go'], ['b.go', '/w/b.go']]);
export const BROKEN = { label: 'mutex', fileName: 'mutex.pprof', bytes: Buffer.from('garbage') };

export type Profile = typeof CPU;

export interface Storage {
  readonly folder: string;
  readonly memento: FakeMemento;
}

export async function newStorage(context: TestContext): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-runs-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return { folder, memento: new FakeMemento() };
}

/** A window of the workspace with its captures in a folder. */
export async function openWindow(
  context: TestContext,
  { folder, memento }: Storage,
  sources?: WorkspaceSources,
  readTrace?: ReadTrace,
) {
  const { Session } = await import('../../../../src/captures/session');
  const { RememberedSession } = await import('../../../../src/captures/loaded/rememberedSession');
  const { capturesOnDisk } = await import('../../../../src/captures/loaded/captureStorage');
  const loadedCaptures = await import('../../../../src/captures/loaded/loadedCaptures');
  const engine = new FakeEngine();
  const session = new Session(engine);
  const storage = capturesOnDisk({ folder, others: [] });
  const remembered = new RememberedSession(memento);
  const loading = [engine.asEngine(), session, remembered, storage, () => undefined, sources, readTrace] as const;
  const captures = new loadedCaptures.LoadedCaptures(...loading);
  let changes = 0;
  captures.onDidChangeCaptures(() => changes++);
  context.after(() => captures.dispose());
  const shown = () => {
    const { active } = session;
    return active && `${active.capture.title} ${active.profile.summary.sampleTypes[active.sampleType].type}`;
  };
  return { engine, session, captures, shown, changes: () => changes };
}

export async function scene(context: TestContext) {
  const storage = await newStorage(context);
  return { ...storage, ...(await openWindow(context, storage)) };
}

export function capturedOf(title: string): Captured {
  const sources = new Map([['/w/a.go', `package ${title}`]]);
  return { title, results: [], sources, target: { file: '/w/a_test.go', name: title } };
}

/** Takes the profiles one after the other, as runs of `go test` do. */
export function measuring(title: string, ...profiles: readonly Profile[]) {
  return async ({ take }: CaptureInProgress): Promise<Captured> => {
    const expected = profiles.map(({ label }) => label);
    for (const { bytes, ...profile } of profiles) await take(profile, bytes, capturedOf(title), expected);
    return capturedOf(title);
  };
}

/** Makes a capture as a click on a benchmark does. */
export function measure(
  captures: LoadedCaptures,
  take: (inProgress: CaptureInProgress) => Promise<Captured>,
  signal?: AbortSignal,
): Promise<Capture> {
  return captures.drafts.keep(take, signal);
}

/** A baseline that compares totals. The profiles of its capture have the files `a.go` and `b.go`. */
export function baselineOf(capture: Capture): Baseline {
  return { capture, movedFiles: (from, to) => movedFiles(PATHS, from, to), mode: 'diff_base', normalize: false, totals: true };
}

export const titles = async (captures: LoadedCaptures) => (await captures.records()).map(({ title }) => title);
export const labels = (capture: Capture | undefined) => capture?.profiles.map(({ label }) => label);
export const uriOf = (file: string) => FakeUri.file(file) as unknown as Uri;
export const fileIn = (folder: string, name: string) => path.join(folder, name);
