import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { removeLeftoversAtStart } from '../captures/loaded/leftoversAtStart';
import type { CommandParts } from '../features/commandParts';
import { productionHover } from '../features/fleet/production/productionHover';
import { hasSources } from '../features/targets/sourcesKey';
import { ignored } from '../profile/common/ignored';
import { inBackground } from '../ui/inBackground';
import { watchSettings } from '../ui/settings/settingsWatch';

const DECLARATION = /^func\s/;

interface StartedParts extends CommandParts {
  /** The settings of package.json. */
  readonly properties: Parameters<typeof watchSettings>[0];
}

/** What a window on a desktop does once it is usable. */
export function afterActivation(parts: StartedParts): void {
  const { memento, globalMemento, subscriptions, worktreeNotes, properties, output } = parts;
  const tellUnusable = async () =>
    (await import('../ui/settings/unusableSettings')).tellUnusableSettings(properties, output);
  const offerServices = async (): Promise<void> => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const hasFile = folder && (await access(join(folder.uri.fsPath, '.vscode', 'linecost.json')).then(() => true, () => false));
    if (hasFile) await (await import('../features/targets/shareServices')).offerImport(parts);
  };
  inBackground(offerServices());
  subscriptions.push(
    removeLeftoversAtStart(worktreeNotes),
    watchSettings(properties, () => inBackground(tellUnusable())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => inBackground(offerServices())),
    hoverOfProduction(parts),
    hoverOfBenchmarks(parts),
  );
  if (globalMemento.get('linecost.openingSample')) {
    inBackground(import('../features/start/openSample').then((loaded) => loaded.continueInSample(globalMemento)));
  }
  if (memento.get('linecost.watched')) inBackground(vscode.commands.executeCommand('linecost.goOnWatching'));
  // Earlier versions stored addresses with passwords; list() stores them without.
  if (memento.get('linecost.recentTargets')) {
    inBackground(
      import('../features/fetch/recentAddresses').then(({ RecentAddresses }) => new RecentAddresses(memento).list()),
    );
  }
}

function hoverOfProduction({ memento, production }: CommandParts): vscode.Disposable {
  return vscode.languages.registerHoverProvider({ language: 'go', scheme: 'file' }, {
    provideHover: async (document, position) => {
      if (!hasSources(memento) || !vscode.workspace.isTrusted) return undefined;
      return productionHover(await production(), document, position);
    },
  });
}

/** On a line that declares a function and has no costs. */
function hoverOfBenchmarks({ lineCosts }: CommandParts): vscode.Disposable {
  return vscode.languages.registerHoverProvider({ language: 'go', scheme: 'file' }, {
    provideHover: async (document, { line }, token) => {
      if (!DECLARATION.test(document.lineAt(line).text) || !vscode.workspace.isTrusted) return undefined;
      if (lineCosts.lineAt(document, line + 1) ?? lineCosts.functionAt(document, line + 1)) return undefined;
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const { callingHover } = await import('../features/profile/callingHover');
      return callingHover(document.uri, line + 1, controller.signal).catch(ignored('a function has no hover of its benchmarks'));
    },
  });
}
