import * as vscode from 'vscode';
import { registered, viewCommands } from '../features/viewCommands';
import type { FindProfileFiles } from '../editor/columns/costQuestions';
import { makeColumns } from '../editor/columns/columns';
import { CostHover } from '../editor/hover/hover';
import { hoverOnDemand } from '../editor/hover/hoverOnDemand';
import { BrowserWorker } from '../engine/browser/browserWorker';
import { Engine } from '../engine/client';
import { Layouts } from '../engine/graphvizClient';
import { latestOnly } from '../engine/latestOnly';
import { Session } from '../captures/session';
import { EMPTY_NOTICE_IN_BROWSER } from '../pages/profile/emptyNotices';
import { FigureStatus } from '../views/status/figureStatus';
import { FileEditors } from '../pages/profile/fileEditors';
import { type MakePage, ProfilePanel } from '../pages/profile/profilePanel';
import { HotLines } from '../views/hotLines/hotLines';
import { HotLinesView } from '../views/hotLines/hotLinesView';
import { ProfileEditor } from '../pages/profile/profileEditor';
import { profileEditorOnDemand, profileFiles, registerProfileEditor } from '../pages/profile/profileEditorOnDemand';
import { ProfilePage } from '../pages/profile/profilePage';
import type { ProfilesNode } from '../views/profiles/profilesNodes';
import { ProfilesRows } from '../views/profiles/profilesRows';
import { ProfilesView } from '../views/profiles/profilesView';
import { ProfileStatus } from '../views/status/profileStatus';
import { RefineStatus } from '../views/status/refineStatus';
import { ColumnStyles, explainWordWrap } from '../styles/columnStyles';
import { reportFailure } from '../ui/failureMessage';
import { FigureForms } from '../captures/loaded/figureForms';
import { onIgnored } from '../profile/common/ignored';
import { inBackground, onBackgroundFailure } from '../ui/inBackground';
import { LoadedCaptures } from '../captures/loaded/loadedCaptures';
import { warn } from '../ui/loggedMessage';
import type { LineNow } from '../ui/openLocation';
import { Output } from '../ui/output';
import { openProfileFileEditor } from '../captures/loaded/profileFileEditor';
import { Refining } from '../captures/loaded/refining';
import { RememberedFlameStarts } from '../captures/loaded/rememberedFlameStarts';
import { RememberedSession } from '../captures/loaded/rememberedSession';
import { saveSvg } from '../ui/saveSvg';
import { memoryLimit, onMemoryLimit } from '../ui/settings/memoryLimit';
import { Sources } from '../documents/sources';
import { GraphvizWorker } from './browserGraphviz';
import { commandsNotInBrowser, noCaptures } from './notInBrowser';
import { workspaceSources } from './browserSources';

/**
 * Creates and registers the parts of the extension that work in a browser. Queries are answered on this thread, and
 * there are neither programs nor captures: profiles are files that the user opens.
 */
export function activate(context: vscode.ExtensionContext): void {
  const distribution = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const memento = context.workspaceState;
  const engine = new Engine(() => new BrowserWorker(), { memoryBytes: memoryLimit() });
  const layouts = new Layouts(() => new GraphvizWorker(vscode.Uri.joinPath(distribution, 'graphvizThread.js')));
  const session = new Session(engine);
  const figureForms = new FigureForms(session);
  const styles = new ColumnStyles(session, () => inBackground(explainWordWrap(context.globalState)));
  const refining = new Refining(session, engine, memento);
  const output = new Output();
  const findFiles: FindProfileFiles = (active, document) => sources.filesOf(active, document);
  const say = (message: string) => warn(message, output);
  const { annotator, lines } = makeColumns({ session, engine, styles, findFiles, say });
  const lineNow: LineNow = (document, line) => lines.of(document).map.placeOf(line);
  const sources: Sources = new Sources(engine, memento, lineNow, workspaceSources);
  const remembered = new RememberedSession(memento);
  const captures = new LoadedCaptures(engine, session, remembered, noCaptures, () => sources.prepare(), sources);
  const services = {
    starts: new RememberedFlameStarts(memento),
    emptyNotice: EMPTY_NOTICE_IN_BROWSER,
    // There is no baseline to normalize.
    normalize: async () => undefined,
    saveSvg: (name: string, svg: string) => saveSvg(name, svg),
    showFailure: (error: unknown) => inBackground(reportFailure(error, output)),
  };
  const makePage: MakePage = (webviewPanel, subject) =>
    new ProfilePage({ panel: webviewPanel, subject, engine, layouts, refining, sources, distribution, services });
  const restoreOnce = () => captures.restore();
  const editors = new FileEditors();
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const panel = new ProfilePanel(session, makePage, media, restoreOnce, editors);
  const hotLines = new HotLinesView(session, sources, async (tree) => {
    return new HotLines(session, engine, sources, tree, output);
  });
  // A file that is not a profile stays in its tab, which says so and offers other editors.
  const openInOtherEditor = async () => false;
  const files = profileFiles({ session, captures, panel, hotLines, restoreOnce, editors, openInOtherEditor });
  const profileEditor = profileEditorOnDemand(async (filesAtStart) => {
    return new ProfileEditor(files, makePage, filesAtStart);
  });
  const hover = hoverOnDemand(annotator, styles, async () => new CostHover(annotator, latestOnly(engine), engine));
  const display = { panel, hotLines, lineCosts: annotator, figureForms, styles, refining, output };
  const parts = { extensionUri: context.extensionUri, session, sources, ...display };
  const commands = {
    ...commandsNotInBrowser(),
    ...viewCommands(parts),
    'linecost.clear': () => session.clear(),
    'linecost.openCapture': async (node: ProfilesNode) => {
      // A row of another kind is a capture, and a browser has none.
      if (node.kind === 'file') await openProfileFileEditor(vscode.Uri.parse(node.capture.id));
    },
  };

  context.subscriptions.push(
    { dispose: () => engine.dispose() },
    layouts,
    output,
    onBackgroundFailure((error) => reportFailure(error, output)),
    onIgnored((text) => output.debug(text)),
    sources,
    captures,
    refining,
    lines,
    annotator,
    panel,
    figureForms,
    styles,
    new ProfileStatus(session, styles),
    new FigureStatus(session),
    new RefineStatus(session),
    new ProfilesView(session, captures, async () => new ProfilesRows(session, captures)),
    hotLines,
    sources.onDidChange(() => annotator.refresh()),
    onMemoryLimit((bytes) => engine.limitMemory(bytes)),
    session.onDidChange(() => {
      inBackground(vscode.commands.executeCommand('setContext', 'linecost.active', session.active !== undefined));
    }),
    // The hover answers only in documents with costs.
    vscode.languages.registerHoverProvider('*', hover),
    ...registerProfileEditor(profileEditor),
    ...registered(commands, (error) => reportFailure(error, output)),
  );
  // Hides the commands that commandsNotInBrowser.ts lists.
  inBackground(vscode.commands.executeCommand('setContext', 'linecost.inBrowser', true));
  inBackground(restoreOnce());
}
