import * as vscode from 'vscode';
import type { Annotator } from '../editor/columns/annotator';
import { INSTRUCTIONS_COMMAND, OPEN_FRAME_COMMAND, ORDER_INSTRUCTIONS_COMMAND } from '../editor/hover/hover';
import { MEASURE_LONGER_COMMAND } from '../editor/hover/hoverNoise';
import type { Engine } from '../engine/client';
import type { Session } from '../session';
import type { TabId } from '../protocol/messages';
import type { FlamePanel } from '../views/flamePanel';
import type { HotLinesView } from '../views/hotLinesView';
import type { HotRow } from '../views/hotLinesText';
import { type ListNode, type ProfilesNode, captureIdOf, recordOf } from '../views/profilesNodes';
import type { Baselines } from '../workbench/baselines';
import type { OnDemand } from '../workbench/onceLoaded';
import type { ColumnStyles } from '../workbench/columnStyles';
import type { FigureForms } from '../workbench/figureForms';
import { PROFILE_AGAIN_COMMAND } from '../workbench/whyNotPerOperation';
import { showOpenDialog } from '../workbench/window';
import type { Refining } from '../workbench/refining';
import { reportFailure } from '../workbench/failureMessage';
import type { CaptureNode } from './captures';
import { showNextSampleType } from './nextSampleType';
import { offerCancel } from './offerCancel';
import { BusyError, OneAtATime } from './oneAtATime';
import { type Target, targetNamed } from './pickTarget';
import type { ProfileClick, ProfilingParts } from './profileTarget';
import type { OptionMemory } from './runOptions';

