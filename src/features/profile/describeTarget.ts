import { cpus } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Conditions, MeasuredCommit } from '../../captures/disk/conditions';
import { codeChangeOf } from '../../captures/disk/measuredCode';
import { recordedEnvironment } from '../../captures/disk/environment';
import type { BenchmarkResult, BenchmarkUnit } from '../../bench/parseOutput';
import { withSlowBuild } from '../../bench/slowBuild';
import { standardText } from '../../bench/standardFormat';
import type { GoTestBuild } from '../../go/captureTypes';
import type { GitState } from '../../go/gitState';
import { readMachineState } from '../../go/machine/machineState';
import { benchmarkCode } from '../../go/code/benchmarkCode';
import { benchmarkSetup } from '../../go/code/benchmarkSetup';
import { reportedUnits } from '../../go/code/reportedUnits';
import { loopStyle } from '../../go/code/benchmarkLoops';
import { inSlices } from '../../go/timeSlices';
import type { Steps } from '../../profile/common/guard';
import type { Captured } from '../../captures/captureDraft';
import type { JudgedCode } from './resultMisfit';
import type { Target } from './pickTarget';
import { START_BELOW } from '../../profile/flame/testingFrames';
import type { ExactMemory } from '../../bench/exactMemory';
import { loopOf, operationsOf } from '../../bench/operations';
import { groupByName } from '../../bench/resultsByCase';
import { findTestFunctions } from '../../go/code/findTests';
import type { QueryEngine } from '../../engine/client';
import type { LoadedProfile } from '../../captures/loadedCapture';

/**
 * The parts of a capture other than its profiles and results. Throws the signal's reason on abort.
 * @param openTexts texts of open editors, by absolute path; the texts that were compiled take precedence
 */
