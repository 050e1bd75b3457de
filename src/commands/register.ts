import * as vscode from 'vscode';
import type { Annotator } from '../editor/annotator';
import { INSTRUCTIONS_COMMAND, OPEN_FRAME_COMMAND } from '../editor/hover';
import { resultTitle } from '../editor/lenses';
import { grouped } from '../editor/subResults';
import type { Engine } from '../engine/client';
import type { Session } from '../session';
import type { FlamePanel } from '../views/flamePanel';
import type { HotLinesView, HotRow } from '../views/hotLinesView';
import { type ProfilesNode, runIdOf } from '../views/profilesView';
import { switchProfile } from '../views/statusBar';
import type { BaselinesOnDemand } from '../workbench/baselinesOnDemand';
import type { Refining } from '../workbench/refining';
import { reportFailure } from '../workbench/report';
import { type CaptureNode, deleteCapture, openKept, renameCapture } from './keptProfiles';
import { OneAtATime } from './oneAtATime';
import { targetNamed } from './pickTarget';
import { profileTarget, type ProfilingParts, type Target } from './profileTarget';
import type { OptionMemory } from './runOptions';

export interface CommandParts extends Omit<ProfilingParts, 'measurements'> {
  readonly session: Session;
  readonly baselines: BaselinesOnDemand;
  readonly panel: FlamePanel;
  readonly hotLines: HotLinesView;
  readonly memento: vscode.Memento;
  readonly options: OptionMemory;
  readonly engine: Engine;
  readonly annotator: Annotator;
  readonly refining: Refining;
  /** A folder of this workspace's own. */
  readonly storage: vscode.Uri;
  /** What lives as long as the extension. */
  readonly subscriptions: { dispose(): unknown }[];
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
    const chosen = withOptions ? await (await onDemand()).askOptions(target, known) : known;
    if (!chosen) return;
    if (withOptions) await parts.options.keep(target, chosen);
    measurements.check();
    await profileTarget(target, chosen, { ...parts, measurements });
  };
  /** A lens names its benchmark; the palette and the context menu (which pass other things) mean the cursor's. */
  const benchmark = async (uri?: vscode.Uri, name?: unknown) =>
    uri && typeof name === 'string' ? targetNamed(uri, name) : picked('benchmark');

  const commands: Record<string, (...args: never[]) => unknown> = {
    'linecost.profileBenchmark': async (uri?: vscode.Uri, name?: unknown) => profile(await benchmark(uri, name), false),
    'linecost.profileBenchmarkWithOptions': async (uri?: vscode.Uri, name?: unknown) =>
      profile(await benchmark(uri, name), true),
    'linecost.profileTest': async () => profile(await picked('test', 'example', 'fuzz'), true),
    'linecost.fetchProfile': async () => (await onDemand()).fetchLiveProfile(parts),
    'linecost.openProfile': openProfileFile,
    'linecost.showFlameGraph': () => panel.show('flame'),
    'linecost.showTop': () => panel.show('top'),
    'linecost.showGraph': () => panel.show('graph'),
    'linecost.showPeek': () => panel.show('peek'),
    'linecost.exportFlameGraph': () => panel.exportSvg(),
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
    'linecost.exportCapture': async (node: ProfilesNode) => (await onDemand()).exportListed(parts, node),
    'linecost.addUpProfiles': async (_?: ProfilesNode, nodes?: readonly ProfilesNode[]) =>
      (await onDemand()).addUpProfiles(parts, nodes),
    'linecost.export': async () => (await onDemand()).exportShown(parts),
    'linecost.showPprofReport': async () => (await onDemand()).showPprofReport(parts),
    'linecost.openInPprof': async () => (await onDemand()).openInPprof(parts),
    'linecost.openCaptureInPprof': async (node: ProfilesNode) => (await onDemand()).openListedInPprof(parts, node),
    'linecost.useAsDefaultPgo': async () => (await onDemand()).useAsDefaultPgo(parts),
    [INSTRUCTIONS_COMMAND]: async (place?: unknown, line?: unknown) =>
      (await onDemand()).showInstructions(parts, lineOf(place, line)),
    'linecost.deleteCapture': (node: CaptureNode) => deleteCapture(parts, node),
    'linecost.setBaseline': async () => (await onDemand()).setBaseline(parts, session.active?.run.id),
    // While the list changes, VS Code may not know any more which row was meant.
    'linecost.setKeptBaseline': async (node?: ProfilesNode) => (await onDemand()).setBaseline(parts, node && runIdOf(node)),
    'linecost.compareWith': async () => (await onDemand()).compareWith(parts),
    'linecost.comparisonOptions': async () => (await onDemand()).comparisonOptions(parts),
    'linecost.clearBaseline': () => session.compareWith(undefined),
    'linecost.refine': async () => (await onDemand()).refine(parts),
    'linecost.chooseLabels': async () => (await onDemand()).chooseLabels(parts),
    'linecost.applyRefinement': async () => (await onDemand()).applySaved(parts),
    'linecost.clearRefinement': () => parts.refining.apply({}),
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

async function picked(...kinds: Target['kind'][]): Promise<Target | undefined> {
  return (await onDemand()).targetAtCursorOrPicked(kinds);
}

/** What few sessions need stays out of what every window loads. */
function onDemand() {
  return import('./onDemand');
}

/** The hover gives an address and a line, the menu beside line numbers both in one; others mean the cursor's. */
function lineOf(place: unknown, line: unknown) {
  if (typeof place === 'string' && typeof line === 'number') return { uri: vscode.Uri.parse(place), lineNumber: line };
  const { uri, lineNumber } = (place ?? {}) as { readonly uri?: unknown; readonly lineNumber?: unknown };
  return uri instanceof vscode.Uri && typeof lineNumber === 'number' ? { uri, lineNumber } : undefined;
}

async function openProfileFile(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Open Profile File',
    filters: { 'pprof profiles': ['pprof', 'gz', 'prof', 'pgo', 'out'], 'All files': ['*'] },
  });
  if (chosen?.[0]) await vscode.commands.executeCommand('vscode.openWith', chosen[0], 'linecost.anyProfile');
}
