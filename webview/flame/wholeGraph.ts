import type { FlameWindow } from '../../src/profile/answers/flame';
import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import { LatestOnly } from '../hostLink';
import type { ProfileState } from '../profileState';
import type { PageAccess } from '../tab';
import { type Frames, readFrames } from './flameFrames';

/** The graph of the drawn window without its zoom, for the overview. */
export class WholeGraph {
  private readonly requests = new LatestOnly();
  private last: { readonly key: string; readonly frames: Frames } | undefined;

  /**
   * @param read prepares an answer for drawing
   * @param onAnswer called when a graph that was requested is known
   */
  constructor(
    private readonly ask: PageAccess['ask'],
    private readonly read: (window: FlameWindow, view: FlameRequest) => FlameWindow,
    private readonly onAnswer: () => void,
  ) {}

  /** The graph of a drawn window; undefined if it was not drawn before, and is requested. */
  of(frames: Frames, view: FlameRequest, profile: ProfileState | undefined): Frames | undefined {
    const whole = { ...view, root: 0, restFrom: 0, search: '', awaitSamples: false };
    // A graph of another width looks the same in the overview.
    const key = JSON.stringify([profile?.id, profile?.sampleType, { ...whole, width: 0 }]);
    if (view.root === 0 && view.restFrom === 0) this.last = { key, frames };
    if (this.last?.key !== key && view.root !== 0) this.request(key, whole);
    return this.last?.key === key ? this.last.frames : undefined;
  }

  private request(key: string, view: FlameRequest): void {
    this.ask('flame', view, this.requests).then(
      (answer) => {
        this.last = { key, frames: readFrames(this.read(answer, view), view.width) };
        this.onAnswer();
      },
      // The graph has no overview.
      () => {},
    );
  }
}
