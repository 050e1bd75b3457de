import type { StoredMoment } from '../../captures/disk/captureStore';
import type { CaptureFiles } from '../../captures/loaded/captureDrafts';
import { ignored } from '../../profile/common/ignored';

const LIMITS = { count: 120, bytes: 64 << 20 };

interface SizedMoment extends StoredMoment {
  readonly bytes: number;
}

/**
 * The profiles of what a service had in use, moment by moment, as files of the capture. When there are too many, the
 * moment goes whose neighbors are nearest to each other, for its age: the last minutes stay dense, and earlier moments
 * have growing distances. The first and the last one stay.
 */
export class KeptMoments {
  private moments: readonly SizedMoment[] = [];
  /** Files that the stored capture may still name. */
  private outdated: readonly string[] = [];
  /** Set when a moment could not be stored. */
  private hasFailed = false;

  constructor(
    private readonly files: CaptureFiles,
    private readonly limits = LIMITS,
  ) {}

  /** As the capture's `timeline` names them. */
  get stored(): readonly StoredMoment[] {
    return this.moments.map(({ bytes: _, ...moment }) => moment);
  }

  /** Adds the profiles of a moment after those before. Never rejects: without them, no moment is chosen. */
  async add(at: number, profiles: { readonly heap?: Uint8Array; readonly goroutine?: Uint8Array }): Promise<void> {
    const { heap, goroutine } = profiles;
    if (this.hasFailed || (!heap && !goroutine)) return;
    const save = async (kind: string, bytes: Uint8Array): Promise<string> => {
      const fileName = `moment.${at}.${kind}.pprof`;
      await this.files.save(fileName, bytes);
      return fileName;
    };
    try {
      this.moments = [...this.moments, {
        at,
        ...(heap && { heap: await save('heap', heap) }),
        ...(goroutine && { goroutine: await save('goroutine', goroutine) }),
        bytes: (heap?.byteLength ?? 0) + (goroutine?.byteLength ?? 0),
      }];
      while (this.isTooMuch()) this.leaveOneOut();
    } catch (error) {
      this.hasFailed = true;
      ignored('later moments of a service are not kept')(error);
    }
  }

  /** Deletes the files of moments that were left out. Call when the capture is stored without them. Never rejects. */
  async removeOutdated(): Promise<void> {
    const { outdated } = this;
    this.outdated = [];
    for (const each of outdated) await this.files.remove(each);
  }

  private isTooMuch(): boolean {
    const { moments, limits } = this;
    if (moments.length < 3) return false;
    return moments.length > limits.count || moments.reduce((sum, { bytes }) => sum + bytes, 0) > limits.bytes;
  }

  private leaveOneOut(): void {
    const { moments } = this;
    const now = moments.at(-1)!.at;
    const gap = (i: number) => (moments[i + 1].at - moments[i - 1].at) / (now - moments[i].at);
    let at = 1;
    for (let i = 1; i < moments.length - 1; i++) if (gap(i) < gap(at)) at = i;
    const { heap, goroutine } = moments[at];
    this.moments = moments.filter((_, i) => i !== at);
    this.outdated = [...this.outdated, ...[heap, goroutine].flatMap((file) => file ?? [])];
  }
}