export interface CommandParts extends Omit<ProfilingParts, 'measurements'> {
  readonly session: Session;
  readonly baselines: OnDemand<Baselines>;
  readonly panel: FlamePanel;
  readonly hotLines: HotLinesView;
  readonly memento: vscode.Memento;
  readonly globalMemento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly options: OptionMemory;
  readonly figureForms: FigureForms;
  readonly styles: ColumnStyles;
  readonly engine: Engine;
  readonly annotator: Annotator;
  readonly refining: Refining;
  readonly extensionUri: vscode.Uri;
  /** The extension's storage folder for this workspace. */
  readonly storage: vscode.Uri;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

/** Registers every command of the extension, and shows the user the errors that commands throw. */
export function registerCommands(parts: CommandParts): vscode.Disposable[] {
  const { session, captures, sources, output, panel, results, hotLines } = parts;
  const measurements = new OneAtATime();

  const profile = async (target: Target | undefined, how: Omit<ProfileClick, 'target'>) => {
    if (target) await (await onDemand()).profileTarget({ target, ...how }, { ...parts, measurements });
  };
  /** A lens passes the name of its benchmark. The palette and the context menu mean the benchmark at the cursor. */
  const profileBenchmark = (withOptions: boolean) => async (uri?: vscode.Uri, name?: unknown) => {
    const isInView = typeof name === 'string';
    const target = uri && isInView ? await targetNamed(uri, name) : await pickedTarget('benchmark');
    await profile(target, { withOptions, isInView });
  };

  /** A tab takes the focus if it is shown from the palette or by a key, but not by a click in the editor. */
  const showTab = (tab: TabId) => (uri?: unknown) => panel.show(tab, uri === undefined);

  const commands: Record<string, (...args: never[]) => unknown> = {
    'linecost.profileBenchmark': profileBenchmark(false),
    'linecost.profileBenchmarkWithOptions': profileBenchmark(true),
    // A context menu passes the file or folder.
    'linecost.profileSuite': async (uri?: unknown) =>
      (await onDemand()).profileSuite({ ...parts, measurements }, uri instanceof vscode.Uri ? uri : undefined),
    'linecost.measureAgain': async (uri?: vscode.Uri, name?: unknown) => {
      const target = uri && typeof name === 'string' ? await targetNamed(uri, name) : await pickedTarget('benchmark');
      if (target) await (await onDemand()).measureAgain(target, { ...parts, measurements });
    },
    'linecost.measureRevision': async () => {
      const target = await pickedTarget('benchmark');
      if (target) await (await onDemand()).measureRevision(target, { ...parts, measurements });
    },
    'linecost.showVerdict': async (id: string) => (await onDemand()).showVerdict(parts, id),
    [MEASURE_LONGER_COMMAND]: async (...args: readonly unknown[]) =>
      (await onDemand()).measureLonger({ ...parts, measurements }, args),
    'linecost.profileTest': async () =>
      profile(await pickedTarget('test', 'example', 'fuzz'), { withOptions: true, isInView: false }),
    'linecost.fetchProfile': async () => (await onDemand()).fetchLiveProfile(parts),
    // From the palette, no row is passed: fetches the newest fetched profile again.
    'linecost.fetchAgain': async (node?: ListNode) => {
      const newest = async () => (await captures.records()).find(({ fetched }) => fetched);
      await (await onDemand()).fetchAgain(recordOf(node) ?? (await newest()), parts);
    },
    'linecost.forgetCredentials': async () => (await onDemand()).forgetCredentials(parts),
    'linecost.openProfile': openProfileFile,
    'linecost.openSample': async () => (await onDemand()).openSample(parts),
    'linecost.showFlameGraph': showTab('flame'),
    'linecost.showTop': showTab('top'),
    'linecost.showGraph': showTab('graph'),
    'linecost.showPeek': async (uri?: unknown) =>
      panel.show('peek', uri === undefined, await (await onDemand()).functionAtCursor(parts.annotator)),
    'linecost.exportFlameGraph': () => panel.exportSvg(),
    'linecost.switchProfile': async () => (await onDemand()).switchProfile(parts),
    'linecost.nextSampleType': () => showNextSampleType(session, 1),
    'linecost.previousSampleType': () => showNextSampleType(session, -1),
    'linecost.nextFigures': () => parts.figureForms.next(),
    'linecost.toggleCosts': () => parts.styles.toggle(),
    [PROFILE_AGAIN_COMMAND]: async () => (await onDemand()).profileForOperations(session),
    'linecost.clear': () => {
      session.clear();
      results.clear();
    },
    'linecost.showOutput': () => output.show(),
    'linecost.showResults': async (uri: vscode.Uri, name: string, result?: string) =>
      (await onDemand()).showResults(parts, uri, name, result),
    'linecost.compareBenchmarks': async (first?: ListNode | vscode.Uri, all?: readonly (ListNode | vscode.Uri)[]) =>
      (await onDemand()).compareBenchmarks(parts, all ?? (first ? [first] : [])),
    'linecost.openCapture': async (node: ProfilesNode) => (await onDemand()).openCapture(captures, node),
    'linecost.profileCaptureAgain': async (node?: ListNode) =>
      (await onDemand()).profileCaptureAgain(node, { ...parts, measurements }),
    'linecost.compareCaptureWith': async (node: ProfilesNode) => (await onDemand()).compareCaptureWith(node, parts),
    'linecost.renameCapture': async (node: CaptureNode) => (await onDemand()).renameCapture(captures, node),
    'linecost.pinCapture': async (node: CaptureNode) => (await onDemand()).pinCapture(parts, node, true),
    'linecost.unpinCapture': async (node: CaptureNode) => (await onDemand()).pinCapture(parts, node, false),
    'linecost.exportCapture': async (node: ProfilesNode) => (await onDemand()).exportListed(parts, node),
    'linecost.mergeProfiles': async (_?: ListNode, nodes?: readonly ListNode[]) =>
      (await onDemand()).mergeProfiles(parts, nodes),
    'linecost.export': async () => (await onDemand()).exportShown(parts),
    'linecost.showPprofReport': async () => (await onDemand()).showPprofReport(parts),
    'linecost.openInPprof': async () => (await onDemand()).openInPprof(parts),
    'linecost.openCaptureInPprof': async (node: ProfilesNode) => (await onDemand()).openListedInPprof(parts, node),
    'linecost.useAsDefaultPgo': async () => (await onDemand()).useAsDefaultPgo(parts),
    [INSTRUCTIONS_COMMAND]: async (place?: unknown, line?: unknown) =>
      (await onDemand()).showInstructions(parts, lineOf(place, line)),
    [ORDER_INSTRUCTIONS_COMMAND]: async () => (await onDemand()).switchInstructionOrder(parts),
    'linecost.deleteCapture': async (node: CaptureNode) => (await onDemand()).deleteCapture(parts, node),
    'linecost.setBaseline': async () => (await onDemand()).setBaseline(parts, session.active?.capture.id),
    // VS Code may pass no row while the list changes.
    'linecost.setCaptureBaseline': async (node?: ProfilesNode) => (await onDemand()).setBaseline(parts, node && captureIdOf(node)),
    'linecost.compareWith': async () => (await onDemand()).compareWith(parts),
    'linecost.comparisonOptions': async () => (await onDemand()).comparisonOptions(parts),
    'linecost.clearBaseline': () => session.compareWith(undefined),
    'linecost.refine': async () => (await onDemand()).refine(parts),
    'linecost.chooseLabels': async () => (await onDemand()).chooseLabels(parts),
    'linecost.applyRefinement': async () => (await onDemand()).applySaved(parts),
    'linecost.clearRefinement': () => parts.refining.apply({}),
    'linecost.openHotLine': (row: HotRow) => hotLines.with((lines) => lines.open(row)),
    'linecost.nextHotLine': () => hotLines.with((lines) => lines.step(1)),
    'linecost.previousHotLine': () => hotLines.with((lines) => lines.step(-1)),
    'linecost.goToHottestLine': () => hotLines.with((lines) => lines.openHottest()),
    'linecost.chooseHotLines': () => hotLines.with((lines) => lines.ask()),
    'linecost.hotLinesByCharged': () => hotLines.with((lines) => lines.orderBy('charged')),
    'linecost.hotLinesByFlat': () => hotLines.with((lines) => lines.orderBy('flat')),
    'linecost.hotLinesByCum': () => hotLines.with((lines) => lines.orderBy('cum')),
    'linecost.hotLinesOfWorkspace': () => hotLines.with((lines) => lines.showScope('workspace')),
    'linecost.hotLinesEverywhere': () => hotLines.with((lines) => lines.showScope('everywhere')),
    'linecost.locateSource': () => session.active && sources.locateOneOf(session.active),
    'linecost.forgetSources': () => sources.forgetLocated(),
    [OPEN_FRAME_COMMAND]: async (file: string, line: number) => {
      if (session.active) await sources.open(session.active, { function: '', file, line });
    },
  };
  const restorer = vscode.window.registerWebviewPanelSerializer('linecost.results', {
    deserializeWebviewPanel: async (empty, state) => (await onDemand()).restoreResults(parts, empty, state),
  });
  const benchmarksRestorer = vscode.window.registerWebviewPanelSerializer('linecost.benchmarks', {
    deserializeWebviewPanel: async (empty, state) => (await onDemand()).restoreBenchmarks(parts, empty, state),
  });
  const registered = Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, async (...args: never[]) => {
      try {
        const answer = await act(...args);
        // Other commands use boolean results. The command palette cannot serialize some others.
        return typeof answer === 'boolean' ? answer : undefined;
      } catch (error) {
        await (error instanceof BusyError ? offerCancel(error) : reportFailure(error, output));
      }
    }),
  );
  return [restorer, benchmarksRestorer, ...registered];
}

async function pickedTarget(...kinds: Target['kind'][]): Promise<Target | undefined> {
  return (await onDemand()).targetAtCursorOrPicked(kinds);
}

/** Loads the bundle of rarely used commands. */
function onDemand() {
  return import('./onDemand');
}

/** The hover passes a URI and a line, the line number menu an object with both. undefined otherwise. */
function lineOf(place: unknown, line: unknown) {
  if (typeof place === 'string' && typeof line === 'number') return { uri: vscode.Uri.parse(place), lineNumber: line };
  const { uri, lineNumber } = (place ?? {}) as { readonly uri?: unknown; readonly lineNumber?: unknown };
  return uri instanceof vscode.Uri && typeof lineNumber === 'number' ? { uri, lineNumber } : undefined;
}

async function openProfileFile(): Promise<void> {
  const chosen = await showOpenDialog({
    title: 'Open Profile File',
    filters: { 'pprof profiles': ['pprof', 'gz', 'prof', 'pgo', 'out'], 'All files': ['*'] },
  });
  if (chosen?.[0]) await vscode.commands.executeCommand('vscode.openWith', chosen[0], 'linecost.anyProfile');
}
