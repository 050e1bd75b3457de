/** The time until the first check; longer than VS Code itself waits, which is at least 250 ms. */
const FIRST_MS = 1000;
/** The number of checks, in 31 s. Limited, because VS Code never requests lenses if they are switched off. */
const MAX_TRIES = 5;

/** The part of a document that this module uses. */
interface Versioned {
  readonly version: number;
}

/**
 * Makes VS Code repeat requests for lenses that it has dropped. VS Code waits a moment before it requests the lenses of
 * an editor, and gives up if that editor loses the focus meanwhile. Without this, a file that was opened just before
 * the user clicked elsewhere has no lenses until the next click into it.
 */
export class LensRequests<D extends Versioned> {
  /** The version of each document at its last request. */
  private requested = new Map<D, number>();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param visible returns the visible documents that have lenses
   * @param askAgain makes VS Code request all lenses
   */
  constructor(
    private readonly visible: () => readonly D[],
    private readonly askAgain: () => void,
  ) {}

  /** Call when VS Code requests a document's lenses. */
  note(document: D): void {
    this.requested.set(document, document.version);
  }

  /** Call when the lenses of all documents have changed. */
  changed(): void {
    this.requested.clear();
    this.watch();
  }

  /** Call when documents are opened, closed or edited: checks after a moment that their lenses were requested. */
  watch(): void {
    const visible = new Set(this.visible());
    for (const document of this.requested.keys()) if (!visible.has(document)) this.requested.delete(document);
    clearTimeout(this.timer);
    if (visible.size > 0) this.wait(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private wait(tries: number): void {
    this.timer = setTimeout(() => {
      if (this.visible().every((document) => this.requested.get(document) === document.version)) return;
      this.askAgain();
      if (tries + 1 < MAX_TRIES) this.wait(tries + 1);
    }, FIRST_MS * 2 ** tries);
  }
}
