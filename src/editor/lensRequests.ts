/** VS Code waits for 250 ms or more before it asks for lenses. */
const FIRST_MS = 1000;
/** Half a minute in all; where lenses are switched off, VS Code never asks. */
const MOST_TRIES = 5;

/** As much of a document as is looked at here. */
interface Versioned {
  readonly version: number;
}

/**
 * Has VS Code ask again for lenses that it forgot to ask for. It waits a moment before it asks for those of an editor,
 * and drops the request where that editor loses the focus meanwhile. A file that was opened, or whose lenses changed,
 * just before the user clicked elsewhere would have none until the next click into it.
 */
export class LensRequests<D extends Versioned> {
  /** The version of each document that lenses were last given for. */
  private asked = new Map<D, number>();
  private timer: NodeJS.Timeout | undefined;

  /** @param visible documents on the screen that have lenses; `askAgain` has VS Code ask for the lenses of all */
  constructor(
    private readonly visible: () => readonly D[],
    private readonly askAgain: () => void,
  ) {}

  /** VS Code asked for a document's lenses. */
  note(document: D): void {
    this.asked.set(document, document.version);
  }

  /** The lenses of all documents have changed. */
  changed(): void {
    this.asked.clear();
    this.watch();
  }

  /** Documents came, went or were edited: looks after a moment whether VS Code has asked for their lenses. */
  watch(): void {
    const visible = new Set(this.visible());
    for (const document of this.asked.keys()) if (!visible.has(document)) this.asked.delete(document);
    clearTimeout(this.timer);
    if (visible.size > 0) this.wait(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private wait(tries: number): void {
    this.timer = setTimeout(() => {
      if (this.visible().every((document) => this.asked.get(document) === document.version)) return;
      this.askAgain();
      if (tries + 1 < MOST_TRIES) this.wait(tries + 1);
    }, FIRST_MS * 2 ** tries);
  }
}
