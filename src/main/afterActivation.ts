import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { removeLeftoversAtStart } from '../captures/loaded/leftoversAtStart';
import type { CommandParts } from '../features/commandParts';
import { productionHover } from '../features/fleet/production/productionHover';
import { hasSources } from '../features/targets/sourcesKey';
import { ignored } from '../profile/common/ignored';
import { inBackground } from '../ui/inBackground';
import { signalOf } from '../ui/signalOf';
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

/** What a hover says on the line that declares a function. */
type DeclarationHover = (
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
) => Promise<vscode.Hover | undefined>;

/** In a trusted workspace, since the links of such hovers run programs or ask servers. */
function hoverOfDeclarations(provide: DeclarationHover): vscode.Disposable {
  return vscode.languages.registerHoverProvider({ language: 'go', scheme: 'file' }, {
    provideHover: async (document, position, token) => {
      const isDeclared = DECLARATION.test(document.lineAt(position.line).text);
      return isDeclared && vscode.workspace.isTrusted ? provide(document, position, token) : undefined;
    },
  });
}

function hoverOfProduction({ memento, production }: CommandParts): vscode.Disposable {
  return hoverOfDeclarations(async (document, position) => {
    return hasSources(memento) ? productionHover(await production(), document, position) : undefined;
  });
}

/** Where the function has no costs. */
function hoverOfBenchmarks({ lineCosts }: CommandParts): vscode.Disposable {
  return hoverOfDeclarations(async (document, { line }, token) => {
    if (lineCosts.lineAt(document, line + 1) ?? lineCosts.functionAt(document, line + 1)) return undefined;
    const { callingHover } = await import('../features/profile/callingHover');
    const hover = callingHover(document.uri, line + 1, signalOf(token));
    return hover.catch(ignored('a function has no hover of its benchmarks'));
  });
}
