import * as vscode from 'vscode';
import { openProfileFileEditor } from '../captures/loaded/profileFileEditor';
import { BrowserWorker } from '../engine/browser/browserWorker';
import { registered, viewCommands } from '../features/viewCommands';
import { EMPTY_NOTICE_IN_BROWSER } from '../pages/profile/emptyNotices';
import { inBackground } from '../ui/inBackground';
import type { ProfilesNode } from '../views/profiles/profilesNodes';
import { GraphvizWorker } from './browserGraphviz';
import { workspaceSources } from './browserSources';
import { createCore, setContext } from './core';
import { commandsNotInBrowser, noCaptures } from './notInBrowser';

/**
 * Creates and registers the parts of the extension that work in a browser. Queries are answered on this thread, and
 * there are neither programs nor captures: profiles are files that the user opens.
 */
export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri } = context;
  const core = createCore(context, {
    startWorker: () => new BrowserWorker(async (subject) => {
      return subject === 'goroutines'
        ? new (await import('../engine/goroutineAnswers')).GoroutineAnswers()
        : new (await import('../engine/runtimeLogAnswers')).RuntimeLogAnswers();
    }),
    startGraphviz: () => new GraphvizWorker(vscode.Uri.joinPath(extensionUri, 'dist', 'graphvizThread.js')),
    captures: noCaptures,
    sources: workspaceSources,
    emptyNotice: async () => EMPTY_NOTICE_IN_BROWSER,
    // There is no baseline to normalize.
    normalize: async () => undefined,
    // A file that is not a profile stays in its tab, which says so and offers other editors.
    openInOtherEditor: async () => false,
    hovered: '*',
  });
  const commands = {
    ...commandsNotInBrowser(),
    ...viewCommands({ extensionUri, ...core, hasDisk: false }),
    'linecost.clear': () => core.session.clear(),
    'linecost.openCapture': async (node: ProfilesNode) => {
      // A row of another kind is a capture, and a browser has none.
      if (node.kind === 'file') await openProfileFileEditor(vscode.Uri.parse(node.capture.id));
    },
  };
  context.subscriptions.push(...registered(commands, core.reportFailure));
  // Hides the commands that notInBrowser.ts lists.
  setContext('linecost.inBrowser', true);
  inBackground(core.restoreOnce());
}
