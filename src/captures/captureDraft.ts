import type { CaptureRecord, NamedFile, StoredProfile } from './disk/captureStore';
import type { QueryEngine } from '../engine/client';
import { amountOf } from '../profile/text/amountText';
import { openingType } from '../profile/text/intervalText';
import type { LoadedProfile } from './loadedCapture';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import { loadCaptured } from './loadCaptured';
import type { SourcesOf } from './profileSources';
import type { CaptureStorage } from './loaded/captureStorage';
import { ignored } from '../profile/common/ignored';

interface DraftProfile {
  profile: StoredProfile;
  /** Resolves to the path of the profile on disk. */
  path: Promise<string>;
  loading: Promise<LoadedProfile>;
  /** Set when the profile is loaded. */
  loaded?: LoadedProfile;
  /** How often it was taken. */
  times: number;
}

/** A profile as a program wrote it, gzipped or not, or several that are to be merged. */
export type ProfileBytes = Uint8Array | readonly Uint8Array[];

/** A profile that has been replaced with the sum of more rounds. */
export interface ReplacedProfile {
  readonly profile: StoredProfile;
  readonly loaded: LoadedProfile;
}

/** A profile that was stored and loaded. */
export interface PutProfile extends ReplacedProfile {
  /** Of its file. */
  readonly path: string;
}

interface TakeOptions {
  /** See loadCaptured. */
  readonly sources?: CompiledSources | SourcesOf;
  /** Called when the profile is loaded, while others may still be measured. */
  readonly onLoaded?: () => void;
  /** Called with the loaded profile, before it counts as loaded. */
  readonly judge?: JudgeProfile | undefined;
}

/** What is known of a capture apart from its id, its time and its profiles. */
export interface Captured extends Omit<CaptureRecord, 'id' | 'profiles' | 'capturedAt'> {
  /** Source texts as measured, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The draft of a capture: each profile is stored and loaded at once, while the others are still measured. */
export class CaptureDraft {
  private readonly taken: DraftProfile[] = [];
  /** Those of the earlier program that this one is measured against; see MeasuredInTurns. */
  private readonly earlier: DraftProfile[] = [];

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

  /** Like `profiles`, with the totals of those that are loaded. */
  get profilesWithTotals(): StoredProfile[] {
    return this.taken.map(({ profile, loaded }) => (loaded ? withTotal(profile, loaded) : profile));
  }

  /** The profiles loaded so far, in the same order. */
  get loadedSoFar(): LoadedProfile[] {
    return this.taken.flatMap(({ loaded }) => loaded ?? []);
  }

  /** Whether profiles have been loaded, but none of them has samples. */
  isEmpty(): boolean {
    const loaded = this.loadedSoFar;
    return loaded.length > 0 && loaded.every(({ summary }) => summary.sampleCount === 0);
  }

  /** The profiles of the earlier program. */
  get earlierProfiles(): StoredProfile[] {
    return this.earlier.map(({ profile }) => profile);
  }

  /** Stores and loads a profile. Resolves when loading ends, even if it fails. */
  take(profile: StoredProfile, bytes: ProfileBytes, options: TakeOptions = {}): Promise<void> {
    return this.add(this.taken, profile, bytes, options);
  }

  /** Like `take`, for a profile of the earlier program. @param sources those of its capture */
  takeEarlier(profile: StoredProfile, bytes: ProfileBytes, sources?: CompiledSources): Promise<void> {
    return this.add(this.earlier, profile, bytes, { ...(sources && { sources }) });
  }

  /**
   * Replaces a profile with the sum of its rounds, the last of which is new, once that is loaded. It has a file of its
   * own, so that the stored record is true until it names that file. If it throws, the earlier profile stays.
   */
  async retake(
    profile: StoredProfile,
    rounds: readonly Uint8Array[],
    { sources, judge }: Pick<TakeOptions, 'sources' | 'judge'> = {},
  ): Promise<ReplacedProfile> {
    const taken = this.taken.find((each) => each.profile.label === profile.label)!;
    const before = { profile: taken.profile, loaded: await taken.loading };
    const now = { ...profile, fileName: profile.fileName.replace(/(?=\.\w+$)/, `.${++taken.times}`) };
    const path = await this.store.saveProfile(this.id, now, await this.merged(rounds, this.signal));
    let loaded: LoadedProfile | undefined;
    try {
      loaded = await loadCaptured(this.engine, now, path, sources);
      const judged = { ...loaded, ...(await judge?.(loaded, this.engine)) };
      const stored = { profile: now, path: Promise.resolve(path) };
      Object.assign(taken, stored, { loading: Promise.resolve(judged), loaded: judged });
      return before;
    } catch (error) {
      if (loaded) this.unloadInBackground(loaded);
      await this.removeFile(now);
      throw error;
    }
  }

