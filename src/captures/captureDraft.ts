import type { CaptureRecord, StoredProfile } from '../bench/captures/captureStore';
import type { QueryEngine } from '../engine/client';
import type { ProfileId } from '../engine/queries';
import { openingType } from '../profile/text/intervalText';
import type { LoadedProfile } from './loadedCapture';
import type { ModuleHint } from '../sources/workspace/modules';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import type { CaptureStorage } from './captureStorage';

interface DraftProfile {
  readonly profile: StoredProfile;
  /** Resolves to the path of the profile on disk. */
  readonly path: Promise<string>;
  readonly loading: Promise<LoadedProfile>;
  /** Set when the profile is loaded. */
  loaded?: LoadedProfile;
}

interface TakeOptions {
  /** Finds the sources of the loaded profile. */
  readonly sourcesOf?: SourcesOf;
  /** Called when the profile is loaded, while others may still be measured. */
  readonly onLoaded?: () => void;
  /** See CaptureInProgress. */
  readonly judge?: JudgeProfile;
}

/** A capture in progress: each profile is stored and loaded at once, while the others are still measured. */
export class CaptureDraft {
  private readonly taken: DraftProfile[] = [];

  constructor(
    /** The id of the future capture. */
    readonly id: string,
    private readonly store: CaptureStorage['store'],
    private readonly engine: QueryEngine,
    private readonly signal?: AbortSignal,
  ) {}

  /** The profiles in the order they were taken. */
  get profiles(): StoredProfile[] {
    return this.taken.map(({ profile, loaded }) => withJudgement(profile, loaded));
  }

  /** The profiles loaded so far, in the same order. */
  get loadedSoFar(): LoadedProfile[] {
    return this.taken.flatMap(({ loaded }) => loaded ?? []);
  }

  /** See CaptureInProgress. */
  isEmpty(): boolean {
    const loaded = this.loadedSoFar;
    return loaded.length > 0 && loaded.every(({ summary }) => summary.sampleCount === 0);
  }

  /** Stores and loads a profile. Resolves when loading ends, even if it fails. */
  take(profile: StoredProfile, bytes: Uint8Array, { sourcesOf, onLoaded, judge }: TakeOptions = {}): Promise<void> {
    const path = this.store.saveProfile(this.id, profile, bytes);
    const loading = path
      .then((stored) => loadCaptured(this.engine, profile, stored, sourcesOf, this.signal))
      .then(async (loaded) => ({ ...loaded, ...(await judge?.(loaded, this.engine)) }));
    const taken: DraftProfile = { profile, path, loading };
    this.taken.push(taken);
    const follow = (loaded: LoadedProfile) => {
      taken.loaded = loaded;
      onLoaded?.();
    };
    // loaded() rejects with the error.
    return loading.then(follow, () => undefined);
  }

  /** Waits until all profiles are on disk. Throws the system's error. */
  async stored(): Promise<void> {
    await Promise.all(this.taken.map(({ path }) => path));
  }

  /** Waits until all profiles are loaded. Throws EngineError, AbortError or the system's error if one cannot be. */
  loaded(): Promise<LoadedProfile[]> {
    return Promise.all(this.taken.map(({ loading }) => loading));
  }

  /**
   * Stores the saved record again, with the totals and sample types of the loaded profiles. If that fails, only the
   * list of captures lacks them.
   */
  async saveTotals(record: CaptureRecord, loaded: readonly LoadedProfile[]): Promise<CaptureRecord> {
    const profiles = record.profiles.map((profile, i): StoredProfile => {
      const { sampleTypes, totals, sums = totals } = loaded[i].summary;
      const opening = openingType(loaded[i].summary);
      const total = { ...sampleTypes[opening], value: sums[opening] };
      return withJudgement({ ...profile, total, sampleTypes }, loaded[i]);
    });
    const complete = { ...record, profiles };
    await this.store.update(complete).catch(() => undefined);
    return complete;
  }

  /** Unloads the profiles and deletes their files. */
  async drop(): Promise<void> {
    await this.unload();
    await this.store.remove(this.id);
  }

  /** Unloads the profiles; their files stay. */
  async unload(): Promise<void> {
    for (const result of await Promise.allSettled(this.taken.map(({ loading }) => loading))) {
      if (result.status === 'rejected') continue;
      // When the window closes, the engine may already be disposed.
      this.engine.ask('unload', { profile: result.value.summary.id }).catch(() => undefined);
    }
  }
}

/** What a profile says of its run. */
type Judgement = Pick<StoredProfile, 'misfit' | 'exactMemory'>;

export type JudgeProfile = (loaded: LoadedProfile, engine: QueryEngine) => Promise<Judgement>;

function withJudgement(profile: StoredProfile, { misfit, exactMemory }: Judgement = {}): StoredProfile {
  return { ...profile, ...(misfit && { misfit }), ...(exactMemory && { exactMemory }) };
}

/** The id of a capture, sortable by time; the random part separates captures of the same millisecond. */
export function captureId(time: number): string {
  return `${new Date(time).toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
}

/**
 * Loads a profile of a capture, and finds how its benchmark loops. Throws EngineError or AbortError.
 * @param sourcesOf finds the sources from which the program was built
 */
export async function loadCaptured(
  engine: QueryEngine,
  { label, iterations, byDuration, slower, misfit }: StoredProfile,
  path: string,
  sourcesOf?: SourcesOf,
  signal?: AbortSignal,
): Promise<LoadedProfile> {
  const summary = await engine.ask('load', { source: { kind: 'file', path } }, signal);
  const sources = await sourcesOf?.({ summary, label });
  if (sources) await correctFunctions(engine, summary.id, sources, signal);
  const module = sources?.module;
  const lacksOwnCode = module !== undefined && (await hasNoFileIn(module, engine, summary.id, signal));
  const known = {
    summary, label, ...(byDuration && { byDuration }), ...(slower && { slower }), ...(misfit && { misfit }),
    ...(lacksOwnCode && { lacksOwnCode }),
  };
  if (!iterations) return known;
  const loop = await engine.ask('benchmarkLoop', { profile: summary.id }, signal).catch(() => undefined);
  return { ...known, iterations, ...(loop && { loop }) };
}

/** The sources of a loaded profile's program; undefined if they are not known. */
export type SourcesOf = (profile: LoadedProfile) => Promise<CompiledSources | undefined> | CompiledSources | undefined;

/** Corrects a profile by its sources, if any are known. A profile that cannot be corrected stays as it is. */
export async function correctFunctions(
  engine: QueryEngine,
  profile: ProfileId,
  sources: CompiledSources,
  signal?: AbortSignal,
): Promise<void> {
  if (sources.texts.size === 0) return;
  await engine.ask('correctFunctions', { profile, sources }, signal).catch(() => undefined);
  signal?.throwIfAborted();
}

/** Whether a profile has samples, but none in a file of the module. Under -trimpath, names begin with its path. */
async function hasNoFileIn(
  { modulePath, moduleDir }: ModuleHint,
  engine: QueryEngine,
  profile: ProfileId,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const files = await engine.ask('files', { profile }, signal).catch(() => []);
  const starts = [moduleDir, modulePath].filter((start) => start !== '');
  const isBelow = (start: string, file: string): boolean =>
    file.startsWith(start) && /[\\/]/.test(file[start.length] ?? '');
  const isOwn = (file: string): boolean => starts.some((start) => isBelow(start, file));
  return starts.length > 0 && files.length > 0 && !files.some(isOwn);
}
