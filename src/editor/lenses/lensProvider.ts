import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import type { MeasuredBenchmarks } from '../../captures/loaded/measuredBenchmarks';
import type { QueryEngine } from '../../engine/client';
import { onceLoaded } from '../../ui/onceLoaded';
import type { LatestResults } from '../../captures/loaded/latestResults';

interface SavedStores {
  areSaved(): boolean;
  readonly onDidChange: vscode.Event<void>;
}

/**
 * The lenses above each benchmark (the last verdict or the hottest line, the result, measure again, profile, profile
 * with options) and above each `b.Run` (its verdict and results, profile this case). If the setting is on, also a lens
 * above each test and those above the function main of a program.
 */
export class LensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly requests = new LensRequests(visibleDocuments, hasLenses, () => this.changed.fire());
  private readonly subscriptions: { dispose(): unknown }[];
  readonly onDidChangeCodeLenses = this.changed.event;
  /** The ids of the shown capture and of its baseline. */
  private shownIds: string | undefined;

  private readonly benchmarkLenses = onceLoaded(async () => {
    const parts = [import('./benchmarkLenses'), this.hottest(), this.commands()] as const;
    const [{ BenchmarkLenses }, hottest, commands] = await Promise.all(parts);
    return new BenchmarkLenses(this.results, this.session, this.measured, hottest, this.stores.areSaved, commands);
  });
  private readonly hottest = onceLoaded(async () => {
    const { HottestLines } = await import('./hottestLine');
    const hottest = new HottestLines(this.engine, this.session, () => this.refresh());
    this.subscriptions.push(hottest);
    return hottest;
  });
  private readonly commands = onceLoaded(async () => {
    const { LensCommands } = await import('./lensCommands');
    const commands = new LensCommands();
    this.subscriptions.push(commands);
    return commands;
  });

  /**
   * @param onDidMoveCode fires when columns shift the code, because VS Code repositions only lenses that change
   * @param stores whether stores of production's profiles are saved; the event may fire for other changes too
   */
  constructor(
    private readonly results: LatestResults,
    onDidMoveCode: vscode.Event<void>,
    private readonly session: Session,
    private readonly measured: Pick<MeasuredBenchmarks, 'of' | 'onDidChange'>,
    private readonly engine: QueryEngine,
    private readonly stores: SavedStores,
  ) {
    const refresh = () => this.refresh();
    let hadStores = stores.areSaved();
    this.subscriptions = [
      stores.onDidChange(() => {
        if (stores.areSaved() === hadStores) return;
        hadStores = !hadStores;
        refresh();
      }),
      this.changed,
      this.requests,
      onDidMoveCode(refresh),
      results.onDidChange(refresh),
      measured.onDidChange(refresh),
      session.onDidChange(() => this.followSession()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('linecost.lenses')) refresh();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
      vscode.window.onDidChangeVisibleTextEditors(() => this.requests.watch()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isGo(document) && this.requests.watch()),
    ];
    this.requests.watch();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    this.requests.note(document);
    if (!vscode.workspace.isTrusted) return [];
    if (isTest(document)) return (await this.benchmarkLenses()).of(document);
    if (!isProgram(document)) return [];
    const parts = [import('./programLenses'), this.hottest(), this.commands()] as const;
    const [{ programLenses }, hottest, commands] = await Promise.all(parts);
    const isShown = this.session.active?.capture.program?.file === document.uri.fsPath;
    return commands.clickable(programLenses(document, isShown ? hottest : undefined));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Refreshes the lenses if another capture is shown than before, or compared with another one. */
  private followSession(): void {
    const { active } = this.session;
    const ids = active && `${active.capture.id} ${active.baseline?.capture.id ?? ''}`;
    if (ids === this.shownIds) return;
    this.shownIds = ids;
    this.refresh();
  }

  private refresh(): void {
    this.requests.changed();
    this.changed.fire();
  }
}

function visibleDocuments(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(isGo);
}

function hasLenses(document: vscode.TextDocument): boolean {
  return isTest(document) || isProgram(document);
}

/** Without these words, a file has no function main. */
const MAIN = /^func main\(/m;

function isGo({ fileName }: vscode.TextDocument): boolean {
  return fileName.endsWith('.go');
}

function isProgram(document: vscode.TextDocument): boolean {
  return isGo(document) && MAIN.test(document.getText());
}

function isTest({ fileName }: vscode.TextDocument): boolean {
  return fileName.endsWith('_test.go');
}

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
   * @param visible returns the visible documents that may have lenses
   * @param hasLenses reads the text, so it is called only after a moment without edits
   * @param askAgain makes VS Code request all lenses
   */
  constructor(
    private readonly visible: () => readonly D[],
    private readonly hasLenses: (document: D) => boolean,
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
      const isRequested = (document: D) => this.requested.get(document) === document.version;
      if (this.visible().every((document) => isRequested(document) || !this.hasLenses(document))) return;
      this.askAgain();
      if (tries + 1 < MAX_TRIES) this.wait(tries + 1);
    }, FIRST_MS * 2 ** tries);
  }
}
