import { posix } from 'node:path';
import * as vscode from 'vscode';
import { parseBenchmarks } from '../bench/parse';
import type { Programs } from '../bench/programs';
import { benchmarkSetup } from '../capture/benchmarkSetup';
import type { GoTestEvents, GoTestRequest, GoTestStage, ProfileKind, TestKind } from '../capture/contracts';
import { PROFILE_KINDS } from '../capture/contracts';
import type { SetupLines } from '../profile/reports';
import type { Output } from '../workbench/output';
import type { ResultBook } from '../workbench/resultBook';
import type { Runs } from '../workbench/runs';
import type { Run } from '../session';
import { warn } from '../workbench/report';
import { goEnvironmentOf, isBenchtime, profileSettings, type RunOptions } from '../workbench/settings';
import type { Sources } from '../workbench/sources';
import { type Stages, withProgress } from '../workbench/progress';
import type { OneAtATime } from './oneAtATime';

/** A function to be profiled: where it stands and how `go test` names it. */
export interface Target {
  readonly uri: vscode.Uri;
  readonly kind: TestKind;
  readonly name: string;
}

export interface ProfilingParts {
  readonly runs: Runs;
  readonly programs: Programs;
  readonly sources: Sources;
  readonly results: ResultBook;
  readonly output: Output;
  readonly measurements: OneAtATime;
}

/** The harness' functions that call the measured code, also in the goroutines of b.Run and b.RunParallel. */
const HARNESS: Record<TestKind, readonly string[]> = {
  benchmark: ['testing.(*B).runN', 'testing.(*B).RunParallel.func1'],
  test: ['testing.tRunner'],
  fuzz: ['testing.tRunner'],
  example: ['testing.runExample'],
};

/** Runs `go test` for the target, keeps what it gave and makes it the active run. Throws CaptureError or AbortError. */
export async function profileTarget(target: Target, options: RunOptions, parts: ProfilingParts): Promise<void> {
  if (!isBenchtime(options.benchtime)) {
    const advice = 'write a duration such as 2s, or iterations such as 100x';
    throw new Error(`"${options.benchtime}" is no benchtime: ${advice} (linecost.profile.benchtime).`);
  }
  await saveGoDocuments();
  const { name, kind } = target;
  const run = await withProgress(`Profiling ${name}`, (stages, signal) =>
    parts.measurements.run(signal, () => capture(target, options, parts, stages, signal)),
  );
  const [shown] = run.profiles;
  if (shown.summary.sampleCount === 0) warn(noSamples(name, kind, shown.label as ProfileKind), parts.output);
}

async function capture(
  target: Target,
  options: RunOptions,
  { runs, programs, results, sources, output }: ProfilingParts,
  stages: Stages,
  signal: AbortSignal,
): Promise<Run> {
  const { uri, name, kind } = target;
  const texts = openGoTexts();
  output.begin(name);
  const programFile = await programs.draft().catch(() => undefined);
  let keeping: Promise<void> | undefined;
  const run = await runs.capture(async (draft) => {
    const events: GoTestEvents = {
      stage: (stage) => stages.report(stageText(stage)),
      captured: (profile) => draft.take({ label: profile.kind, fileName: `${profile.kind}.pprof` }, profile.bytes),
      output: (text) => output.write(text),
    };
    const { runGoTest } = await import('../capture/goTest');
    const outcome = await runGoTest({ ...requestOf(target, options), programFile }, events, signal);
    stages.report('reading the profile');
    if (programFile !== undefined) keeping = programs.keep(draft.id, programFile).catch(() => undefined);
    // A program may print whatever it likes, also lines that look like another benchmark's result.
    const measured = parseBenchmarks(outcome.output).results.filter(({ baseName }) => baseName === name);
    return {
      title: name,
      results: measured,
      target: { file: uri.fsPath, name },
      module: { modulePath: outcome.modulePath, moduleDir: outcome.moduleDir },
      startBelow: HARNESS[kind],
      setup: kind === 'benchmark' ? setupOf(uri, name, texts.get(uri.fsPath)) : undefined,
      sources: texts,
    };
  }, signal);
  await keeping;
  if (kind === 'benchmark') results.set(uri.fsPath, name, run.results);
  void sources.snapshot(run).then(() => runs.keepSources(run)).catch(() => undefined);
  return run;
}

/** What of the benchmark is no part of what it measures, where its text is known and tells. */
function setupOf(uri: vscode.Uri, name: string, text: string | undefined): SetupLines | undefined {
  const lines = text === undefined ? [] : benchmarkSetup(text, name);
  return lines.length === 0 ? undefined : { function: name, file: posix.basename(uri.path), lines };
}

function requestOf({ uri, kind, name }: Target, options: RunOptions): GoTestRequest {
  const { memProfileRate, timeoutSeconds } = profileSettings(uri);
  return {
    packageDir: vscode.Uri.joinPath(uri, '..').fsPath,
    target: { kind, name },
    kinds: PROFILE_KINDS.filter((known) => options.kinds.includes(known)),
    benchtime: options.benchtime || undefined,
    count: options.count,
    memProfileRate,
    timeoutSeconds,
    go: goEnvironmentOf(uri),
  };
}

function stageText(stage: GoTestStage): string {
  return stage.kind === 'building' ? 'building' : `${stage.kind} ${stage.profile}`;
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
