import * as vscode from 'vscode';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import type { GoroutineTexts } from '../../engine/goroutineQueries';
import type { DumpSummary } from '../../goroutines/answers';
import { besideCode } from '../../ui/besideCode';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';
import { GOROUTINES_PAGE } from '../protocol/goroutinesPage';
import type { PageHost } from '../protocol/pageHost';

/** Texts whose goroutines were read. */
export interface ReadGoroutines extends GoroutineTexts {
  /** Where they are from: `app.log`, `Clipboard`, `localhost:6060`; in a comparison, the later ones. */
  readonly origin: string;
  /** Where the earlier ones are from, if that is another place. */
  readonly earlier?: string | undefined;
  /** What a capture of its goroutines is called. */
  readonly captureTitle: string;
  readonly summary: DumpSummary;
  /** The names of source files in them. */
  readonly files: readonly string[];
  /** See GoroutinesState. */
  readonly taken?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  /** Fetches the goroutines again, and shows them; `compares`: and compares them with those that are shown. */
  refresh?(shown: ReadGoroutines, compares: boolean): Promise<unknown>;
}

export interface GoroutinesParts {
  readonly engine: QueryEngine;
  readonly sources: Pick<Sources, 'openNamed'>;
  readonly extensionUri: vscode.Uri;
  /** Asks for another text, and shows it. */
  openOther(): Promise<unknown>;
  /** Makes a capture of the goroutines of a dump, or of all; unset in browsers. */
  showOnLines?(shown: ReadGoroutines, dump: number | undefined): Promise<unknown>;
  /** Asks for an earlier dump, and compares a dump with it; undefined if the user cancels. */
  compareWith(shown: ReadGoroutines, dump: number | undefined): Promise<ReadGoroutines | undefined>;
  /** The later dump of a comparison alone. */
  endComparison(shown: ReadGoroutines): Promise<ReadGoroutines>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

/** Goroutines with their owner of file names, which stays the same object while they are shown. */
interface Shown {
  readonly read: ReadGoroutines;
  readonly names: Parameters<Sources['openNamed']>[0];
}

/**
 * The one panel with the goroutines of a text. It is not restored after a window reload, because the text, which may be
 * of any size, is nowhere stored.
 */
export class GoroutinesPanel {
  private readonly panel: OnlyPanel;
  private host: PageHost<typeof GOROUTINES_PAGE> | undefined;
  private shown: Shown | undefined;
  private failure: string | undefined;

  constructor(private readonly parts: GoroutinesParts) {
    const media = vscode.Uri.joinPath(parts.extensionUri, 'media');
    this.panel = new OnlyPanel({
      viewType: 'linecost.goroutines', title: 'Goroutines', media, load: (panel) => this.load(panel),
    });
  }

  show(read: ReadGoroutines): void {
    this.shown = { read, names: { profiles: [], files: read.files, sources: new Map() } };
    this.failure = undefined;
    this.panel.show(besideCode);
    const { current } = this.panel;
    if (current) current.title = forTitle(`Goroutines: ${read.origin}`);
    this.sendState();
  }

  /** Whether these goroutines are shown. */
  shows(read: Pick<ReadGoroutines, 'id'>): boolean {
    return this.shown?.read.id === read.id;
  }

  /** Says above the goroutines why there are no newer ones. */
  showFailure(failure: string): void {
    this.failure = failure;
    this.sendState();
  }

  private load(panel: vscode.WebviewPanel): void {
    const { engine, extensionUri, openOther, showOnLines, compareWith, endComparison, showFailure } = this.parts;
    panel.onDidDispose(() => {
      this.shown = this.host = undefined;
      inBackground(engine.ask('forgetGoroutines', {}));
    });
    this.host = pageInPanel(panel, {
      protocol: GOROUTINES_PAGE,
      distribution: vscode.Uri.joinPath(extensionUri, 'dist'),
      bundle: 'goroutines',
      answers: {
        groups: (view, signal) => this.ofShown(({ read: { id, texts } }) => {
          return engine.ask('goroutineGroups', { id, texts, view }, signal);
        }),
      },
      orders: {
        open: ({ file, line }) => this.ofShown(({ names }) => {
          return this.parts.sources.openNamed(names, { function: '', file, line }, { beside: panel.viewColumn });
        }),
        copy: (filter) => this.ofShown(async ({ read: { id, texts } }) => {
          await vscode.env.clipboard.writeText(await engine.ask('goroutineText', { id, texts, filter }));
          this.host?.sendEvent('announcement', { text: 'Copied as text.' });
        }),
        showOnLines: ({ dump }) => this.ofShown(async ({ read }) => showOnLines?.(read, dump)),
        refresh: ({ compares }) => this.ofShown(async ({ read }) => read.refresh?.(read, compares)),
        compareWith: ({ dump }) => this.ofShown(async ({ read }) => {
          const compared = await compareWith(read, dump);
          if (compared) this.show(compared);
        }),
        endComparison: () => this.ofShown(async ({ read }) => this.show(await endComparison(read))),
        openOther,
      },
      version: () => this.shown?.read.id,
      sendState: () => this.sendState(),
      showFailure,
    });
  }

  private ofShown<A>(answer: (shown: Shown) => Promise<A>): Promise<A> {
    if (!this.shown) throw new DOMException('No text is shown.', 'AbortError');
    return answer(this.shown);
  }

  private sendState(): void {
    if (!this.shown) return;
    const { origin, earlier, summary, taken, notes = [], refresh } = this.shown.read;
    const { failure } = this;
    this.host?.sendState({
      origin: earlier === undefined ? origin : `${earlier} → ${origin}`,
      summary,
      canShowOnLines: this.parts.showOnLines !== undefined,
      isLive: refresh !== undefined,
      ...(taken !== undefined && { taken }),
      notes: [...(failure === undefined ? [] : [failure]), ...notes],
    });
  }
}
