import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type * as threads from 'node:worker_threads';
import * as vscode from 'vscode';
import { registerCommands } from '../features/register';
import type { FindProfileFiles } from '../editor/columns/costQuestions';
import { ColumnsOnDemand } from '../editor/columns/columnsOnDemand';
import { hoverOnDemand } from '../editor/hover/hoverOnDemand';
import { LensProvider } from '../editor/lenses/lensProvider';
import { Engine, type WorkerLike } from '../engine/client';
import { latestOnly } from '../engine/latestOnly';
import { Session } from '../captures/session';
import { comparisonStatusOnDemand } from '../views/status/comparisonStatusOnDemand';
import { RefineStatus } from '../views/status/refineStatus';
import { FigureStatus } from '../views/status/figureStatus';
import { FileEditors } from '../pages/profile/fileEditors';
import { ProfilePanel, type MakePage } from '../pages/profile/profilePanel';
import { HotLinesView } from '../views/hotLines/hotLinesView';
import { type OwnPageOptions, pageOnDemand } from '../pages/profile/pageOnDemand';
import { profileEditorOnDemand, profileFiles, registerProfileEditor } from '../pages/profile/profileEditorOnDemand';
import { ProfilesView } from '../views/profiles/profilesView';
import { ProfileStatus } from '../views/status/profileStatus';
import { capturesOnDisk } from '../captures/loaded/captureStorage';
import { RememberedSession } from '../captures/loaded/rememberedSession';
import { profilesOpenedAsText } from '../captures/loaded/profilesOpenedAsText';
import { ColumnStyles } from '../styles/columnStyles';
import { FigureForms } from '../captures/loaded/figureForms';
import { removeLeftoversAtStart } from '../captures/loaded/leftoversAtStart';
import { ignored, onIgnored } from '../profile/common/ignored';
import { inBackground, onBackgroundFailure } from '../ui/inBackground';
import { onceLoaded } from '../ui/onceLoaded';
import { Output } from '../ui/output';
import { MeasuredBenchmarks } from '../captures/loaded/measuredBenchmarks';
import { warn } from '../ui/loggedMessage';
import { LatestResults } from '../captures/loaded/latestResults';
import { Refining } from '../captures/loaded/refining';
import { LoadedCaptures } from '../captures/loaded/loadedCaptures';
import { memoryLimit, onMemoryLimit } from '../ui/settings/memoryLimit';
import { sharedStorage } from '../captures/loaded/sharedStorage';
import { watchSettings } from '../ui/settings/settingsWatch';
import { type MakeResolver, Sources } from '../documents/sources';
import { protectedProgramIds } from '../captures/loaded/protectedPrograms';

