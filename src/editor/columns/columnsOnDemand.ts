import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';
import type { LineNow } from '../../ui/openLocation';
import { onceLoaded } from '../../ui/onceLoaded';
import type { Annotator } from './annotator';
import type { Columns } from './makeColumns';

/** What hovers and commands ask about the costs of a line. */
export type LineCosts = Pick<Annotator, 'lineAt' | 'functionAt' | 'sinceCapture' | 'hasRemovedBelow' | 'removedBelow'>;

/** The columns, loaded when the session first has a profile to draw. Until then, no line has costs. */
export class ColumnsOnDemand implements LineCosts, vscode.Disposable {
  private loaded: Columns | undefined;
  private readonly redrawn = new vscode.EventEmitter<void>();
  /** Fires when a document gets other costs or another style, or the costs are cleared. */
  readonly onDidRedraw = this.redrawn.event;
  private readonly columns: () => Promise<Columns>;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly session: Session, load: () => Promise<Columns>) {
    this.columns = onceLoaded(async () => this.start(await load()));
    this.subscriptions = [this.redrawn, session.onDidChange(() => session.active && this.prepare())];
    if (session.active) this.prepare();
  }

  /** Loads the columns before they are needed. */
  prepare(): void {
    inBackground(this.columns());
  }

  lineAt(...at: Parameters<LineCosts['lineAt']>): ReturnType<LineCosts['lineAt']> {
    return this.loaded?.annotator.lineAt(...at);
  }

  functionAt(...at: Parameters<LineCosts['functionAt']>): ReturnType<LineCosts['functionAt']> {
    return this.loaded?.annotator.functionAt(...at);
  }

  sinceCapture(document: vscode.TextDocument): string {
    return this.loaded?.annotator.sinceCapture(document) ?? '';
  }

  hasRemovedBelow(...at: Parameters<LineCosts['hasRemovedBelow']>): boolean {
    return this.loaded?.annotator.hasRemovedBelow(...at) ?? false;
  }

  removedBelow(...at: Parameters<LineCosts['removedBelow']>): ReturnType<LineCosts['removedBelow']> {
    return this.loaded?.annotator.removedBelow(...at) ?? [];
  }

  /** Asks again for every file, because names may resolve to other files than before. */
  refresh(): void {
    this.loaded?.annotator.refresh();
  }

  /** Where a captured line is in the document now. Without a profile, lines are those of the document. */
  readonly lineNow: LineNow = async (document, line) => {
    if (!this.session.active) return { line, state: 'same' };
    return (await this.columns()).lines.of(document).map.placeOf(line);
  };

  dispose(): void {
    this.loaded?.annotator.dispose();
    this.loaded?.lines.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private start(columns: Columns): Columns {
    this.loaded = columns;
    columns.annotator.onDidRedraw(() => this.redrawn.fire());
    return columns;
  }
}
