import * as vscode from 'vscode';
import type { CaptureStorage } from '../captures/loaded/captureStorage';
import { FigureForms } from '../captures/loaded/figureForms';
import { LoadedCaptures } from '../captures/loaded/loadedCaptures';
import { Refining } from '../captures/loaded/refining';
import { RememberedSession } from '../captures/loaded/rememberedSession';
import type { ReadTrace } from '../captures/loaded/traceFiles';
import type { TimeSpan } from '../captures/disk/captureStore';
import type { Capture } from '../captures/loadedCapture';
import { Session } from '../captures/session';
import { type SourceHost, Sources } from '../documents/sources';
import { ColumnsOnDemand } from '../editor/columns/columnsOnDemand';
import type { FindProfileFiles } from '../editor/columns/costQuestions';
import { hoverOnDemand } from '../editor/hover/hoverOnDemand';
import { Engine, type WorkerLike } from '../engine/client';
import type { Layouts } from '../engine/graphvizClient';
import { latestOnly } from '../engine/latestOnly';
import { FileEditors } from '../pages/profile/fileEditors';
import { type OwnPageOptions, pageOnDemand } from '../pages/profile/pageOnDemand';
import { profileEditorOnDemand, profileFiles, registerProfileEditor } from '../pages/profile/profileEditorOnDemand';
import type { PageNotice } from '../pages/profile/profilePage';
import { type MakePage, ProfilePanel } from '../pages/profile/profilePanel';
import { onIgnored } from '../profile/common/ignored';
import { chipsOf } from '../profile/text/chipText';
import { ColumnStyles } from '../captures/loaded/columnStyles';
import { inBackground, onBackgroundFailure } from '../ui/inBackground';
import { warn } from '../ui/loggedMessage';
import { onceLoaded } from '../ui/onceLoaded';
import { Output } from '../ui/output';
import { memoryLimit, onMemoryLimit } from '../ui/settings/memoryLimit';
import { HotLinesView } from '../views/hotLines/hotLinesView';
import { ProfilesView } from '../views/profiles/profilesView';
import { statusOnDemand } from '../views/status/statusOnDemand';