/** Creates the parts of the extension and registers them. */
export function activate(context: vscode.ExtensionContext): void {
  const distribution = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const memento = context.workspaceState;
  const startWorker = () => startThread(join(distribution.fsPath, 'worker.js')) as unknown as WorkerLike;
  const engine = new Engine(startWorker, { memoryBytes: memoryLimit() });
  const session = new Session(engine);
  const figureForms = new FigureForms(session);
  const explainWordWrap = async () => (await import('../styles/columnStyles')).explainWordWrap(context.globalState);
  const styles = new ColumnStyles(session, () => inBackground(explainWordWrap()));
  const refining = new Refining(session, engine, memento);
  const output = new Output();
  const results = new LatestResults(memento);
  const outside = onceLoaded(async () => new (await import('../documents/outsideFiles')).OutsideFiles());
  const resolver: MakeResolver = async (own) => (await import('../documents/workspaceResolver')).workspaceResolver(own);
  const columns = new ColumnsOnDemand(session, async () => {
    const { makeColumns } = await import('../editor/columns/columns');
    const findFiles: FindProfileFiles = (active, document) => sources.filesOf(active, document);
    return makeColumns({ session, engine, styles, findFiles, say: (message) => warn(message, output) });
  });
  const sources: Sources = new Sources(engine, memento, columns.lineNow, { outside, resolver });
  const prepareToDraw = () => {
    sources.prepare();
    columns.prepare();
  };
  const remembered = new RememberedSession(memento);
  const storage = context.storageUri ?? context.globalStorageUri;
  const shared = sharedStorage(storage.fsPath);
  const programs = onceLoaded(async () => {
    const { Programs } = await import('../captures/disk/programs');
    return new Programs(join(shared.folder, 'programs'), shared.others.map((other) => join(other, 'programs')));
  });
  const tellUnsaved = async (reason: unknown) =>
    (await import('../captures/loaded/unsavedCaptures')).tellUnsaved(reason, captures, output);
  const onUnsaved = (reason: unknown) => inBackground(tellUnsaved(reason));
  const disk = capturesOnDisk(shared, onUnsaved);
  const captures: LoadedCaptures = new LoadedCaptures(engine, session, remembered, disk, prepareToDraw, sources);
  const baselines = onceLoaded(async () => {
    const { Baselines } = await import('../captures/loaded/baselines');
    return new Baselines(engine, session, captures, sources, remembered);
  });
  const measured = new MeasuredBenchmarks(captures, programs, () => import('../captures/shownVerdict'));
  const lenses = new LensProvider(results, columns.onDidRedraw, session, measured);
  const normalize = (isOn: boolean) => {
    const changed = baselines().then((loaded) => loaded.change({ normalize: isOn }));
    return changed.catch((error: Error) => warn(error.message, output));
  };
  const reportFailure = async (error: unknown) => (await import('../ui/failureMessage')).reportFailure(error, output);
  const showFailure = (error: unknown) => inBackground(reportFailure(error));
  const saveSvg = async (name: string, svg: string) => (await import('../ui/saveSvg')).saveSvg(name, svg, homedir());
  const pages = onceLoaded(async () => {
    const [{ Layouts }, { RememberedFlameStarts }, { EMPTY_NOTICE: emptyNotice }, { ProfilePage }] = await Promise.all([
      import('../engine/graphvizClient'),
      import('../captures/loaded/rememberedFlameStarts'),
      import('../pages/profile/emptyNotices'),
      import('../pages/profile/profilePage'),
    ]);
    const layouts = new Layouts(() => startThread(join(distribution.fsPath, 'graphvizThread.js')));
    context.subscriptions.push(layouts);
    const services = { starts: new RememberedFlameStarts(memento), emptyNotice, normalize, saveSvg, showFailure };
    const shared = { engine, layouts, refining, sources, distribution, services };
    return (own: OwnPageOptions) => new ProfilePage({ ...own, ...shared });
  });
  const makePage: MakePage = (webviewPanel, subject) => pageOnDemand(pages, { panel: webviewPanel, subject });
  const restoreOnce = async () => {
    if (remembered.baselines.length > 0) await baselines().then((loaded) => loaded.restore(), ignored('baselines are not restored'));
    await captures.restore();
  };
  const editors = new FileEditors();
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  const panel = new ProfilePanel(session, makePage, media, restoreOnce, editors);
  const hotLines = new HotLinesView(session, sources, async (tree) => {
    const { HotLines } = await import('../views/hotLines/hotLines');
    return new HotLines(session, engine, sources, tree, output);
  });
  const openInOtherEditor = async (uri: vscode.Uri, webviewPanel: vscode.WebviewPanel) =>
    (await import('../pages/profile/openInOtherEditor')).openInOtherEditor(uri, webviewPanel);
  const files = profileFiles({ session, captures, panel, hotLines, restoreOnce, editors, openInOtherEditor });
  const profileEditor = profileEditorOnDemand(async (filesAtStart) => {
    const { ProfileEditor } = await import('../pages/profile/profileEditor');
    return new ProfileEditor(files, makePage, filesAtStart);
  });
  const hover = hoverOnDemand(columns, styles, async () => {
    const { CostHover } = await import('../editor/hover/hover');
    return new CostHover(columns, latestOnly(engine), engine);
  });

  context.subscriptions.push(
    { dispose: () => engine.dispose() },
    output,
    onBackgroundFailure(reportFailure),
    onIgnored((text) => output.debug(text)),
    sources,
    captures,
    refining,
    columns,
    measured,
    lenses,
    panel,
    figureForms,
    styles,
    new ProfileStatus(session, styles),
    new FigureStatus(session),
    comparisonStatusOnDemand(session, async () => new (await import('../views/status/comparisonStatus')).ComparisonStatus(session, engine)),
    new RefineStatus(session),
    new ProfilesView(session, captures, async () => new (await import('../views/profiles/profilesRows')).ProfilesRows(session, captures)),
    hotLines,
    sources.onDidChange(() => columns.refresh()),
    onMemoryLimit((bytes) => engine.limitMemory(bytes)),
    session.onDidChange(() => {
      const types = session.active?.profile.summary.sampleTypes ?? [];
      const isCpu = types.some(({ type }) => type === 'cpu');
      setContext('linecost.active', !!session.active);
      setContext('linecost.cpu', isCpu);
      setContext('linecost.baseline', !!session.baseline);
    }),
    vscode.languages.registerCodeLensProvider({ language: 'go', pattern: '**/*_test.go' }, lenses),
    vscode.languages.registerHoverProvider({ scheme: 'file' }, hover),
    ...registerProfileEditor(profileEditor),
  );
  const worktreeNotes = join(shared.folder, 'worktrees');
  const { extensionUri, secrets, globalState: globalMemento, subscriptions } = context;
  const stored = { memento, globalMemento, secrets, storage, worktreeNotes };
  const profiles = { session, engine, captures, programs, baselines, refining, sources, results };
  const display = { panel, hotLines, lineCosts: columns, figureForms, styles, output };
  const parts = { extensionUri, subscriptions, ...stored, ...profiles, ...display };
  subscriptions.push(...registerCommands(parts));
  // After activation, because restoring the last capture must not delay the window.
  setImmediate(() => {
    inBackground(restoreOnce());
    inBackground(captures.records().then((records) => results.restore(records)));
    const protectedIds = protectedProgramIds(captures, remembered.baselines.map(({ id }) => id));
    inBackground(programs().then(async (all) => all.start(await protectedIds)).then(() => measured.refresh()));
    subscriptions.push(removeLeftoversAtStart(worktreeNotes));
    const { properties } = context.extension.packageJSON.contributes.configuration;
    const tellUnusable = async () =>
      (await import('../ui/settings/unusableSettings')).tellUnusableSettings(properties, output);
    subscriptions.push(watchSettings(properties, () => inBackground(tellUnusable())));
    if (globalMemento.get('linecost.openingSample')) {
      inBackground(import('../features/start/openSample').then((loaded) => loaded.continueInSample(globalMemento)));
    }
    // Earlier versions stored addresses with passwords; list() stores them without.
    if (memento.get('linecost.recentTargets')) {
      inBackground(
        import('../features/fetch/recentAddresses').then(({ RecentAddresses }) => new RecentAddresses(memento).list()),
      );
    }
  });
  if (profilesOpenedAsText().length > 0) {
    inBackground(import('../features/open/reopenAsFlameGraph').then(({ reopenAsFlameGraph }) => reopenAsFlameGraph()));
  }
}

function setContext(key: string, value: boolean): void {
  inBackground(vscode.commands.executeCommand('setContext', key, value));
}

/** Loads the module of threads with the first one, because loading it takes a tenth of the activation. */
function startThread(file: string): threads.Worker {
  const { Worker } = createRequire(__filename)('node:worker_threads') as typeof threads;
  // Otherwise, it creates this process's streams, which takes a tenth of the time that a profile blocks the thread for.
  return new Worker(file, { stdout: true, stderr: true });
}
