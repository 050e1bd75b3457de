import type { ProfileOutline } from '../outlineReader';

/** Outlines that are kept, the latest ones. */
const MAX_KEPT = 20_000;

/** What files say of themselves, by their version, so that a second query reads only files that answer it. */
class KnownOutlines {
  private readonly known = new Map<string, ProfileOutline>();

  get(version: string | undefined): ProfileOutline | undefined {
    return version === undefined ? undefined : this.known.get(version);
  }

  set(version: string | undefined, outline: ProfileOutline): void {
    if (version === undefined) return;
    if (this.known.size >= MAX_KEPT) {
      const { value: oldest } = this.known.keys().next();
      if (oldest !== undefined) this.known.delete(oldest);
    }
    this.known.set(version, outline);
  }
}

export const outlines = new KnownOutlines();
