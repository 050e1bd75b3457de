import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { ProfileSource } from '../../engine/queries';
import type { TraceProfile } from '../../go/trace/traceProfiles';
import { ignored } from '../../profile/common/ignored';
import { type Capture, largestProfile, type LoadedProfile, sampleTypeNamed, type Viewed } from '../loadedCapture';
import { correctBySources } from '../profileSources';
import type { LoadingParts } from './capturesInUse';
import type { TraceOptions } from './traceFiles';

interface FileToLoad {
  readonly source: ProfileSource;
  /** The kind of profile; unset if the file does not say. */
  readonly label?: string;
}

/**
 * Loads a profile file as a capture of one profile, or of four for an execution trace, to be shown under the sample
 * type last shown. Throws EngineError, and like ReadTrace.
 */
export async function readProfileFile(
  uri: vscode.Uri,
  parts: LoadingParts,
  signal?: AbortSignal,
  options: TraceOptions = {},
): Promise<Viewed> {
  const { remembered, beforeRead, readTrace } = parts;
  const source: ProfileSource =
    uri.scheme === 'file'
      ? { kind: 'file', path: uri.fsPath }
      : { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
  const trace = await readTrace?.(uri, source, options, signal);
  beforeRead();
  const profiles = await loadAll(trace ? trace.map(profileOfTrace) : [{ source }], parts, signal);
  const id = uri.toString();
  const title = posix.basename(uri.path);
  const capturedAt = profiles[0].summary.timeNanos / 1e6;
  const capture: Capture = { id, title, capturedAt, profiles, results: [], sources: new Map() };
  const { kind, sampleType } = remembered.viewOf(id);
  const profile = profiles.find(({ label }) => label === kind) ?? largestProfile(profiles);
  return { capture, profile, sampleType: sampleTypeNamed(profile, sampleType) };
}

function profileOfTrace({ kind, bytes }: TraceProfile): FileToLoad {
  return { source: { kind: 'bytes', bytes }, label: kind };
}

/** Loads all of these profiles, or none. */
async function loadAll(
  files: readonly FileToLoad[],
  parts: LoadingParts,
  signal: AbortSignal | undefined,
): Promise<LoadedProfile[]> {
  const { engine } = parts;
  const loading = await Promise.allSettled(files.map((file) => load(file, parts, signal)));
  const loaded = loading.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = loading.find((each) => each.status === 'rejected');
  if (!failed) return loaded;
  for (const { summary } of loaded) engine.ask('unload', { profile: summary.id }).catch(ignored('a profile stays loaded'));
  throw failed.reason;
}

async function load(
  { source, label }: FileToLoad,
  { engine, sources }: LoadingParts,
  signal: AbortSignal | undefined,
): Promise<LoadedProfile> {
  const summary = await engine.ask('load', { source }, signal);
  const profile: LoadedProfile = { summary, label: label ?? summary.sampleTypes.at(-1)!.type };
  await correctBySources(engine, profile, (loaded) => sources?.compiledSources(loaded), signal);
  return profile;
}
