import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type * as threads from 'node:worker_threads';
import * as vscode from 'vscode';
import { capturesOnDisk } from '../captures/loaded/captureStorage';
import { LatestResults } from '../captures/loaded/latestResults';
import { MeasuredBenchmarks } from '../captures/loaded/measuredBenchmarks';
import { profilesOpenedAsText } from '../captures/loaded/profilesOpenedAsText';
import { protectedProgramIds } from '../captures/loaded/protectedPrograms';
import { sharedStorage } from '../captures/loaded/sharedStorage';
import { LensProvider } from '../editor/lenses/lensProvider';
import { registerCommands } from '../features/register';
import { SavedTargets } from '../features/targets/savedTargets';
import { hasSources } from '../features/targets/sourcesKey';
import { ignored } from '../profile/common/ignored';
import { inBackground } from '../ui/inBackground';
import { warn } from '../ui/loggedMessage';
import { onceLoaded } from '../ui/onceLoaded';
import { ServicesView } from '../views/services/servicesView';
import { type Core, createCore } from './core';

/** Creates the parts of the extension and registers them. */
export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, secrets, globalState: globalMemento, subscriptions, workspaceState: memento } = context;
  const built = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
  const storage = context.storageUri ?? context.globalStorageUri;
  const shared = sharedStorage(storage.fsPath);
  const tellUnsaved = async (reason: unknown) =>
    (await import('../captures/loaded/unsavedCaptures')).tellUnsaved(reason, core.captures, core.output);
  const core: Core = createCore(context, {
    startWorker: () => startThread(join(built, 'worker.js')),
    startGraphviz: () => startThread(join(built, 'graphvizThread.js')),
    captures: capturesOnDisk(shared, (reason) => inBackground(tellUnsaved(reason))),
    sources: {
      outside: onceLoaded(async () => new (await import('../documents/outsideFiles')).OutsideFiles()),
      resolver: async (own) => (await import('../documents/workspaceResolver')).workspaceResolver(own),
    },
    emptyNotice: async () => (await import('../pages/profile/emptyNotices')).EMPTY_NOTICE,
    normalize: async (isOn) => {
      const changed = baselines().then((loaded) => loaded.change({ normalize: isOn }));
      await changed.catch((error: Error) => warn(error.message, core.output));
    },
    home: homedir(),
    restoreFirst: async () => {
      if (core.remembered.baselines.length === 0) return;
      await baselines().then((loaded) => loaded.restore(), ignored('baselines are not restored'));
    },
    readTrace: async (...read) => (await import('../captures/loaded/traceFiles')).readTrace(...read),
    openInOtherEditor: async (...opened) =>
      (await import('../pages/profile/openInOtherEditor')).openInOtherEditor(...opened),
    hovered: { scheme: 'file' },
  });
  const { engine, session, sources, captures, remembered } = core;
  const results = new LatestResults(memento);
  const programs = onceLoaded(async () => {
    const { Programs } = await import('../captures/disk/programs');
    return new Programs(join(shared.folder, 'programs'), shared.others.map((other) => join(other, 'programs')));
  });
  const baselines = onceLoaded(async () => {
    const { Baselines } = await import('../captures/loaded/baselines');
    return new Baselines(engine, session, captures, sources, remembered);
  });
  const measured = new MeasuredBenchmarks(captures, programs, () => import('../captures/shownVerdict'));
  const targets = new SavedTargets(memento, secrets);
  const stores = { areSaved: () => hasSources(memento), onDidChange: targets.onDidChange };
  const lenses = new LensProvider(results, core.columns.onDidRedraw, session, measured, engine, stores);
  const provided = vscode.languages.registerCodeLensProvider({ language: 'go', pattern: '**/*.go' }, lenses);
  const services = new ServicesView(targets, async () => {
    const [{ ServicesRows }, sources] = await Promise.all([import('../views/services/servicesRows'), targets.sources()]);
    return new ServicesRows(targets, sources);
  });
  subscriptions.push(measured, lenses, provided, targets, services);

  const worktreeNotes = join(shared.folder, 'worktrees');
  const production = onceLoaded(async () => {
    const { makeProduction } = await import('../features/fleet/production/makeProduction');
    const made = makeProduction({ ...core, targets, memento, storage });
    subscriptions.push(made);
    return made;
  });
  const stored = { memento, globalMemento, secrets, storage, worktreeNotes, targets, production };
  const parts = { extensionUri, subscriptions, ...stored, ...core, programs, baselines, results, hasDisk: true };
  subscriptions.push(...registerCommands(parts));
  // After activation, because restoring the last capture must not delay the window.
  setImmediate(() => {
    inBackground(core.restoreOnce());
    inBackground(captures.records().then((records) => results.restore(records)));
    const protectedIds = protectedProgramIds(captures, remembered.baselines.map(({ id }) => id));
    inBackground(programs().then(async (all) => all.start(await protectedIds)).then(() => measured.refresh()));
    const { properties } = context.extension.packageJSON.contributes.configuration;
    inBackground(import('./afterActivation').then((later) => later.afterActivation({ ...parts, properties })));
  });
  if (profilesOpenedAsText().length > 0) {
    inBackground(import('../features/open/reopenAsFlameGraph').then(({ reopenAsFlameGraph }) => reopenAsFlameGraph()));
  }
}

/** Loads the module of threads with the first one, because loading it takes a tenth of the activation. */
function startThread(file: string): threads.Worker {
  const { Worker } = createRequire(__filename)('node:worker_threads') as typeof threads;
  // Otherwise, it creates this process's streams, which takes a tenth of the time that a profile blocks the thread for.
  return new Worker(file, { stdout: true, stderr: true });
}
