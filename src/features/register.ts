import * as vscode from 'vscode';
import type { CaptureRecord } from '../bench/captures/captureStore';
import type { Engine } from '../engine/client';
import { type ListNode, type ProfilesNode, captureIdOf, recordOf } from '../views/profilesNodes';
import type { CaptureNode } from './captures/captureCommands';
import { BusyError, OneAtATime } from './profile/oneAtATime';
import type { Target } from './profile/target';
import type { ProfileClick, ProfilingParts } from './profile/profileTarget';
import { type Commands, registered, type ViewParts, viewCommands } from './viewCommands';

export interface CommandParts extends Omit<ProfilingParts, 'measurements' | keyof ViewParts>, ViewParts {
  readonly memento: vscode.Memento;
  readonly globalMemento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly engine: Engine;
  readonly extensionUri: vscode.Uri;
  /** The extension's storage folder for this workspace. */
  readonly storage: vscode.Uri;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

/** Registers every command of the extension, and shows the user the errors that commands throw. */
export function registerCommands(parts: CommandParts): vscode.Disposable[] {
  const { session, captures, output, results } = parts;
  const measurements = new OneAtATime();

  const profile = async (target: Target | undefined, how: Omit<ProfileClick, 'target'>) => {
    if (target) await (await onDemand()).profileTarget({ target, ...how }, { ...parts, measurements });
  };
  /** A lens passes the name of its benchmark. The palette and the context menu mean the benchmark at the cursor. */
  const profileBenchmark = (withOptions: boolean) => async (uri?: vscode.Uri, name?: unknown) => {
    const isInView = typeof name === 'string';
    const target = uri && isInView ? await (await onDemand()).targetNamed(uri, name) : await pickedTarget('benchmark');
    await profile(target, { withOptions, isInView });
  };

  const commands: Commands = {
    ...viewCommands(parts, onDemand),
    'linecost.profileBenchmark': profileBenchmark(false),
    'linecost.profileBenchmarkWithOptions': profileBenchmark(true),
    // A context menu passes the file or folder.
    'linecost.profileSuite': async (uri?: unknown) =>
      (await onDemand()).profileSuite({ ...parts, measurements }, uri instanceof vscode.Uri ? uri : undefined),
    'linecost.measureAgain': async (uri?: vscode.Uri, name?: unknown) => {
      const { measureAgain, measuredAtCursorOrPicked, targetNamed } = await onDemand();
      const isLens = uri && typeof name === 'string';
      const target = isLens ? await targetNamed(uri, name) : await measuredAtCursorOrPicked(captures);
      if (target) await measureAgain(target, { ...parts, measurements });
    },
    'linecost.measureRevision': async () => {
      const target = await pickedTarget('benchmark');
      if (target) await (await onDemand()).measureRevision(target, { ...parts, measurements });
    },
    'linecost.showVerdict': async (id?: string) => (await onDemand()).showVerdict(parts, id),
    'linecost.measureLonger': async (...args: readonly unknown[]) =>
      (await onDemand()).measureLonger({ ...parts, measurements }, args),
    'linecost.profileTest': async () =>
      profile(await pickedTarget('test', 'example', 'fuzz'), { withOptions: true, isInView: false }),
    'linecost.fetchProfile': async () => (await onDemand()).fetchLiveProfile(parts),
    // From the palette, no row is passed: fetches the shown profile again, or else the newest that was fetched.
    'linecost.fetchAgain': async (node?: ListNode) => {
      const fetched = async () => (await captures.records()).filter((record) => record.fetched);
      const shownOrNewest = (all: readonly CaptureRecord[]) =>
        all.find(({ id }) => id === session.active?.capture.id) ?? all[0];
      await (await onDemand()).fetchAgain(recordOf(node) ?? shownOrNewest(await fetched()), parts);
    },
    'linecost.forgetCredentials': async () => (await onDemand()).forgetCredentials(parts),
    'linecost.openSample': async () => (await onDemand()).openSample(parts),
    'linecost.profileForOperations': async () => (await onDemand()).profileForOperations(session),
    'linecost.clear': () => {
      session.clear();
      results.clear();
    },
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
    'linecost.showInstructions': async (place?: unknown, line?: unknown) =>
      (await onDemand()).showInstructions(parts, lineOf(place, line)),
    'linecost.orderInstructions': async () => (await onDemand()).switchInstructionOrder(parts),
    'linecost.deleteCapture': async (node: CaptureNode) => (await onDemand()).deleteCapture(parts, node),
    'linecost.setBaseline': async () => (await onDemand()).setBaseline(parts, session.active?.capture.id),
    // VS Code may pass no row while the list changes.
    'linecost.setCaptureBaseline': async (node?: ProfilesNode) => (await onDemand()).setBaseline(parts, node && captureIdOf(node)),
    'linecost.compareWith': async () => (await onDemand()).compareWith(parts),
    'linecost.comparisonOptions': async () => (await onDemand()).comparisonOptions(parts),
    'linecost.clearBaseline': () => session.compareWith(undefined),
  };
  const restorer = vscode.window.registerWebviewPanelSerializer('linecost.results', {
    deserializeWebviewPanel: async (empty, state) => (await onDemand()).restoreResults(parts, empty, state),
  });
  const benchmarksRestorer = vscode.window.registerWebviewPanelSerializer('linecost.benchmarks', {
    deserializeWebviewPanel: async (empty, state) => (await onDemand()).restoreBenchmarks(parts, empty, state),
  });
  return [restorer, benchmarksRestorer, ...registered(commands, async (error) => {
    const { offerCancel, reportFailure } = await onDemand();
    return error instanceof BusyError ? offerCancel(error) : reportFailure(error, output);
  })];
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
