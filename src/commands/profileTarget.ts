import * as vscode from 'vscode';
import { parseBenchmarks } from '../bench/parse';
import type { GoTestRequest, GoTestStage, ProfileKind, TestKind } from '../capture/contracts';
import { PROFILE_KINDS } from '../capture/contracts';
import { runGoTest } from '../capture/goTest';
import type { Output } from '../workbench/output';
import type { ResultBook } from '../workbench/resultBook';
import type { Runs } from '../workbench/runs';
import { goEnvironmentOf, profileSettings, type RunOptions } from '../workbench/settings';
import type { Sources } from '../workbench/sources';
import { withProgress } from '../workbench/progress';

/** A function to be profiled: where it stands and how `go test` names it. */
export interface Target {
  readonly uri: vscode.Uri;
  readonly kind: TestKind;
  readonly name: string;
}

export interface ProfilingParts {
  readonly runs: Runs;
  readonly sources: Sources;
  readonly results: ResultBook;
  readonly output: Output;
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
  const { output, results } = parts;
  await saveGoDocuments();
  const sources = openGoTexts();
  const { uri, name, kind } = target;
  output.line(`\n${name}`);
  await withProgress(`Profiling ${name}`, async (progress, signal) => {
    const outcome = await runGoTest(requestOf(target, options), {
      stage: (stage) => progress.report(stageText(stage)),
      output: (text) => output.write(text),
    }, signal);
    progress.report('reading the profile');
    const measured = parseBenchmarks(outcome.output).results;
    const capturedAt = Date.now();
    const record = {
      id: runId(capturedAt),
      title: name,
      capturedAt,
      profiles: outcome.profiles.map((profile) => ({ label: profile.kind, fileName: `${profile.kind}.pprof` })),
      results: measured,
      target: { file: uri.fsPath, name },
      module: { modulePath: outcome.modulePath, moduleDir: outcome.moduleDir },
      startBelow: HARNESS[kind],
    };
    const run = await parts.runs.adopt({ record, profiles: outcome.profiles.map(({ bytes }) => bytes), sources }, signal);
    if (kind === 'benchmark') results.set(uri.fsPath, name, measured);
    if (run.profiles.every(({ summary }) => summary.sampleCount === 0)) warnNoSamples(name);
    void parts.sources.snapshot(run).then(() => parts.runs.keepSources(run)).catch(() => undefined);
  });
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
  const words: Record<ProfileKind, string> = { cpu: 'cpu', memory: 'memory', mutex: 'mutex', block: 'block' };
  if (stage.kind === 'building') return 'building';
  return `${stage.kind === 'measuring' ? 'measuring' : 'reading'} ${words[stage.profile]}`;
}

/** Go reads files, not editors: what is typed must be on disk before it can be measured. */
async function saveGoDocuments(): Promise<void> {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled);
  await Promise.all(dirty.filter(({ fileName }) => /\.(go|s|mod|work)$/.test(fileName)).map((document) => document.save()));
}

function openGoTexts(): Map<string, string> {
  const open = vscode.workspace.textDocuments.filter(({ uri, fileName }) => uri.scheme === 'file' && /\.go$/.test(fileName));
  return new Map(open.map((document) => [document.uri.fsPath, document.getText()]));
}

function warnNoSamples(name: string): void {
  void vscode.window.showWarningMessage(
    `${name} ran, but nothing was sampled: let it run longer (options… → benchtime), or choose another kind.`,
  );
}

/** Sortable by time; the random part keeps two captures of the same millisecond apart. */
export function runId(time: number): string {
  return `${new Date(time).toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
}
