import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BenchmarkResult } from '../bench/parse';
import type { Programs } from '../bench/programs';
import { mergedResults, readResultsOf, runsOf } from '../bench/targetResults';
import { benchmarkSetup } from '../capture/goCode/benchmarkSetup';
import type {
  GoTestBuild,
  GoTestEvents,
  GoTestRequest,
  GoTestStage,
  ProfileKind,
  TestKind,
} from '../capture/contracts';
import { PROFILE_KINDS } from '../capture/contracts';
import { loopStyle } from '../capture/goCode/loopStyle';
import { inSlices } from '../capture/slices';
import type { SetupLines } from '../profile/answers/flame';
import { inBackground } from '../workbench/inBackground';
import type { OnDemand } from '../workbench/onceLoaded';
import type { Output } from '../workbench/output';
import type { ResultBook } from '../workbench/resultBook';
import type { Captured, Runs } from '../workbench/runs';
import type { Run, Session } from '../session';
import { warn } from '../workbench/failureMessage';
import { goEnvironmentOf, isBenchtime, memoryLimit, profileSettings, type RunOptions } from '../workbench/settings';
import type { Sources } from '../workbench/sources';
import { type Stages, withProgress } from '../workbench/progress';
import { CaptureEnding } from './captureEnding';
import type { OneAtATime } from './oneAtATime';

/** A function to be profiled: where it stands and how `go test` names it. */
export interface Target {
  readonly uri: vscode.Uri;
  readonly kind: TestKind;
  readonly name: string;
}

export interface ProfilingParts {
  readonly session: Session;
  readonly runs: Runs;
  readonly programs: OnDemand<Programs>;
  readonly sources: Sources;
  readonly results: ResultBook;
  readonly output: Output;
  readonly measurements: OneAtATime;
}

/** Figures are drawn before the next kind is measured: the two would disturb each other. */
const DRAWING_MS = 100;

/** The harness' functions that call the measured code, also in the goroutines of b.Run and b.RunParallel. */
const HARNESS: Record<TestKind, readonly string[]> = {
  benchmark: ['testing.(*B).runN', 'testing.(*B).RunParallel.func1'],
  test: ['testing.tRunner'],
  fuzz: ['testing.tRunner'],
  example: ['testing.runExample'],
};

/**
 * Runs `go test` for the target, keeps what it gave and makes it the active run. Throws CaptureError or AbortError.
 * @param isInView the code of the target is in view already, for the user clicked there
 */
export async function profileTarget(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  isInView: boolean,
): Promise<void> {
  if (!isBenchtime(options.benchtime)) {
    const advice = 'write a duration such as 2s, or iterations such as 100x';
    throw new Error(`"${options.benchtime}" is no benchtime: ${advice} (linecost.profile.benchtime).`);
  }
  await saveGoDocuments();
  const { name, kind } = target;
  const ending = new CaptureEnding(parts.session);
  try {
    const run = await withProgress(`Profiling ${name}`, (stages, signal) =>
      parts.measurements.run(signal, () => capture(target, options, parts, stages, signal)),
    );
    const [first] = run.profiles;
    if (run.linesMayBeOff) {
      warn(`The source of ${name} changed while it was built: costs may stand on the wrong line. Profile it again.`, parts.output);
    }
    if (first.summary.sampleCount === 0) warn(noSamples(name, kind, first.label as ProfileKind), parts.output);
    else {
      const openElse = () => parts.sources.openTarget(run.target!);
      void ending.lead(run, { isInView, openElse }).catch(() => undefined);
    }
  } finally {
    ending.dispose();
  }
}

