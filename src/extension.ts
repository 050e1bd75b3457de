import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { registerCommands } from './commands/register';
import { OptionMemory } from './commands/runOptions';
import { Annotator } from './editor/annotator';
import { DocumentLines } from './editor/documentLines';
import { CostHover } from './editor/hover';
import { BenchmarkLenses } from './editor/lenses';
import { ResultMarks } from './editor/resultMarks';
import { Engine, type WorkerLike } from './engine/client';
import { Session } from './session';
import { FlamePanel, type MakePage } from './views/flamePanel';
import { HotLinesView } from './views/hotLinesView';
import { type OpenProfileFile, ProfileEditor } from './views/profileEditor';
import { ProfilePage } from './views/profilePage';
import { ProfilesView } from './views/profilesView';
import { ProfileStatus } from './views/statusBar';
import { Output } from './workbench/output';
import { forMessage } from './workbench/plainText';
import { withLateProgress } from './workbench/progress';
import { ResultBook } from './workbench/resultBook';
import { Runs } from './workbench/runs';
import { memoryLimit, onMemoryLimit } from './workbench/settings';
import { Sources } from './workbench/sources';

/** Builds the parts and registers them, nothing else. */
export function activate(context: vscode.ExtensionContext): void {
  const distribution = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const memento = context.workspaceState;
  const session = new Session();
  const startWorker = () => new Worker(join(distribution.fsPath, 'worker.js')) as unknown as WorkerLike;
  const engine = new Engine(startWorker, { memoryBytes: memoryLimit() });
  const output = new Output();
  const results = new ResultBook();
  const lines = new DocumentLines(session);
  const sources = new Sources(engine, memento, (document, line) => lines.of(document).map.nearestCurrent(line));
  const runs = new Runs(engine, session, memento, context.storageUri ?? context.globalStorageUri);
  const annotator = new Annotator(session, engine, lines, (active, document) => sources.filesOf(active, document));
  const lenses = new BenchmarkLenses(results, annotator.onDidRedraw);
  const makePage: MakePage = (webview, column, subject) =>
    new ProfilePage(webview, column, subject, engine, sources, distribution);
  const restored = () => runs.restore();
  const panel = new FlamePanel(session, makePage, vscode.Uri.joinPath(context.extensionUri, 'media'), restored);
  const open: OpenProfileFile = (uri, closing) => {
    const title = `Reading ${forMessage(uri.path.split('/').at(-1)!)}`;
    return withLateProgress(title, closing, (signal) => runs.openFile(uri, signal));
  };
  const profileEditor = new ProfileEditor({ session, open, close: (run) => runs.unload(run), restored }, makePage);
  const hotLines = new HotLinesView(session, engine.face(), sources);
  const options = new OptionMemory(memento);
  const editorOptions = { supportsMultipleEditorsPerDocument: true };

  context.subscriptions.push(
    { dispose: () => void engine.dispose() },
    output,
    results,
    sources,
    runs,
    lines,
    annotator,
    lenses,
    new ResultMarks(results),
    panel,
    new ProfileStatus(session),
    new ProfilesView(session, runs),
    hotLines,
    sources.onDidChange(() => annotator.refresh()),
    onMemoryLimit((bytes) => engine.limitMemory(bytes)),
    session.onDidChange(() => void vscode.commands.executeCommand('setContext', 'linecost.active', !!session.active)),
    vscode.languages.registerCodeLensProvider({ language: 'go', pattern: '**/*_test.go' }, lenses),
    vscode.languages.registerHoverProvider({ scheme: 'file' }, new CostHover(annotator, engine.face())),
    vscode.window.registerCustomEditorProvider('linecost.profile', profileEditor, editorOptions),
    vscode.window.registerCustomEditorProvider('linecost.anyProfile', profileEditor, editorOptions),
    ...registerCommands({ session, runs, sources, results, output, panel, hotLines, memento, options }),
  );
  // After activation: reading the last run back must not hold up the window.
  setImmediate(() => void runs.restore());
}
