import * as vscode from 'vscode';
import { OPEN_FRAME_COMMAND } from '../editor/hover';
import { resultTitle } from '../editor/lenses';
import { grouped } from '../editor/subResults';
import type { Session } from '../session';
import type { FlamePanel } from '../views/flamePanel';
import type { HotLinesView, HotRow } from '../views/hotLinesView';
import type { ProfilesNode } from '../views/profilesView';
import { switchProfile } from '../views/statusBar';
import { reportFailure } from '../workbench/report';
import { fetchLiveProfile } from './fetchProfile';
import { type CaptureNode, deleteCapture, exportCapture, openKept, renameCapture } from './keptProfiles';
import { OneAtATime } from './oneAtATime';
import { targetAtCursorOrPicked, targetNamed } from './pickTarget';
import { profileTarget, type ProfilingParts, type Target } from './profileTarget';
import { askOptions, type OptionMemory } from './runOptions';

export interface CommandParts extends Omit<ProfilingParts, 'measurements'> {
  readonly session: Session;
  readonly panel: FlamePanel;
  readonly hotLines: HotLinesView;
  readonly memento: vscode.Memento;
  readonly options: OptionMemory;
}

/** Every command of the extension, under its name; what one throws is told to the user. */
export function registerCommands(parts: CommandParts): vscode.Disposable[] {
  const { session, runs, sources, output, panel, results, hotLines } = parts;
  const measurements = new OneAtATime();

  const profile = async (target: Target | undefined, withOptions: boolean) => {
    if (!target) return;
    if (!vscode.workspace.isTrusted) throw new Error('Trust this workspace first: profiling runs its code.');
    measurements.check();
    const known = parts.options.of(target);
    const chosen = withOptions ? await askOptions(target, known) : known;
    if (!chosen) return;
    if (withOptions) await parts.options.keep(target, chosen);
    measurements.check();
    await profileTarget(target, chosen, { ...parts, measurements });
  };
  /** A lens names its benchmark; the palette and the context menu (which pass other things) mean the cursor's. */
  const benchmark = async (uri?: vscode.Uri, name?: unknown) =>
    uri && typeof name === 'string' ? targetNamed(uri, name) : targetAtCursorOrPicked(['benchmark']);

  const commands: Record<string, (...args: never[]) => unknown> = {
    'linecost.profileBenchmark': async (uri?: vscode.Uri, name?: unknown) => profile(await benchmark(uri, name), false),
    'linecost.profileBenchmarkWithOptions': async (uri?: vscode.Uri, name?: unknown) =>
      profile(await benchmark(uri, name), true),
    'linecost.profileTest': async () => profile(await targetAtCursorOrPicked(['test', 'example', 'fuzz']), true),
    'linecost.fetchProfile': () => fetchLiveProfile(parts),
    'linecost.openProfile': openProfileFile,
    'linecost.showFlameGraph': () => panel.show(),
    'linecost.switchProfile': () => switchProfile(session),
    'linecost.clear': () => {
      session.clear();
      results.clear();
    },
    'linecost.showOutput': () => output.show(),
    'linecost.showResults': async (uri: vscode.Uri, name: string) => {
      const chosen = await vscode.window.showQuickPick(grouped(results.of(uri.fsPath, name)).map(resultTitle), {
        title: `Results of ${name}`,
        placeHolder: 'Choose one to copy it',
      });
      if (chosen) await vscode.env.clipboard.writeText(chosen);
    },
    'linecost.openKept': (node: ProfilesNode) => openKept(runs, node),
    'linecost.renameCapture': (node: CaptureNode) => renameCapture(runs, node),
    'linecost.exportCapture': (node: CaptureNode) => exportCapture(runs, node),
    'linecost.deleteCapture': (node: CaptureNode) => deleteCapture(runs, node),
    'linecost.openHotLine': (row: HotRow) => hotLines.open(row),
    'linecost.nextHotLine': () => hotLines.walk(1),
    'linecost.previousHotLine': () => hotLines.walk(-1),
    'linecost.hotLinesByFlat': () => hotLines.orderBy('flat'),
    'linecost.hotLinesByCum': () => hotLines.orderBy('cum'),
    'linecost.hotLinesOfWorkspace': () => hotLines.showOf('workspace'),
    'linecost.hotLinesEverywhere': () => hotLines.showOf('everywhere'),
    'linecost.locateSource': () => session.active && sources.locateOneOf(session.active),
    'linecost.forgetSources': () => sources.forgetLocated(),
    [OPEN_FRAME_COMMAND]: async (file: string, line: number) => {
      if (session.active) await sources.open(session.active, { function: '', file, line });
    },
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, async (...args: never[]) => {
      try {
        await act(...args);
      } catch (error) {
        await reportFailure(error, output);
      }
    }),
  );
}

async function openProfileFile(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Open Profile File',
    filters: { 'pprof profiles': ['pprof', 'gz', 'prof', 'pgo', 'out'], 'All files': ['*'] },
  });
  if (chosen?.[0]) await vscode.commands.executeCommand('vscode.openWith', chosen[0], 'linecost.anyProfile');
}
