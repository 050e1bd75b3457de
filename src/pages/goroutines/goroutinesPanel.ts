import * as vscode from 'vscode';
import type { Sources } from '../../documents/sources';
import type { TextBytes } from '../../engine/textBytes';
import type { QueryEngine } from '../../engine/client';
import type { DumpSummary } from '../../goroutines/answers';
import { besideCode } from '../../ui/besideCode';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';
import { GOROUTINES_PAGE } from '../protocol/goroutinesPage';
import type { PageHost } from '../protocol/pageHost';

/** A text whose goroutines were read. */
export interface GoroutineText extends TextBytes {
  /** Where it is from: `app.log`, `Clipboard`. */
  readonly origin: string;
  /** What a capture of its goroutines is called. */
  readonly captureTitle: string;
  readonly summary: DumpSummary;
  /** The names of source files in it. */
  readonly files: readonly string[];
}

export interface GoroutinesParts {
  readonly engine: QueryEngine;
  readonly sources: Pick<Sources, 'openNamed'>;
  readonly extensionUri: vscode.Uri;
  /** Asks for another text, and shows it. */
  openOther(): Promise<unknown>;
  /** Makes a capture of the goroutines of a dump, or of all; unset in browsers. */
  showOnLines?(shown: GoroutineText, dump: number | undefined): Promise<unknown>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

/** A text with its owner of file names, which stays the same object while the text is shown. */
interface Shown {
  readonly text: GoroutineText;
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

  constructor(private readonly parts: GoroutinesParts) {
    const media = vscode.Uri.joinPath(parts.extensionUri, 'media');
    this.panel = new OnlyPanel({
      viewType: 'linecost.goroutines', title: 'Goroutines', media, load: (panel) => this.load(panel),
    });
  }

  show(text: GoroutineText): void {
    this.shown = { text, names: { profiles: [], files: text.files, sources: new Map() } };
    this.panel.show(besideCode);
    const { current } = this.panel;
    if (current) current.title = forTitle(`Goroutines: ${text.origin}`);
    this.sendState();
  }

  private load(panel: vscode.WebviewPanel): void {
    const { engine, extensionUri, openOther, showOnLines, showFailure } = this.parts;
    panel.onDidDispose(() => {
      this.shown = this.host = undefined;
      inBackground(engine.ask('forgetGoroutines', {}));
    });
    this.host = pageInPanel(panel, {
      protocol: GOROUTINES_PAGE,
      distribution: vscode.Uri.joinPath(extensionUri, 'dist'),
      bundle: 'goroutines',
      answers: {
        groups: (view, signal) => this.ofShown(({ text: { text, bytes } }) => {
          return engine.ask('goroutineGroups', { text, bytes, view }, signal);
        }),
      },
      orders: {
        open: ({ file, line }) => this.ofShown(({ names }) => {
          return this.parts.sources.openNamed(names, { function: '', file, line }, { beside: panel.viewColumn });
        }),
        copy: (filter) => this.ofShown(async ({ text: { text, bytes } }) => {
          await vscode.env.clipboard.writeText(await engine.ask('goroutineText', { text, bytes, filter }));
          this.host?.sendEvent('announcement', { text: 'Copied as text.' });
        }),
        showOnLines: ({ dump }) => this.ofShown(async ({ text }) => showOnLines?.(text, dump)),
        openOther,
      },
      version: () => this.shown?.text.text,
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
    const { origin, summary } = this.shown.text;
    this.host?.sendState({ origin, summary, canShowOnLines: this.parts.showOnLines !== undefined });
  }
}