async function capture(
  target: Target,
  options: RunOptions,
  { runs, programs, results, sources, output }: ProfilingParts,
  stages: Stages,
  signal: AbortSignal,
): Promise<Run> {
  const { uri, name, kind } = target;
  const file = uri.fsPath;
  const [baseName] = name.split('/') as [string];
  const isBenchmark = kind === 'benchmark';
  const before = results.of(file, baseName);
  const openTexts = openGoTexts();
  const request = requestOf(target, options);
  output.begin(name);
  const kept = await programs();
  const programFile = await kept.draft().catch(() => undefined);
  let measured: readonly BenchmarkResult[] = [];
  let shownResults: readonly BenchmarkResult[] | undefined;
  let placedId: string | undefined;
  const runCount = runsOf(request.count, request.go.testArgs);
  const tell = async (printed: string) => {
    const { results: own, hasPrintedResults } = await inSlices(readResultsOf(printed, name, runCount), signal);
    if (hasPrintedResults) {
      warn(`${name} prints lines that look like results: the figures shown are those that go test printed last.`, output);
    }
    measured = own;
    shownResults = name === baseName ? measured : mergedResults(before, measured);
    results.set(file, baseName, shownResults);
  };
  try {
    const run = await runs.capture(async ({ id, take }) => {
      let known: Captured | undefined;
      const describe = ({ texts, modulePath, moduleDir, linesMayBeOff }: GoTestBuild): Captured => {
        const allTexts = new Map([...openTexts, ...texts]);
        const text = allTexts.get(file);
        return {
          title: name,
          ...(name !== baseName && { subject: `${file}#${name}` }),
          results: measured,
          target: { file, name: baseName },
          module: { modulePath, moduleDir },
          startBelow: HARNESS[kind],
          setup: isBenchmark ? setupOf(uri, baseName, text) : undefined,
          loop: isBenchmark && text !== undefined ? loopStyle(text, baseName) : undefined,
          ...(linesMayBeOff && { linesMayBeOff }),
          sources: allTexts,
        };
      };
      const events: GoTestEvents = {
        stage: (stage) => stages.report(...stageText(stage)),
        built: (build) => {
          known = describe(build);
          if (programFile === undefined) return;
          placedId = id;
          void kept.place(id, programFile).catch(() => undefined);
        },
        timed: async (printed) => {
          await tell(printed);
          known = known && { ...known, results: measured };
        },
        captured: async ({ kind: label, bytes, iterations }) => {
          const profile = { label, fileName: `${label}.pprof`, ...(iterations && { iterations }) };
          const read = take(profile, bytes, known, request.kinds);
          if (label === request.kinds.at(-1)) return;
          await read;
          await pause(DRAWING_MS);
        },
        output: (text) => output.write(text),
      };
      const { runGoTest } = await import('../capture/goTest/goTest');
      const outcome = await runGoTest({ ...request, programFile }, events, signal);
      stages.report('reading the profile');
      return known ?? describe(outcome);
    }, signal);
    const snapshot = sources.snapshot(run).then(() => runs.keepSources(run)).catch(() => undefined);
    if (programFile !== undefined) void kept.keep(run.id, programFile).catch(() => undefined);
    // Nothing may hold it where the user has gone on to another.
    inBackground(snapshot.then(() => runs.letGo(run)));
    return run;
  } catch (error) {
    if (placedId !== undefined) void kept.remove(placedId).catch(() => undefined);
    if (shownResults && results.of(file, baseName) === shownResults) results.set(file, baseName, before);
    throw error;
  }
}

/** What of the benchmark is no part of what it measures, where its text is known and tells. */
function setupOf(uri: vscode.Uri, name: string, text: string | undefined): SetupLines | undefined {
  const lines = text === undefined ? [] : benchmarkSetup(text, name);
  return lines.length === 0 ? undefined : { function: name, file: posix.basename(uri.path), lines };
}

function requestOf({ uri, kind, name }: Target, options: RunOptions): GoTestRequest {
  const { memProfileRate, timeoutSeconds } = profileSettings(uri);
  const go = goEnvironmentOf(uri);
  return {
    packageDir: vscode.Uri.joinPath(uri, '..').fsPath,
    target: { kind, name },
    kinds: PROFILE_KINDS.filter((known) => options.kinds.includes(known)),
    benchtime: options.benchtime || undefined,
    count: options.count,
    memProfileRate,
    timeoutSeconds,
    resultsOf: async (output) => {
      const runs = runsOf(options.count, go.testArgs);
      return (await inSlices(readResultsOf(output, name, runs))).results;
    },
    mostProfileBytes: memoryLimit(),
    sourceFolders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    go,
  };
}

const KIND_NAMES: Record<ProfileKind, string> = { cpu: 'CPU', memory: 'memory', mutex: 'mutex', block: 'block' };

function stageText(stage: GoTestStage): [text: string, isLong: boolean] {
  switch (stage.kind) {
    case 'building':
      return ['building', false];
    case 'timing':
      return ['timing run', true];
    case 'measuring': {
      const order = stage.runs > 1 ? ` (${stage.run} of ${stage.runs})` : '';
      return [`${KIND_NAMES[stage.profile]} run${order}`, true];
    }
    case 'reading':
      return ['reading the profile', false];
    default:
      return stage satisfies never;
  }
}

/** Go reads files, not editors: what is typed must be on disk before it can be measured. Throws where it cannot be. */
async function saveGoDocuments(): Promise<void> {
  const read = /\.(go|s|c|h|mod|sum|work)$/;
  const typed = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled, fileName }) => {
    return isDirty && !isUntitled && read.test(fileName);
  });
  const saved = await Promise.all(typed.map((document) => document.save()));
  const unsaved = typed.find((_document, i) => !saved[i]);
  if (unsaved) throw new Error(`${vscode.workspace.asRelativePath(unsaved.uri)} could not be saved: save it first.`);
}

function openGoTexts(): Map<string, string> {
  const documents = vscode.workspace.textDocuments;
  const open = documents.filter(({ uri, fileName }) => uri.scheme === 'file' && fileName.endsWith('.go'));
  return new Map(open.map((document) => [document.uri.fsPath, document.getText()]));
}

/** Why the profile that is shown has nothing to show, and what to do about it. */
function noSamples(name: string, kind: TestKind, profile: ProfileKind): string {
  const longer = kind === 'benchmark' ? 'let it run longer (options… → benchtime)' : 'repeat it (linecost.profile.count)';
  const reasons: Record<ProfileKind, string> = {
    cpu: `was over before a cpu sample was taken: ${longer}`,
    memory: `allocated too little for a memory sample: ${longer}, or sample more (linecost.profile.memoryRate)`,
    mutex: 'never had to wait for a lock: its mutex profile is empty',
    block: 'never had to wait: its block profile is empty',
  };
  return `${name} ${reasons[profile]}.`;
}
