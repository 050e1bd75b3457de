import { cpus } from 'node:os';
import { dirname, posix } from 'node:path';
import type * as vscode from 'vscode';
import type { Conditions } from '../bench/captures/conditions';
import type { BenchmarkResult, BenchmarkUnit } from '../bench/parseOutput';
import { standardText } from '../bench/standardFormat';
import type { GoTestBuild, TestKind } from '../capture/contracts';
import { benchmarkSetup } from '../capture/goCode/benchmarkSetup';
import { loopStyle } from '../capture/goCode/loopOfSource';
import type { SetupLines } from '../profile/answers/flame';
import type { Captured } from '../workbench/loadedCaptures';
import type { Target } from './pickTarget';

/** The testing frames that call the measured code, also in the goroutines of b.Run and b.RunParallel. */
const START_BELOW: Record<TestKind, readonly string[]> = {
  benchmark: ['testing.(*B).runN', 'testing.(*B).RunParallel.func1'],
  test: ['testing.tRunner'],
  fuzz: ['testing.tRunner'],
  example: ['testing.runExample'],
};

/**
 * The parts of a capture other than its profiles and results.
 * @param openTexts texts of open editors, by absolute path; the texts that were compiled win
 */
export function describeTarget(
  { uri, kind, name }: Target,
  build: GoTestBuild,
  openTexts: ReadonlyMap<string, string>,
): Captured {
  const { texts, modulePath, moduleDir, linesMayBeOff } = build;
  const file = uri.fsPath;
  const baseName = name.split('/')[0];
  const sources = new Map([...openTexts, ...texts]);
  const benchmarkText = kind === 'benchmark' ? sources.get(file) : undefined;
  return {
    title: name,
    ...(name !== baseName && { subject: `${file}#${name}` }),
    results: [],
    target: { file, name: baseName },
    module: { modulePath, moduleDir },
    startBelow: START_BELOW[kind],
    setup: benchmarkText === undefined ? undefined : setupOf(uri, baseName, benchmarkText),
    loop: benchmarkText === undefined ? undefined : loopStyle(benchmarkText, name, testsBeside(file, sources)),
    ...(linesMayBeOff && { linesMayBeOff }),
    conditions: conditionsOf(build),
    sources,
  };
}

/** The capture with results of its benchmark, and what they tell about the machine. */
export function withResults(
  captured: Captured,
  { results, units }: { readonly results: readonly BenchmarkResult[]; readonly units: readonly BenchmarkUnit[] },
): Captured {
  const [first] = results;
  if (!first) return { ...captured, results };
  const isOneNumber = results.every(({ procs }) => procs === first.procs);
  const { cpu } = first.config;
  const known: Conditions = { ...(isOneNumber && { maxProcs: first.procs }), ...(cpu && { cpu }) };
  const conditions = { ...captured.conditions, ...known };
  return { ...captured, results, conditions, output: standardText(results, units) };
}

function conditionsOf({ goVersion, goExperiment, flags, git }: GoTestBuild): Conditions {
  const cpu = cpus()[0]?.model;
  return { goVersion, flags, ...(goExperiment && { goExperiment }), ...(cpu && { cpu }), ...(git && { git }) };
}

/** Texts of the other test files of a file's package. */
function testsBeside(file: string, sources: ReadonlyMap<string, string>): string[] {
  const isBeside = (other: string) => other !== file && other.endsWith('_test.go') && dirname(other) === dirname(file);
  return [...sources].flatMap(([other, text]) => (isBeside(other) ? [text] : []));
}

/** The setup lines of the benchmark, which it does not measure; undefined if its text does not show them. */
function setupOf(uri: vscode.Uri, name: string, text: string): SetupLines | undefined {
  const lines = benchmarkSetup(text, name);
  return lines.length === 0 ? undefined : { function: name, file: posix.basename(uri.path), lines };
}