/** What a desktop and a browser do in different ways. */
export interface Place {
  startWorker(): WorkerLike;
  startGraphviz(): ReturnType<ConstructorParameters<typeof Layouts>[0]>;
  readonly captures: CaptureStorage;
  readonly sources: SourceHost;
  /** The notice of a panel without a profile. */
  emptyNotice(): Promise<PageNotice>;
  /** Turns `-normalize` of the comparison on or off; reports a failure to the user. */
  normalize(isOn: boolean): Promise<void>;
  /** The folder that the dialog for pictures proposes. */
  readonly home?: string;
  /** Called before captures are restored. */
  restoreFirst?(): Promise<unknown>;
  /** Reads execution traces; unset where no go command runs. */
  readonly readTrace?: ReadTrace;
  /** Opens a file of another program in another editor. Resolves to false if it may be a profile. */
  openInOtherEditor(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<boolean>;
  /** The documents with hovers. */
  readonly hovered: vscode.DocumentSelector;
}

export type Core = ReturnType<typeof createCore>;

/** Creates and registers what the extension does everywhere: it shows the costs of profiles. */
export function createCore(context: vscode.ExtensionContext, place: Place) {
  const { extensionUri, globalState, subscriptions, workspaceState: memento } = context;
  const engine = new Engine(() => place.startWorker(), { memoryBytes: memoryLimit() });
  const session = new Session(engine);
  const figureForms = new FigureForms(session);
  const explainWordWrap = async () => (await import('../captures/loaded/columnStyles')).explainWordWrap(globalState);
  const styles = new ColumnStyles(session, () => inBackground(explainWordWrap()));
  const refining = new Refining(session, engine, memento);
  const output = new Output();
  const columns = new ColumnsOnDemand(session, async () => {
    const { makeColumns } = await import('../editor/columns/makeColumns');
    const findFiles: FindProfileFiles = (active, document) => sources.filesOf(active, document);
    return makeColumns({ session, engine, styles, findFiles, say: (message) => warn(message, output) });
  });
  const sources: Sources = new Sources(engine, memento, columns.lineNow, place.sources);
  const prepareToDraw = () => {
    sources.prepare();
    columns.prepare();
  };
  const remembered = new RememberedSession(memento);
  const loading = [place.captures, prepareToDraw, sources, place.readTrace] as const;
  const captures = new LoadedCaptures(engine, session, remembered, ...loading);
  const reportFailure = async (error: unknown) => (await import('../ui/failureMessage')).reportFailure(error, output);

  const pages = onceLoaded(async () => {
    const [{ Layouts }, { RememberedFlameStarts }, { ProfilePage }, { saveSvg }, emptyNotice] = await Promise.all([
      import('../engine/graphvizClient'),
      import('../captures/loaded/rememberedFlameStarts'),
      import('../pages/profile/profilePage'),
      import('../ui/saveSvg'),
      place.emptyNotice(),
    ]);
    const layouts = new Layouts(() => place.startGraphviz());
    subscriptions.push(layouts);
    const services = {
      starts: new RememberedFlameStarts(memento),
      emptyNotice,
      normalize: (isOn: boolean) => place.normalize(isOn),
      figures: async (capture: Capture) => (await captures.programFigures()).of(capture),
      chooseTime: (time: TimeSpan | undefined, against?: TimeSpan) => captures.chooseTime(time, against),
      saveSvg: (name: string, svg: string) => saveSvg(name, svg, place.home),
      showFailure: (error: unknown) => inBackground(reportFailure(error)),
    };
    const distribution = vscode.Uri.joinPath(extensionUri, 'dist');
    const shared = { engine, layouts, refining, sources, distribution, services };
    return (own: OwnPageOptions) => new ProfilePage({ ...own, ...shared });
  });
  const makePage: MakePage = (webviewPanel, subject) => pageOnDemand(pages, { panel: webviewPanel, subject });
  const restoreOnce = async () => {
    await place.restoreFirst?.();
    await captures.restore();
  };
  const editors = new FileEditors();
  const panel = new ProfilePanel(session, makePage, vscode.Uri.joinPath(extensionUri, 'media'), restoreOnce, editors);
  const hotLines = new HotLinesView(session, sources, async (tree) => {
    const { HotLines } = await import('../views/hotLines/hotLines');
    return new HotLines(session, engine, sources, tree, output);
  });
  const { openInOtherEditor } = place;
  const files = profileFiles({ session, captures, panel, hotLines, restoreOnce, editors, openInOtherEditor });
  const profileEditor = profileEditorOnDemand(async (filesAtStart) => {
    const { ProfileEditor } = await import('../pages/profile/profileEditor');
    return new ProfileEditor(files, makePage, filesAtStart);
  });
  const hover = hoverOnDemand(columns, styles, async () => {
    const { CostHover } = await import('../editor/hover/hover');
    return new CostHover(columns, latestOnly(engine), engine, globalState);
  });

  subscriptions.push(
    { dispose: () => engine.dispose() },
    output,
    onBackgroundFailure(reportFailure),
    onIgnored((text) => output.debug(text)),
    sources,
    captures,
    refining,
    columns,
    panel,
    figureForms,
    styles,
    statusOnDemand(session, () => session.active !== undefined || session.baseline !== undefined, async () => {
      const { CaptureStatus } = await import('../views/status/captureStatus');
      return new CaptureStatus(session, styles, engine);
    }),
    new ProfilesView(session, captures, async () => {
      const { ProfilesRows } = await import('../views/profiles/profilesRows');
      return new ProfilesRows(session, captures);
    }),
    hotLines,
    statusOnDemand(session, () => session.active !== undefined, async () => {
      const { FileBadges } = await import('../views/explorer/fileBadges');
      return new FileBadges(session, engine, sources);
    }),
    sources.onDidChange(() => columns.refresh()),
    onMemoryLimit((bytes) => engine.limitMemory(bytes)),
    session.onDidChange(() => {
      const types = session.active?.profile.summary.sampleTypes ?? [];
      setContext('linecost.active', session.active !== undefined);
      setContext('linecost.trace', session.active?.capture.profiles.some(({ label }) => label === 'scheduler') ?? false);
      setContext('linecost.partsOfRun', session.active?.capture.profiles.some(({ time }) => time) ?? false);
      setContext('linecost.cpu', types.some(({ type }) => type === 'cpu'));
      setContext('linecost.baseline', session.baseline !== undefined);
      setContext('linecost.refined', chipsOf(session.refinement).length > 0);
    }),
    // The hover answers only in documents with costs.
    vscode.languages.registerHoverProvider(place.hovered, hover),
    ...registerProfileEditor(profileEditor),
  );
  if (chipsOf(session.refinement).length > 0) setContext('linecost.refined', true);
  const shown = { panel, hotLines, lineCosts: columns, figureForms, styles, output };
  return { engine, session, sources, refining, captures, remembered, columns, restoreOnce, reportFailure, ...shown };
}

export function setContext(key: string, value: boolean): void {
  inBackground(vscode.commands.executeCommand('setContext', key, value));
}
