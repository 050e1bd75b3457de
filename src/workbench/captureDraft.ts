import type { RunStore, StoredProfile } from '../bench/runStore';
import type { Asker } from '../engine/client';
import type { ProfileSummary } from '../engine/queries';
import type { LoadedProfile } from '../session';

interface Taken {
  readonly profile: StoredProfile;
  readonly kept: Promise<string>;
  readonly read: Promise<ProfileSummary>;
}

/** A capture under way: what is measured is kept on disk and read at once, while the rest is still measured. */
export class CaptureDraft {
  private readonly taken: Taken[] = [];

  constructor(
    /** That of the run to come. */
    readonly id: string,
    private readonly store: RunStore,
    private readonly engine: Asker,
    private readonly signal?: AbortSignal,
  ) {}

  /** Profiles in the order they were taken. */
  get profiles(): StoredProfile[] {
    return this.taken.map(({ profile }) => profile);
  }

  take(profile: StoredProfile, bytes: Uint8Array): void {
    const kept = this.store.keepProfile(this.id, profile, bytes);
    const read = kept.then((path) => this.engine.ask('load', { source: { kind: 'file', path } }, this.signal));
    // What fails is said to whoever waits for all of them.
    read.catch(() => undefined);
    this.taken.push({ profile, kept, read });
  }

  /** Waits until all are on disk. Throws the system's error. */
  async kept(): Promise<void> {
    await Promise.all(this.taken.map(({ kept }) => kept));
  }

  /** All of them once they are read. Throws EngineError or AbortError where one is not; the others are let go then. */
  async loaded(): Promise<LoadedProfile[]> {
    try {
      const summaries = await Promise.all(this.taken.map(({ read }) => read));
      return summaries.map((summary, i) => ({ summary, label: this.taken[i].profile.label }));
    } catch (error) {
      void this.unload();
      throw error;
    }
  }

  /** Nothing stays. */
  async drop(): Promise<void> {
    await this.unload();
    await this.store.remove(this.id);
  }

  private async unload(): Promise<void> {
    for (const result of await Promise.allSettled(this.taken.map(({ read }) => read))) {
      if (result.status === 'rejected') continue;
      // The engine may be gone already when the window closes.
      this.engine.ask('unload', { profile: result.value.id }).catch(() => undefined);
    }
  }
}
