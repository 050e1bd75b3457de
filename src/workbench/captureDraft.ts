import type { RunStore, StoredProfile } from '../bench/runStore';
import type { QueryEngine } from '../engine/client';
import type { LoadedProfile } from '../session';

interface Taken {
  readonly profile: StoredProfile;
  readonly kept: Promise<string>;
  readonly read: Promise<LoadedProfile>;
  /** Once it is read. */
  loaded?: LoadedProfile;
}

/** A capture under way: what is measured is kept on disk and read at once, while the rest is still measured. */
export class CaptureDraft {
  private readonly taken: Taken[] = [];

  constructor(
    /** That of the run to come. */
    readonly id: string,
    private readonly store: RunStore,
    private readonly engine: QueryEngine,
    private readonly signal?: AbortSignal,
  ) {}

  /** Profiles in the order they were taken. */
  get profiles(): StoredProfile[] {
    return this.taken.map(({ profile }) => profile);
  }

  /** Those that have been read, in the same order. */
  get read(): LoadedProfile[] {
    return this.taken.flatMap(({ loaded }) => loaded ?? []);
  }

  /**
   * Resolves when the profile is read, or cannot be.
   * @param onRead called when it is read, while others may still be measured
   */
  take(profile: StoredProfile, bytes: Uint8Array, onRead?: () => void): Promise<void> {
    const kept = this.store.keepProfile(this.id, profile, bytes);
    const read = kept.then((path) => loadCaptured(this.engine, profile, path, this.signal));
    const taken: Taken = { profile, kept, read };
    this.taken.push(taken);
    const follow = (loaded: LoadedProfile) => {
      taken.loaded = loaded;
      onRead?.();
    };
    // What fails is said to whoever waits for all of them.
    return read.then(follow, () => undefined);
  }

  /** Waits until all are on disk. Throws the system's error. */
  async kept(): Promise<void> {
    await Promise.all(this.taken.map(({ kept }) => kept));
  }

  /** All of them once they are read. Throws EngineError or AbortError where one is not. */
  loaded(): Promise<LoadedProfile[]> {
    return Promise.all(this.taken.map(({ read }) => read));
  }

  /** Nothing stays. */
  async drop(): Promise<void> {
    await this.unload();
    await this.store.remove(this.id);
  }

  /** The engine lets all of them go; their files stay. */
  async unload(): Promise<void> {
    for (const result of await Promise.allSettled(this.taken.map(({ read }) => read))) {
      if (result.status === 'rejected') continue;
      // The engine may be gone already when the window closes.
      this.engine.ask('unload', { profile: result.value.summary.id }).catch(() => undefined);
    }
  }
}

/** Reads a profile of a capture, with what is known of the benchmark in it. Throws EngineError or AbortError. */
export async function loadCaptured(
  engine: QueryEngine,
  { label, iterations }: StoredProfile,
  path: string,
  signal?: AbortSignal,
): Promise<LoadedProfile> {
  const summary = await engine.ask('load', { source: { kind: 'file', path } }, signal);
  if (!iterations) return { summary, label };
  const loop = await engine.ask('benchmarkLoop', { profile: summary.id }, signal).catch(() => undefined);
  return { summary, label, iterations, ...(loop && { loop }) };
}