  /**
   * Puts a loaded profile in the place of those that are like another one: `isReplaced`. Returns these; their files and
   * what is loaded of them stay.
   */
  put(added: PutProfile | undefined, isReplaced: (profile: StoredProfile) => boolean): ReplacedProfile[] {
    const replaced = this.taken.filter(({ profile }) => isReplaced(profile));
    for (const each of replaced) this.taken.splice(this.taken.indexOf(each), 1);
    if (added) {
      const { profile, loaded, path } = added;
      this.taken.push({ profile, path: Promise.resolve(path), loading: Promise.resolve(loaded), loaded, times: 1 });
    }
    return replaced.flatMap(({ profile, loaded }) => (loaded ? { profile, loaded } : []));
  }

  /** Deletes a file that the capture no longer has. Never rejects. */
  async removeFile(profile: NamedFile): Promise<void> {
    await this.store.removeProfile(this.id, profile).catch(ignored('the file of a replaced profile stays on disk'));
  }

  private add(
    list: DraftProfile[],
    profile: StoredProfile,
    bytes: ProfileBytes,
    { sources, onLoaded, judge }: TakeOptions,
  ): Promise<void> {
    const path = this.merged(bytes, this.signal).then((merged) => this.store.saveProfile(this.id, profile, merged));
    const loading = path
      .then((stored) => loadCaptured(this.engine, profile, stored, sources, this.signal))
      .then(async (loaded) => ({ ...loaded, ...(await judge?.(loaded, this.engine)) }));
    const taken: DraftProfile = { profile, path, loading, times: 1 };
    list.push(taken);
    const follow = (loaded: LoadedProfile) => {
      taken.loaded = loaded;
      onLoaded?.();
    };
    // loaded() rejects with the error.
    return loading.then(follow, () => undefined);
  }

  private async merged(bytes: ProfileBytes, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (bytes instanceof Uint8Array) return bytes;
    if (bytes.length === 1) return bytes[0];
    const sources = bytes.map((each) => ({ kind: 'bytes', bytes: each }) as const);
    return this.engine.ask('mergedBytes', { sources }, signal);
  }

  /** Adds what only a later run has shown of a profile. */
  amend(label: string, later: Pick<StoredProfile, 'slower'>): void {
    for (const taken of this.taken.filter(({ profile }) => profile.label === label)) {
      taken.profile = { ...taken.profile, ...later };
      if (taken.loaded) taken.loaded = { ...taken.loaded, ...later };
      const { loading } = taken;
      taken.loading = loading.then((loaded) => taken.loaded ?? { ...loaded, ...later });
    }
  }

  /** Waits until all profiles are on disk. Throws the system's error. */
  async stored(): Promise<void> {
    await Promise.all([...this.taken, ...this.earlier].map(({ path }) => path));
  }

  /** Waits until all profiles are loaded. Throws EngineError, AbortError or the system's error if one cannot be. */
  loaded(): Promise<LoadedProfile[]> {
    return Promise.all(this.taken.map(({ loading }) => loading));
  }

  /** Waits until the profiles of the earlier program are loaded; empty if one cannot be. Never rejects. */
  async loadedEarlier(): Promise<LoadedProfile[]> {
    const loading = Promise.all(this.earlier.map((each) => each.loading));
    return loading.catch(ignored('lines are compared with the profile of the earlier capture', []));
  }

  /**
   * Stores the saved record again, with the totals and sample types of the loaded profiles. If that fails, only the
   * list of captures lacks them.
   */
  async saveTotals(record: CaptureRecord, loaded: readonly LoadedProfile[]): Promise<CaptureRecord> {
    const profiles = record.profiles.map((profile, i) => withTotal(profile, loaded[i]));
    const complete = { ...record, profiles };
    await this.store.update(complete).catch(ignored('the list of captures has no totals'));
    return complete;
  }

  /** Unloads the profiles and deletes their files. */
  async drop(): Promise<void> {
    await this.unload();
    await this.store.remove(this.id);
  }

  /** Unloads the profiles; their files stay. */
  async unload(): Promise<void> {
    await Promise.all([this.unloadAll(this.taken), this.unloadEarlier()]);
  }

  /** Unloads the profiles of the earlier program. */
  unloadEarlier(): Promise<void> {
    return this.unloadAll(this.earlier);
  }

  private async unloadAll(list: readonly DraftProfile[]): Promise<void> {
    for (const result of await Promise.allSettled(list.map(({ loading }) => loading))) {
      if (result.status === 'rejected') continue;
      this.unloadInBackground(result.value);
    }
  }

  /** Unloads a profile that no view shows any longer. */
  unloadInBackground({ summary: { id } }: LoadedProfile): void {
    // When the window closes, the engine may already be disposed.
    this.engine.ask('unload', { profile: id }).catch(ignored('a profile stays loaded'));
  }
}

function withTotal(profile: StoredProfile, loaded: LoadedProfile): StoredProfile {
  const { summary } = loaded;
  const { sampleTypes } = summary;
  return withJudgement({ ...profile, total: amountOf(summary, openingType(summary)), sampleTypes }, loaded);
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
