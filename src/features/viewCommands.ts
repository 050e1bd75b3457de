import * as vscode from 'vscode';
import type { LineCosts } from '../editor/columns/columnsOnDemand';
import type { TabId } from '../pages/protocol/profilePage';
import type { LoadedCaptures } from '../captures/loaded/loadedCaptures';
import type { Session } from '../captures/session';
import type { Engine } from '../engine/client';
import type { ProfilePanel } from '../pages/profile/profilePanel';
import type { HotLinesView } from '../views/hotLines/hotLinesView';
import type { HotRow } from '../views/hotLines/hotLinesText';
import { OPEN_FRAME_COMMAND } from '../ui/commandLink';
import { tickStep } from '../ui/walkthrough';
import type { ColumnStyles } from '../captures/loaded/columnStyles';
import type { FigureForms } from '../captures/loaded/figureForms';
import type { Output } from '../ui/output';
import type { Refining } from '../captures/loaded/refining';
import type { Sources } from '../documents/sources';

/** The functions of commands, by command id. */
export type Commands = Record<string, (...args: never[]) => unknown>;

/** The parts of the extension that commands about a shown profile use. */
export interface ViewParts {
  readonly extensionUri: vscode.Uri;
  readonly session: Session;
  readonly engine: Engine;
  readonly captures: LoadedCaptures;
  readonly sources: Sources;
  readonly lineCosts: LineCosts;
  readonly panel: ProfilePanel;
  readonly hotLines: HotLinesView;
  readonly figureForms: FigureForms;
  readonly styles: ColumnStyles;
  readonly refining: Refining;
  readonly output: Output;
  /** Whether captures can be stored. */
  readonly hasDisk: boolean;
}

/** The commands about a shown profile. They need neither programs nor a disk, so browsers have them too. */
export function viewCommands(parts: ViewParts): Commands {
  const { session, sources, output, panel, hotLines } = parts;

  /** A tab takes the focus if it is shown from the palette or by a key, but not by a click in the editor. */
  const showTab = (tab: TabId) => (uri?: unknown) => panel.show(tab, uri === undefined);
  const nextType = async (step: 1 | -1) => (await import('./show/nextSampleType')).showNextSampleType(session, step);
  const switchType = async () => (await import('./show/statusMenu')).switchSampleType(parts);

  return {
    // The editor says so if the file is not a profile.
    'linecost.openAsProfile': async (file?: vscode.Uri) => file && (await import('./open/pickProfileFile')).openProfileFile(file),
    'linecost.openGoroutines': async () => (await import('./goroutines/openGoroutines')).openGoroutines(parts),
    'linecost.openGoroutinesInEditor': async () =>
      (await import('./goroutines/openGoroutines')).openGoroutines(parts, 'editor'),
    'linecost.openGoroutinesInTerminal': async () =>
      (await import('./goroutines/openGoroutines')).openGoroutines(parts, 'terminal'),
    'linecost.compareGoroutines': async () => (await import('./goroutines/openGoroutines')).compareGoroutines(parts),
    'linecost.openRuntimeLog': async () => (await import('./runtimeLog/openRuntimeLog')).openRuntimeLog(parts),
    'linecost.openRuntimeLogInEditor': async () =>
      (await import('./runtimeLog/openRuntimeLog')).openRuntimeLog(parts, 'editor'),
    'linecost.openRuntimeLogInTerminal': async () =>
      (await import('./runtimeLog/openRuntimeLog')).openRuntimeLog(parts, 'terminal'),
    'linecost.openGuide': async (place?: string) =>
      (await import('./start/openGuide')).openGuide(parts.extensionUri, place),
    'linecost.openProfile': async () => (await import('./open/pickProfileFile')).openProfileFile(),
    'linecost.showFlameGraph': (uri?: unknown) => {
      if (session.active) tickStep('flame');
      showTab('flame')(uri);
    },
    'linecost.showLineInFlameGraph': async (place?: unknown, line?: unknown) =>
      (await import('./show/showLine')).showLineInFlameGraph(parts, place, line),
    'linecost.showTop': showTab('top'),
    'linecost.showGraph': showTab('graph'),
    'linecost.showPeek': async (uri?: unknown) =>
      panel.show('peek', uri === undefined, (await import('./show/functionAtCursor')).functionAtCursor(parts.lineCosts)),
    'linecost.exportFlameGraph': () => panel.exportSvg(),
    'linecost.switchSampleType': switchType,
    // The name in version 0.1.0, to which users may have bound a key.
    'linecost.switchProfile': switchType,
    'linecost.nextSampleType': () => nextType(1),
    'linecost.previousSampleType': () => nextType(-1),
    'linecost.switchPartOfRun': async () => (await import('./show/switchPartOfRun')).switchPartOfRun(session),
    'linecost.nextFigures': () => parts.figureForms.next(),
    'linecost.toggleCosts': () => parts.styles.toggle(),
    'linecost.toggleWordWrap': async (isOn: boolean) =>
      (await import('./show/statusMenu')).toggleWordWrap(isOn, parts.styles),
    'linecost.showOutput': () => output.show(),
    'linecost.refine': async () => (await import('./refine/refineProfile')).refine(parts),
    'linecost.chooseLabels': async () => (await import('./refine/refineProfile')).chooseLabels(parts),
    'linecost.applyRefinement': async () => (await import('./refine/refineProfile')).applySaved(parts),
    'linecost.clearRefinement': () => parts.refining.apply({}),
    'linecost.openHotLine': (row: HotRow) => hotLines.with((lines) => lines.open(row)),
    'linecost.nextHotLine': () => hotLines.with((lines) => lines.step(1)),
    'linecost.previousHotLine': () => hotLines.with((lines) => lines.step(-1)),
    'linecost.goToHottestLine': (scope?: unknown) => hotLines.with((lines) => {
      return scope === 'workspace' ? lines.openHottestOfWorkspace() : lines.openHottest();
    }),
    'linecost.chooseHotLines': () => hotLines.with((lines) => lines.ask()),
    'linecost.hotLinesByCharged': () => hotLines.with((lines) => lines.orderBy('charged')),
    'linecost.hotLinesByFlat': () => hotLines.with((lines) => lines.orderBy('flat')),
    'linecost.hotLinesByCum': () => hotLines.with((lines) => lines.orderBy('cum')),
    'linecost.hotLinesOfWorkspace': () => hotLines.with((lines) => lines.showScope('workspace')),
    'linecost.hotLinesEverywhere': () => hotLines.with((lines) => lines.showScope('everywhere')),
    'linecost.locateSource': (name?: unknown) => {
      return session.active && sources.locateOneOf(session.active, typeof name === 'string' ? name : undefined);
    },
    'linecost.forgetSources': () => sources.forgetLocated(),
    'linecost.howSure': async (...args: readonly unknown[]) => (await import('./show/howSure')).howSure(args),
    [OPEN_FRAME_COMMAND]: async (file: string, line: number) => {
      if (session.active) await sources.open(session.active, { function: '', file, line });
    },
  };
}

/** Registers commands. Shows the user the errors that they throw. */
export function registered(commands: Commands, showFailure: (error: unknown) => unknown): vscode.Disposable[] {
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, async (...args: never[]) => {
      try {
        const answer = await act(...args);
        // Only booleans are used by other commands; VS Code cannot serialize every other result.
        return typeof answer === 'boolean' ? answer : undefined;
      } catch (error) {
        await showFailure(error);
      }
    }),
  );
}
