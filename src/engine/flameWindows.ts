import type { FlameView, FlameWindow } from '../profile/answers/flame';
import { withFewSamples } from '../profile/flame/fewSamples';
import { flameWindow } from '../profile/flame/flameWindow';
import type { Steps } from '../profile/common/guard';
import type { FlameTrees } from './flameTrees';
import { Prepared } from './preparedReport';

/** How many frames' windows are made ahead. */
const MAX_LIKELY = 8;
/** How many windows are cached, about 0.1 MB each. */
const MAX_WINDOWS = 4 * MAX_LIKELY;

type WindowView = Omit<FlameView, 'awaitSamples'>;

/** The flame windows of one profile: those shown last, and those that zooming is likely to show next. */
export class FlameWindows {
  /** Windows that zooming from the last window is likely to show, the likeliest first. */
  likely: readonly Prepared<FlameWindow>[] = [];
  /** By sample type and view, least recently used first. */
  private readonly windows = new Map<string, Prepared<FlameWindow>>();

  constructor(private readonly trees: FlameTrees) {}

  async window(
    sampleType: number,
    { awaitSamples, ...view }: FlameView,
    signal: AbortSignal,
  ): Promise<FlameWindow> {
    const window = await this.cachedOrNew(sampleType, view).ready(signal);
    this.likely = likelyRoots(window).map((root) => this.cachedOrNew(sampleType, { ...view, root, restFrom: 0 }));
    const samples = this.trees.fewSamples(sampleType, view);
    const few = awaitSamples ? await samples.ready(signal) : samples.value;
    return few ? withFewSamples(window, few) : window;
  }

  clear(): void {
    this.likely = [];
    this.windows.clear();
  }

  private cachedOrNew(sampleType: number, view: WindowView): Prepared<FlameWindow> {
    const key = JSON.stringify([sampleType, view]);
    const window = this.windows.get(key) ?? new Prepared(() => this.newWindow(sampleType, view));
    this.windows.delete(key);
    this.windows.set(key, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= MAX_WINDOWS) break;
      this.windows.delete(oldest);
    }
    return window;
  }

  private *newWindow(sampleType: number, view: WindowView): Steps<FlameWindow> {
    const callers = this.trees.callers(sampleType, view);
    const tree = yield* this.trees.callTree(sampleType, view).inSteps();
    return flameWindow(tree, view, callers && (yield* callers.inSteps()));
  }
}

/** The outermost frame, to which a reset zooms, and the widest of the frames that are narrower than the zoomed one. */
function likelyRoots({ id, size, rest, zoomed }: FlameWindow): number[] {
  const narrower = [...id.keys()].filter((row) => rest[row] === 0 && size[row] < size[zoomed]);
  const widest = narrower.sort((a, b) => size[b] - size[a]).slice(0, MAX_LIKELY - 1);
  return [0, ...widest.map((row) => id[row])];
}
