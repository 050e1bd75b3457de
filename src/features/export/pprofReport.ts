import * as vscode from 'vscode';
import type { Engine } from '../../engine/client';
import type { PprofReport } from '../../engine/queries';
import { derivationOf, type Session } from '../../captures/session';
import { fileNameOf } from '../../ui/fileNames';
import { inBackground } from '../../ui/inBackground';
import { type PickItem, showInformationMessage, showQuickPick } from '../../ui/window';
import { withLateProgress } from '../../ui/progress';
import { figuresNote, nameOf, withTotals } from './exportProfile';

export interface PprofReportParts {
  readonly session: Session;
  readonly engine: Engine;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

interface ReportChoice extends PickItem {
  readonly label: PprofReport;
  /** What the profile lacks if this report is empty. */
  readonly part: string;
}

const REPORTS: readonly ReportChoice[] = [
  { label: 'traces', detail: 'Every sample with its stack', part: 'samples' },
  { label: 'tags', detail: 'The labels of the samples', part: 'labels' },
  { label: 'tree', detail: 'Functions with their callers and callees', part: 'functions' },
  { label: 'raw', detail: 'The whole content of the profile', part: 'contents' },
  { label: 'comments', detail: 'The comments in the profile', part: 'comments' },
];

const SCHEME = 'linecost-pprof';

let documents: ReportDocuments | undefined;

/** Shows a report of the active profile (see withTotals) as `go tool pprof` prints it. Throws EngineError. */
export async function showPprofReport({ session, engine, subscriptions }: PprofReportParts): Promise<void> {
  const { active } = session;
  if (!active) return;
  const name = nameOf(active);
  const options = { title: `pprof report of ${name}`, placeHolder: 'Choose a report', matchOnDetail: true };
  const choice = await showQuickPick(REPORTS, options);
  if (!choice) return;
  const { label: report } = choice;
  const params = { ...derivationOf(withTotals(active)), sampleType: active.sampleType, report };
  const text = await withLateProgress(`Writing ${report} of ${name}`, new AbortController().signal, (signal) =>
    engine.ask('pprofText', params, signal),
  );
  if (text === '') {
    inBackground(showInformationMessage(`There is nothing to show: this profile has no ${choice.part}.`));
    return;
  }
  if (!documents) subscriptions.push((documents = new ReportDocuments()));
  if (figuresNote(active) !== '') inBackground(showInformationMessage(figuresNote(active)));
  const document = await vscode.workspace.openTextDocument(documents.add(`${name} ${report}`, text));
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Read-only documents that show reports. */
class ReportDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private count = 0;
  private readonly subscriptions = [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
  ];

  add(title: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${fileNameOf(title, 'txt')}`, query: String(++this.count) });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'This report was lost when its window closed. Run the command again.\n';
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }
}