export async function describeTarget(
  { uri, kind, name }: Target,
  build: GoTestBuild,
  openTexts: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Captured> {
  const { texts, modulePath, moduleDir, linesMayBeOff } = build;
  const file = uri.fsPath;
  const baseName = name.split('/')[0];
  const sources = new Map([...openTexts, ...texts]);
  const text = kind === 'benchmark' ? sources.get(file) : undefined;
  const files = text === undefined ? [] : [[file, text] as const, ...testsBeside(file, sources)];
  const code = files.length === 0 ? undefined : await inSlices(describeCode(name, files), signal);
  return {
    title: name,
    ...(name !== baseName && { subject: `${file}#${name}` }),
    results: [],
    target: { file, name: baseName },
    module: { modulePath, moduleDir },
    startBelow: START_BELOW[kind],
    setup: code?.setup,
    loop: code?.loop,
    ...(code?.reportedUnits && { reportedUnits: code.reportedUnits }),
    ...(linesMayBeOff && { linesMayBeOff }),
    conditions: await conditionsOf(build),
    sources,
  };
}

/** What a benchmark's code does to its runs; undefined for tests. Throws the signal's reason on abort. */
export async function judgedCode(
  { uri, kind, name }: Target,
  build: GoTestBuild,
  signal: AbortSignal,
): Promise<JudgedCode | undefined> {
  if (kind !== 'benchmark') return undefined;
  const file = uri.fsPath;
  return { ...(await inSlices(benchmarkCode(build, file, name.split('/')[0]), signal)), name, file };
}

/** Adds to the capture the results of its benchmark, and the processor and GOMAXPROCS that they name. */
export function withResults(
  captured: Captured,
  { results: plain, units }: { readonly results: readonly BenchmarkResult[]; readonly units: readonly BenchmarkUnit[] },
): Captured {
  const results = withSlowBuild(plain, captured.conditions?.flags);
  const [first] = results;
  if (!first) return { ...captured, results };
  const haveSameProcs = results.every(({ procs }) => procs === first.procs);
  const { cpu } = first.config;
  const machine: Conditions = { ...(haveSameProcs && { maxProcs: first.procs }), ...(cpu && { cpu }) };
  const conditions = { ...captured.conditions, ...machine };
  return { ...captured, results, conditions, output: standardText(results, units) };
}

/** Adds to the capture which cases a profiled run had. They have no figures until they are timed without a profile. */
export function withCases(captured: Captured, profiled: readonly BenchmarkResult[]): Captured {
  return { ...captured, results: profiled.map((result) => ({ ...result, values: [] })) };
}

/** The capture of a benchmark that was not timed: no results, but the names of cases that share its profiles. */
export function withoutResults(captured: Captured): Captured {
  const names = new Set(captured.results.map(({ subName }) => subName));
  return { ...captured, results: [], ...(names.size > 1 && { untimedCases: [...names] }) };
}

/** The conditions that are known of a build. */
export async function conditionsOf(
  { goVersion, goExperiment, environment, flags, git }: Omit<GoTestBuild, 'isEarlierProgram'>,
): Promise<Conditions> {
  const cpu = cpus()[0]?.model;
  const { governor } = await readMachineState();
  return {
    goVersion,
    environment: recordedEnvironment(environment),
    flags,
    ...(goExperiment && { goExperiment }),
    ...(cpu && { cpu }),
    ...(governor && { governor }),
    ...(git && { git: measuredCommit(git) }),
  };
}

function measuredCommit({ changes, ...commit }: GitState): MeasuredCommit {
  return { ...commit, ...(changes && { changes: codeChangeOf(changes) }) };
}

/** The other test files in a file's folder, with their texts. */
function testsBeside(file: string, sources: ReadonlyMap<string, string>): (readonly [file: string, text: string])[] {
  const isBeside = (other: string) => other !== file && other.endsWith('_test.go') && dirname(other) === dirname(file);
  return [...sources].filter(([other]) => isBeside(other));
}

/** The setup lines of the benchmark in the first file, and its loop; undefined if the texts do not show them. */
function* describeCode(
  name: string,
  files: readonly (readonly [file: string, text: string])[],
): Steps<Pick<Captured, 'setup' | 'loop' | 'reportedUnits'>> {
  const [baseName] = name.split('/');
  const testFiles = files.map(([file, text]) => ({ file: basename(file), text }));
  const setups = yield* benchmarkSetup(testFiles, baseName);
  const units = yield* reportedUnits(testFiles, baseName);
  const [text, ...others] = files.map((each) => each[1]);
  const loop = yield* loopStyle(text, name, others);
  const known = { loop, ...(units.length > 0 && { reportedUnits: units }) };
  if (setups.length === 0) return { setup: undefined, ...known };
  const empty = { function: baseName, file: basename(files[0][0]), lines: [] };
  const main = setups.find((each) => each.function === baseName) ?? empty;
  const helpers = setups.filter((each) => each !== main);
  return { setup: { ...main, ...(helpers.length > 0 && { helpers }) }, ...known };
}

/**
 * What an operation of a benchmark allocates, without its setup, according to a profile of every allocation; undefined
 * if it is not known exactly. Throws EngineError or AbortError.
 */
export async function exactMemoryOf(
  { summary, iterations, byDuration, loop }: LoadedProfile,
  { target, setup, results, sources, ...captured }: Captured,
  engine: QueryEngine,
): Promise<ExactMemory | undefined> {
  const operations = operationsOf(iterations, loopOf({ ...captured, profiles: [{ loop }] }));
  if (summary.period !== 1 || operations === undefined || byDuration || !target || setup?.helpers) return undefined;
  if (groupByName(results).length !== 1) return undefined;
  const { file, name } = target;
  const code = findTestFunctions(sources.get(file) ?? '').find((each) => each.name === name);
  if (!code || (setup && setup.file !== basename(file))) return undefined;
  const blocks = [[code.line, code.endLine] as const, ...(setup?.lines ?? [])];
  const meanOf = async (type: string): Promise<number> => {
    const sampleType = summary.sampleTypes.findIndex((each) => each.type === type);
    const costs = await engine.ask('blockCosts', { profile: summary.id, sampleType, files: [file], blocks });
    const [all, ...unmeasured] = costs.map(({ cum }) => cum);
    return (all - unmeasured.reduce((sum, cum) => sum + cum, 0)) / operations;
  };
  return { bytes: await meanOf('alloc_space'), allocations: await meanOf('alloc_objects') };
}
