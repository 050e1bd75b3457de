import { ignored } from '../../profile/common/ignored';
import { nextTurn } from '../../profile/common/tasks';
import { type RuntimeFigures, RuntimeFiguresReader } from '../../timeline/runtimeFigures';
import { WATCH_HEADER, WatchFigures } from '../../timeline/watchFigures';
import type { Capture } from '../loadedCapture';
import type { CaptureStorage } from './captureStorage';

/** Characters that are read in a slice. */
const SLICE = 1 << 14;

/** Figures of a program or a service, which grow while it runs. */
export interface FiguresOfProgram {
  readonly figures: RuntimeFigures & { add(text: string): void };
  /** Differs when the rows that were read before have been replaced. */
  readonly version: number;
  readonly isLive: boolean;
}

/**
 * The runtime's own figures of programs, and those of watched services: of those that run or are watched here, and the
 * stored ones of the last capture in view.
 */
export class ProgramFigures {
  private readonly live = new Map<string, FiguresOfProgram>();
  private last: { readonly id: string; readonly figures: Promise<FiguresOfProgram | undefined> } | undefined;
  private versions = 0;

  constructor(private readonly store: Pick<CaptureStorage['store'], 'readFigures'>) {}

  /** Adds figures of a program that runs. @param isAnew whether they replace those before */
  add(id: string, text: string, isAnew: boolean): Promise<void> {
    let live = this.live.get(id);
    if (!live || isAnew) {
      live = { figures: readerOf(text), version: ++this.versions, isLive: true };
      this.live.set(id, live);
    }
    return addInSlices(live.figures, text);
  }

  /** Call when a program has ended, and its figures are stored. */
  end(id: string): void {
    const live = this.live.get(id);
    this.live.delete(id);
    if (live) this.last = { id, figures: Promise.resolve({ ...live, isLive: false }) };
  }

  /** The figures of a capture; undefined if it has none, or they cannot be read. Never rejects. */
  of({ id, timeline }: Pick<Capture, 'id' | 'timeline'>): Promise<FiguresOfProgram | undefined> {
    const live = this.live.get(id);
    if (live) return Promise.resolve(live);
    if (timeline?.figures === undefined) return Promise.resolve(undefined);
    const { figures } = timeline;
    if (this.last?.id !== id) this.last = { id, figures: this.read(id, figures) };
    return this.last.figures;
  }

  private async read(id: string, fileName: string): Promise<FiguresOfProgram | undefined> {
    let figures: FiguresOfProgram['figures'];
    try {
      const text = await this.store.readFigures(id, { fileName });
      figures = readerOf(text);
      await addInSlices(figures, text);
    } catch (error) {
      return ignored('the figures of a program are not shown', undefined)(error);
    }
    return { figures, version: ++this.versions, isLive: false };
  }
}

function readerOf(text: string): FiguresOfProgram['figures'] {
  return text.startsWith(`${WATCH_HEADER} `) ? new WatchFigures() : new RuntimeFiguresReader();
}

async function addInSlices(figures: FiguresOfProgram['figures'], text: string): Promise<void> {
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await nextTurn();
    figures.add(text.slice(at, at + SLICE));
  }
}
