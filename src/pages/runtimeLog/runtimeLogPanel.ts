import * as vscode from 'vscode';
import type { QueryEngine } from '../../engine/client';
import type { TextBytes } from '../../engine/textBytes';
import type { RuntimeLogSummary } from '../../runtimeLog/answers';
import { besideCode } from '../../ui/besideCode';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';
import { RUNTIME_LOG_PAGE } from '../protocol/runtimeLogPage';
import type { PageHost } from '../protocol/pageHost';

/** A text whose lines of the runtime were read. */
export interface RuntimeLogText extends TextBytes {
  /** Where it is from: `app.log`, `Clipboard`. */
  readonly origin: string;
  readonly summary: RuntimeLogSummary;
  /** The document that has it, and the number of its first line there, from 0. */
  readonly place: { readonly uri: vscode.Uri; readonly firstLine: number } | undefined;
}

export interface RuntimeLogParts {
  readonly engine: QueryEngine;
  readonly extensionUri: vscode.Uri;
  /** Asks for another text, and shows it. */
  openOther(): Promise<unknown>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

interface Shown {
  readonly text: RuntimeLogText;
  readonly readAgain: (() => Promise<unknown>) | undefined;
}

/**
 * The one panel with the lines of the runtime in a text. It is not restored after a window reload, because the text,
 * which may be of any size, is nowhere stored.
 */
export class RuntimeLogPanel {
  private readonly panel: OnlyPanel;
  private host: PageHost<typeof RUNTIME_LOG_PAGE> | undefined;
  private shown: Shown | undefined;

  constructor(private readonly parts: RuntimeLogParts) {
    const media = vscode.Uri.joinPath(parts.extensionUri, 'media');
    this.panel = new OnlyPanel({
      viewType: 'linecost.runtimeLog', title: 'GC and Scheduler', media, load: (panel) => this.load(panel),
    });
  }

  /** @param readAgain reads the text again and shows it; undefined if that is not possible */
  show(text: RuntimeLogText, readAgain: Shown['readAgain']): void {
    this.shown = { text, readAgain };
    this.panel.show(besideCode);
    const { current } = this.panel;
    if (current) current.title = forTitle(`GC and Scheduler: ${text.origin}`);
    this.sendState();
  }

  isShowing({ text }: RuntimeLogText): boolean {
    return this.shown?.text.text === text;
  }

  /** Replaces the text by one that has more, without bringing the panel to the front. */
  update(text: RuntimeLogText): void {
    if (!this.shown) return;
    this.shown = { ...this.shown, text };
    this.sendState();
  }

  private load(panel: vscode.WebviewPanel): void {
    const { engine, extensionUri, openOther, showFailure } = this.parts;
    panel.onDidDispose(() => {
      this.shown = this.host = undefined;
      inBackground(engine.ask('forgetRuntimeLog', {}));
    });
    this.host = pageInPanel(panel, {
      protocol: RUNTIME_LOG_PAGE,
      distribution: vscode.Uri.joinPath(extensionUri, 'dist'),
      bundle: 'runtimeLog',
      answers: {
        extents: (view, signal) => this.ofText((text) => engine.ask('runtimeLogExtents', { ...text, view }, signal)),
        window: (view, signal) => this.ofText((text) => engine.ask('runtimeLogWindow', { ...text, view }, signal)),
        rows: (view, signal) => this.ofText((text) => engine.ask('runtimeLogRows', { ...text, view }, signal)),
        pick: (view, signal) => this.ofText((text) => engine.ask('runtimeLogPick', { ...text, view }, signal)),
      },
      orders: {
        open: ({ line }) => this.open(line, panel.viewColumn),
        copy: (view) => this.ofText(async (text) => {
          await vscode.env.clipboard.writeText(await engine.ask('runtimeLogCsv', { ...text, view }));
          this.host?.sendEvent('announcement', { text: 'Copied as CSV.' });
        }),
        readAgain: async () => this.shown?.readAgain?.(),
        openOther,
      },
      version: () => this.shown?.text.text,
      sendState: () => this.sendState(),
      showFailure,
    });
  }

  private ofText<A>(answer: (text: TextBytes) => Promise<A>): Promise<A> {
    if (!this.shown) throw new DOMException('No text is shown.', 'AbortError');
    const { text, bytes } = this.shown.text;
    return answer({ text, bytes });
  }

  /** Opens a line beside the panel. VS Code's command opens files that are too large for extensions too. */
  private async open(line: number, column: vscode.ViewColumn | undefined): Promise<void> {
    const place = this.shown?.text.place;
    if (!place) return;
    const at = new vscode.Position(place.firstLine + line - 1, 0);
    const viewColumn = column === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
    await vscode.commands.executeCommand('vscode.open', place.uri, { selection: new vscode.Range(at, at), viewColumn });
  }

  private sendState(): void {
    if (!this.shown) return;
    const { text: { origin, summary, place }, readAgain } = this.shown;
    this.host?.sendState({
      origin, summary, canOpenLine: place !== undefined, canReadAgain: readAgain !== undefined,
    });
  }
}
