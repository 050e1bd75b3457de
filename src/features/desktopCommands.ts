import * as vscode from 'vscode';
import type { CaptureRecord, MeasuredProgram } from '../captures/disk/captureStore';
import { captureIdOf, type ListNode, type ProfilesNode, recordOf } from '../views/profiles/profilesNodes';
import type { CaptureNode } from './captures/captureCommands';
import type { DesktopCommands } from './commandNames';
import type { CommandParts } from './commandParts';
import type { TextChoice } from './texts/pickText';
import { OneAtATime } from './profile/oneAtATime';
import type { Target } from './profile/pickTarget';
import type { ProfileClick } from './profile/profileTarget';
import type { FleetSource } from '../fleet/fleetSource';
import type { ServiceTarget } from '../live/targets/serviceTarget';
import type { SavedSources } from './targets/savedSources';
import { onceLoaded } from '../ui/onceLoaded';

export interface DesktopFeatures {
  readonly commands: DesktopCommands;
  /** What the runtimes of programs that run have printed. */
  runtimeLogs(): Promise<TextChoice[]>;
  /** The task of tasks.json with what it runs. */
  resolveTask(task: vscode.Task): Promise<vscode.Task>;
}

/** What needs Go, programs or a disk. Loaded with the first command that is called. */
export function desktopFeatures(parts: CommandParts): DesktopFeatures {
  const { session, captures } = parts;
  const measurements = new OneAtATime();
  const running = onceLoaded(async () => {
    const programs = new (await import('./program/runningPrograms')).RunningPrograms(parts.targets);
    parts.subscriptions.push(programs);
    return programs;
  });
  const watches = onceLoaded(async () => {
    const made = new (await import('./watch/watches')).Watches(parts.memento, (...told) => parts.targets.tellWatched(...told));
    parts.subscriptions.push(made);
    return made;
  });
  /** A lens passes the file of the function main. The palette means the package of the active editor. */
  const profileProgram = (withOptions: boolean) => async (uri?: vscode.Uri) => {
    const target = uri instanceof vscode.Uri ? { uri } : await (await import('./program/pickProgram')).programAtCursorOrPicked();
    if (!target) return;
    const click = { target, withOptions, isInView: uri instanceof vscode.Uri };
    await (await import('./program/profileProgram')).profileProgram(click, { ...parts, running: await running() });
  };

  const profile = async (target: Target | undefined, how: Omit<ProfileClick, 'target'>) => {
    if (target) await (await import('./profile/profileTarget')).profileTarget({ target, ...how }, { ...parts, measurements });
  };
  /**
   * A lens passes the name of its benchmark, and so does a link, with the URI as text. The palette and the context menu
   * mean the benchmark at the cursor.
   */
  const profileBenchmark = (withOptions: boolean) => async (place?: vscode.Uri | string, name?: unknown) => {
    const uri = typeof place === 'string' ? vscode.Uri.parse(place) : place;
    const isInView = typeof name === 'string' && place === uri;
    const target = uri && typeof name === 'string' ? await namedTarget(uri, name) : await pickedBenchmark();
    await profile(target, { withOptions, isInView });
  };

  /** A context menu passes a file, but no name. */
  const givenOrPicked = async (uri: vscode.Uri | undefined, name: unknown) =>
    uri && typeof name === 'string' ? namedTarget(uri, name) : pickedBenchmark();

  const pickedToMeasureAgain = async () => {
    await measurements.ready();
    return (await import('./measure/pickMeasured')).measuredAtCursorOrPicked(captures);
  };

  /** The Services view passes a row, other commands a target's id, the palette nothing. */
  const withService = (title: string, act: (target: ServiceTarget) => Promise<unknown>) => async (given?: unknown) => {
    const { givenOrPickedTarget } = await import('./targets/pickServiceTarget');
    const target = await givenOrPickedTarget(given, parts.targets, title);
    if (target) await act(target);
  };

  /** The same for stores of profiles. */
  const withStore = (title: string, act: (source: FleetSource, sources: SavedSources) => Promise<unknown>) =>
    async (given?: unknown) => {
      const sources = await parts.targets.sources();
      const source = await (await import('./fleet/pickSource')).givenOrPickedSource(given, sources, title);
      if (source) await act(source, sources);
    };

  const commands: DesktopCommands = {
    'linecost.profileBenchmark': profileBenchmark(false),
    'linecost.profileBenchmarkWithOptions': profileBenchmark(true),
    // A context menu passes the file or folder.
    'linecost.profileSuite': async (uri?: unknown) =>
      (await import('./suite/profileSuite')).profileSuite({ ...parts, measurements }, uri instanceof vscode.Uri ? uri : undefined),
    'linecost.measureAgain': async (uri?: vscode.Uri, name?: unknown) => {
      const isLens = uri && typeof name === 'string';
      const target = isLens ? await namedTarget(uri, name) : await pickedToMeasureAgain();
      if (target) await (await import('./measure/measureAgain')).measureAgain(target, { ...parts, measurements });
    },
    // A message passes the benchmark whose program is gone.
    'linecost.measureRevision': async (uri?: vscode.Uri, name?: unknown) => {
      const target = await givenOrPicked(uri, name);
      if (target) await (await import('./measure/measureRevision')).measureRevision(target, { ...parts, measurements });
    },
    // The results page passes its benchmark.
    'linecost.measureWith': async (uri?: vscode.Uri, name?: unknown) => {
      const target = await givenOrPicked(uri, name);
      if (target) await (await import('./measure/measureWith')).measureWith(target, { ...parts, measurements });
    },
    'linecost.measureOtherBenchmark': async (uri?: vscode.Uri, name?: unknown) => {
      const target = await givenOrPicked(uri, name);
      if (target) await (await import('./measure/measureOtherBenchmark')).measureOtherBenchmark(target, { ...parts, measurements });
    },
    // The page passes two captures, a context menu one, or those that are selected.
    'linecost.measureStages': async (first?: ListNode, more?: ListNode | readonly ListNode[]) => {
      const nodes = Array.isArray(more) ? (more as readonly ListNode[]) : [first, more as ListNode | undefined];
      await measurements.ready();
      const given = nodes.flatMap((node) => recordOf(node) ?? []).slice(0, 2);
      const stages = await (await import('./measure/pickStages')).pickStages(given, parts);
      if (stages) await (await import('./measure/measureStages')).measureStages(stages, { ...parts, measurements });
    },
    'linecost.showVerdict': async (id?: string) => (await import('./measure/showVerdict')).showVerdict(parts, id),
    'linecost.measureLonger': async (...args: readonly unknown[]) =>
      (await import('./profile/measureLonger')).measureLonger({ ...parts, measurements }, args),
    'linecost.profileTest': async () =>
      profile(await pickedTarget('test', 'example', 'fuzz'), { withOptions: true, isInView: false }),
    // The Test Explorer passes the items of its menu.
    'linecost.profileTestItems': async (...items: readonly unknown[]) =>
      (await import('./testItems/profileTestItems')).profileTestItems(items, { ...parts, measurements }),
    // A lens passes its test.
    'linecost.findLeaks': async (uri?: vscode.Uri, name?: unknown) => {
      const isLens = uri && typeof name === 'string';
      const target = isLens ? await namedTarget(uri, name) : undefined;
      const targets = target ? [target] : await (await import('./leaks/pickLeakTargets')).pickLeakTargets();
      if (targets === 'service') return (await import('./leaks/findServiceLeaks')).findServiceLeaks(parts);
      if (targets) await (await import('./leaks/findLeaks')).findLeaks(targets, { ...parts, measurements });
    },
    // The Test Explorer passes the items of its menu.
    'linecost.findLeaksInTestItems': async (...items: readonly unknown[]) => {
      const targets = await (await import('./testItems/profileTestItems')).testsOfItems(items);
      await (await import('./leaks/findLeaks')).findLeaks(targets, { ...parts, measurements });
    },
    'linecost.profileProgram': profileProgram(false),
    'linecost.profileProgramWithOptions': profileProgram(true),
    // Not in the palette: a capture's row passes its program.
    'linecost.profileProgramAgain': async ({ file, args = '', launch }: MeasuredProgram) => {
      const programParts = { ...parts, running: await running() };
      if (launch !== undefined) return (await import('./program/profileLaunch')).profileLaunch(programParts, launch);
      const target = { uri: vscode.Uri.file(file) };
      const options = { ...(await import('./program/programOptions')).storedOptions(target, parts.memento), args };
      return (await import('./program/profileProgram')).profileProgram({ target, options, isInView: false }, programParts);
    },
    'linecost.profileLaunch': async () =>
      (await import('./program/profileLaunch')).profileLaunch({ ...parts, running: await running() }),
    // A row of the Services view passes its program.
    'linecost.stopProgram': async (node?: unknown) => (await running()).stop(node),
    'linecost.takeHeapNow': async (node?: unknown) => (await running()).takeHeap(node),
    'linecost.detachProgram': async (node?: unknown) => (await running()).detach(node),
    'linecost.fetchProfile': async () => (await import('./fetch/fetchProfile')).fetchLiveProfile(parts),
    // From the palette, no row is passed: fetches the shown profile again, or else the newest that was fetched.
    'linecost.fetchAgain': async (node?: ListNode) => {
      const fetched = async () => (await captures.records()).filter((record) => record.fetched);
      const shownOrNewest = (all: readonly CaptureRecord[]) =>
        all.find(({ id }) => id === session.active?.capture.id) ?? all[0];
      await (await import('./fetch/fetchProfile')).fetchAgain(recordOf(node) ?? shownOrNewest(await fetched()), parts);
    },
    'linecost.addService': async () => (await import('./targets/serviceCommands')).addService(parts),
    'linecost.addPod': async () => (await import('./targets/addPod')).addPod(parts.targets),
    'linecost.profileService': withService('Profile Service', async (target) =>
      (await import('./fetch/profileService')).profileService(target, parts)),
    'linecost.editService': withService('Edit Service', async (target) =>
      (await import('./targets/editService')).editService(target, parts.targets)),
    // Profile Again of a capture passes an id, and that it is again.
    'linecost.loadService': async (given?: unknown, isAgain?: unknown) =>
      withService('Profile Service Under Load', async (target) =>
        (await import('./load/loadService')).loadService(target, parts, isAgain === true))(given),
    'linecost.measureService': withService('Measure Service Again', async (target) =>
      (await import('./load/measureService')).measureService(target, { ...parts, measurements })),
    'linecost.measureBuilds': withService('Measure Service Builds', async (target) =>
      (await import('./load/measureBuilds')).measureBuilds(target, { ...parts, measurements })),
    'linecost.changeLoad': withService('Change Load Command', async (target) =>
      (await import('./load/askLoadCommand')).changeLoadCommand(target, parts.targets)),
    // From the palette, no row is passed: shows that of the shown capture, or else the newest.
    'linecost.showLoadOutput': async (node?: ListNode) => {
      const loaded = recordOf(node) ? [] : (await captures.records()).filter(({ service }) => service?.load);
      const record = recordOf(node) ?? loaded.find(({ id }) => id === session.active?.capture.id) ?? loaded[0];
      await (await import('./load/showLoadOutput')).showLoadOutput(record, parts);
    },
    'linecost.testService': withService('Test Service', async (target) =>
      (await import('./targets/askService')).testService(target, parts.targets)),
    'linecost.showForwardOutput': withService('Show Forward Output', async (target) =>
      (await parts.targets.forwards()).showOutput(target)),
    'linecost.endForward': withService('End Forward', async (target) => (await parts.targets.forwards()).end(target.id)),
    'linecost.renameService': withService('Rename Service', async (target) =>
      (await import('./targets/serviceCommands')).renameService(target, parts.targets)),
    'linecost.watchService': withService('Watch Service', async (target) =>
      (await import('./watch/watchService')).watchService(target, { ...parts, watches: await watches() })),
    'linecost.stopWatching': async (given?: unknown) => (await watches()).stop(given),
    // Not in the palette: called when a window opens in which services were watched.
    'linecost.goOnWatching': async () =>
      (await import('./watch/watchService')).offerToGoOn({ ...parts, watches: await watches() }),
    'linecost.removeService': withService('Remove Service', async (target) =>
      (await import('./targets/serviceCommands')).removeService(target, parts.targets)),
    'linecost.addStore': async () =>
      (await import('./fleet/sourceCommands')).addSource(await parts.targets.sources()),
    // The Services view passes a row.
    'linecost.queryStore': async (given?: unknown) =>
      (await import('./fleet/queryStore')).queryStore(given, parts),
    // The Services view passes a row.
    'linecost.profileFromStore': async (given?: unknown) =>
      (await import('./fleet/profileFromStore')).profileFromStore(given, parts),
    // From the palette, no row is passed: the shown capture is meant.
    'linecost.compareStore': async (node?: ListNode) => {
      const given = node ?? (await (await import('./captures/captureCommands')).shownCapture(parts));
      await (await import('./fleet/compareFleet')).compareFleet(recordOf(given), parts);
    },
    // Not in the palette: Profile Again passes the id of a capture.
    'linecost.askStoreAgain': async (id: string) => {
      const record = (await captures.records()).find((each) => each.id === id);
      await (await import('./fleet/profileFromStore')).askAgain(record, parts);
    },
    'linecost.editStore': withStore('Edit Profile Store', async (...store) =>
      (await import('./fleet/sourceFields')).editSource(...store)),
    'linecost.testStore': withStore('Test Profile Store', async (...store) =>
      (await import('./fleet/askSource')).testSource(...store)),
    'linecost.renameStore': withStore('Rename Profile Store', async (...store) =>
      (await import('./fleet/sourceCommands')).renameSource(...store)),
    'linecost.removeStore': withStore('Remove Profile Store', async (...store) =>
      (await import('./fleet/sourceCommands')).removeSource(...store)),
    // The hover of a function passes its document and line.
    'linecost.inProduction': async (uri?: unknown, line?: unknown) =>
      (await parts.production()).showAtCursor(placeOf(uri, line)),
    // A lens passes the document and line of its benchmark.
    'linecost.besideProduction': async (uri?: unknown, line?: unknown) =>
      (await parts.production()).showBeside(placeOf(uri, line)),
    'linecost.openAsDeployed': async () => (await import('./fleet/openAsDeployed')).openAsDeployed(parts),
    'linecost.toggleProduction': async () => (await parts.production()).toggleLines(),
    // The Services view passes a row.
    'linecost.openServiceGoroutines': async (given?: unknown) =>
      (await import('./goroutines/openServiceGoroutines')).openServiceGoroutines(given, parts),
    'linecost.exportServices': async () => (await import('./targets/shareServices')).exportServices(parts),
    'linecost.importServices': async () => (await import('./targets/shareServices')).importServices(parts),
    'linecost.forgetCredentials': async () => (await import('./fetch/credentials')).forgetCredentials(parts),
    'linecost.openSample': async () => (await import('./start/openSample')).openSample(parts),
    'linecost.profileForOperations': async () =>
      (await import('../captures/loaded/profileAgain')).profileForOperations(session),
    'linecost.showResults': async (uri: vscode.Uri, name: string, result?: string) =>
      (await import('./show/showResults')).showResults(parts, uri, name, result),
    'linecost.compareBenchmarks': async (first?: ListNode | vscode.Uri, all?: readonly (ListNode | vscode.Uri)[]) =>
      (await import('./compare/compareBenchmarks')).compareBenchmarks(parts, all ?? (first ? [first] : [])),
    'linecost.openCapture': async (node: ProfilesNode) =>
      (await import('./captures/captureCommands')).openCapture(captures, node),
    'linecost.profileCaptureAgain': async (node?: ListNode) =>
      (await import('./captures/captureCommands')).profileCaptureAgain(node, { ...parts, measurements }),
    'linecost.compareCaptureWith': async (node: ProfilesNode) =>
      (await import('./captures/captureCommands')).compareCaptureWith(node, parts),
    // From the palette, no row is passed: the shown capture is meant.
    'linecost.compareInstances': async (node?: ListNode) => {
      const given = node ?? (await (await import('./captures/captureCommands')).shownCapture(parts));
      await (await import('./compare/compareInstances')).compareInstances(recordOf(given), parts);
    },
    'linecost.renameCapture': async (node?: CaptureNode) => {
      const commands = await import('./captures/captureCommands');
      await commands.renameCapture(captures, node ?? (await commands.shownCapture(parts)));
    },
    'linecost.pinCapture': async (node?: CaptureNode) => {
      const commands = await import('./captures/captureCommands');
      await commands.pinCapture(parts, node ?? (await commands.shownCapture(parts)), true);
    },
    'linecost.unpinCapture': async (node?: CaptureNode) => {
      const commands = await import('./captures/captureCommands');
      await commands.pinCapture(parts, node ?? (await commands.shownCapture(parts)), false);
    },
    'linecost.exportCapture': async (node: ProfilesNode) =>
      (await import('./export/exportProfile')).exportListed(parts, node),
    'linecost.mergeProfiles': async (_?: ListNode, nodes?: readonly ListNode[]) =>
      (await import('./export/mergeProfiles')).mergeProfiles(parts, nodes),
    'linecost.export': async () => (await import('./export/exportProfile')).exportShown(parts),
    'linecost.showPprofReport': async () => (await import('./export/pprofReport')).showPprofReport(parts),
    'linecost.openInPprof': async () => (await import('./export/pprofTerminal')).openInPprof(parts),
    'linecost.openCaptureInPprof': async (node: ProfilesNode) =>
      (await import('./export/pprofTerminal')).openListedInPprof(parts, node),
    // From the palette, no row is passed: the shown capture is meant.
    'linecost.openInGoToolTrace': async (node?: ListNode) =>
      (await import('./export/traceViewers')).openInGoToolTrace(parts, node),
    'linecost.endGoToolTrace': async () => (await import('./export/traceViewers')).endGoToolTrace(),
    'linecost.useAsDefaultPgo': async () => (await import('./pgo/defaultPgo')).useAsDefaultPgo(parts),
    'linecost.showInstructions': async (place?: unknown, line?: unknown) =>
      (await import('./show/showInstructions')).showInstructions(parts, place, line),
    'linecost.orderInstructions': async () => (await import('./show/showInstructions')).switchInstructionOrder(parts),
    'linecost.deleteCapture': async (node: CaptureNode) =>
      (await import('./captures/captureCommands')).deleteCapture(parts, node),
    'linecost.setBaseline': async () =>
      (await import('./compare/chooseBaseline')).setBaseline(parts, session.active?.capture.id),
    // VS Code may pass no row while the list changes.
    'linecost.setCaptureBaseline': async (node?: ProfilesNode) =>
      (await import('./compare/chooseBaseline')).setBaseline(parts, node && captureIdOf(node)),
    'linecost.compareWith': async () => (await import('./compare/chooseBaseline')).compareWith(parts),
    'linecost.comparisonOptions': async () => (await import('./compare/comparisonOptions')).comparisonOptions(parts),
    // The Profiles view passes the row of a baseline; from elsewhere, that of the active profile is meant.
    'linecost.clearBaseline': (node?: ProfilesNode) =>
      node ? session.replaceBaseline({ id: captureIdOf(node) }, undefined) : session.compareWith(undefined),
  };
  const resolveTask = async (task: vscode.Task) =>
    (await import('./tasks/runTask')).resolvedTask(task, { ...parts, measurements, running: await running() });
  return { commands, resolveTask, runtimeLogs: async () => (await running()).logs() };
}

async function pickedBenchmark(): Promise<Target | undefined> {
  return (await import('./profile/callingBenchmarks')).benchmarkAtCursorOrPicked();
}

async function pickedTarget(...kinds: Target['kind'][]): Promise<Target | undefined> {
  return (await import('./profile/pickTarget')).targetAtCursorOrPicked(kinds);
}

async function namedTarget(uri: vscode.Uri, name: string): Promise<Target | undefined> {
  return (await import('./profile/pickTarget')).targetNamed(uri, name);
}

/** Of a URI as text and a 1-based line; undefined otherwise. */
function placeOf(uri: unknown, line: unknown): { readonly uri: vscode.Uri; readonly line: number } | undefined {
  return typeof uri === 'string' && typeof line === 'number' ? { uri: vscode.Uri.parse(uri), line } : undefined;
}
