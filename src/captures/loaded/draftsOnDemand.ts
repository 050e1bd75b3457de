import { onceLoaded } from '../../ui/onceLoaded';
import type { Captured, PutProfile } from '../captureDraft';
import type { CaptureRecord, StoredProfile } from '../disk/captureStore';
import type { Capture } from '../loadedCapture';
import type { CaptureDrafts, OpenDraft, TakeCapture } from './captureDrafts';
import type { LoadingParts } from './capturesInUse';

/** CaptureDrafts whose code is loaded with the first capture that is made. See there for each method. */
export class DraftsOnDemand {
  /** Set when the first capture is made. */
  private made: CaptureDrafts | undefined;
  private readonly load = onceLoaded(async () => {
    const { CaptureDrafts } = await import('./captureDrafts');
    return (this.made = new CaptureDrafts(this.parts));
  });

  constructor(private readonly parts: LoadingParts) {}

  keep(take: TakeCapture, signal?: AbortSignal): Promise<Capture>;
  keep(take: TakeCapture<Captured | undefined>, signal?: AbortSignal): Promise<Capture | undefined>;
  async keep(take: TakeCapture<Captured | undefined>, signal?: AbortSignal): Promise<Capture | undefined> {
    return (await this.load()).keep(take, signal);
  }

  async store(take: TakeCapture, signal?: AbortSignal): Promise<CaptureRecord> {
    return (await this.load()).store(take, signal);
  }

  async begin(signal?: AbortSignal): Promise<OpenDraft> {
    return (await this.load()).begin(signal);
  }

  async put(
    id: string,
    added: PutProfile | undefined,
    isReplaced: (profile: StoredProfile) => boolean,
    onPut?: () => void,
  ): Promise<boolean> {
    return this.made?.put(id, added, isReplaced, onPut) ?? false;
  }

  has(capture: Capture | undefined): boolean {
    return this.made?.has(capture) ?? false;
  }

  isMaking(id: string): boolean {
    return this.made?.isMaking(id) ?? false;
  }

  growing(id: string): Capture | undefined {
    return this.made?.growing(id);
  }

  forget(id: string): void {
    this.made?.forget(id);
  }
}
