import * as vscode from 'vscode';
import type { NamedResults } from '../../bench/resultsByCase';
import type { TestFunction } from '../../go/captureTypes';
import type { MeasuredBenchmark } from '../../captures/loaded/measuredBenchmarks';
import { momentText } from '../../ui/whenText';
import { codeLens } from '../../ui/window';
import { findTestFunctions } from '../../go/code/findTests';
import { type Extent, resultsAtCalls } from './resultsAtCalls';
import { runCalls } from '../../go/code/runCalls';

/** @param hottestOf the lens of the hottest line of a test whose profile is shown */
export function testLenses(
  document: vscode.TextDocument,
  hottestOf: (test: TestFunction) => vscode.CodeLens[],
): vscode.CodeLens[] {
  const { uri } = document;
  if (vscode.workspace.getConfiguration('linecost.lenses', uri).get<unknown>('tests') === false) return [];
  return testsOf(document).flatMap((test) => {
    const { name, line } = test;
    const lens = (title: string, command: string, tooltip: string, icon?: string) => {
      return codeLens(line - 1, { icon, title, command, tooltip, arguments: [uri, name] });
    };
    return [
      ...hottestOf(test),
      lens('profile this test', 'linecost.profileBenchmark', `Run ${name} and show what each line costs`, 'flame'),
      lens('find leaked goroutines', 'linecost.findLeaks', `Run ${name} and show the goroutines that it leaves behind`),
    ];
  });
}

export function lensesToRun(
  { uri }: vscode.TextDocument,
  { name, line }: TestFunction,
  measured: MeasuredBenchmark | undefined,
): vscode.CodeLens[] {
  const lens = (title: string, command: string, tooltip: string, icon?: string) => {
    return codeLens(line - 1, { icon, title, command, tooltip, arguments: [uri, name] });
  };
  // VS Code moves a row that is wider than the editor to the left of its function.
  const title = measured?.hasProgram ? 'profile' : 'profile this benchmark';
  return [
    ...(measured?.hasProgram ? [lens(againTitle(measured), 'linecost.measureAgain', againTooltip(name, measured))] : []),
    lens(title, 'linecost.profileBenchmark', `Run ${name} and show what each line costs`, 'flame'),
    lens('options…', 'linecost.profileBenchmarkWithOptions', `Choose kinds, benchtime and count for ${name}`),
  ];
}

/** Shows a function of the benchmark here and in production. */
export function productionLens({ uri }: vscode.TextDocument, { name, line }: TestFunction): vscode.CodeLens {
  return codeLens(line - 1, {
    title: 'in production',
    command: 'linecost.besideProduction',
    tooltip: `Show a function of ${name} here and in production, side by side`,
    arguments: [uri.toString(), line],
  });
}

/** A longer name of a case would push the other lenses out of the editor. */
const MAX_CASE = 16;

function againTitle({ onlyCase }: MeasuredBenchmark): string {
  if (onlyCase === undefined) return 'measure again';
  return onlyCase.length > MAX_CASE ? 'measure case again' : `measure ${onlyCase} again`;
}

function againTooltip(benchmark: string, { pinnedAt, onlyCase }: MeasuredBenchmark): string {
  const name = onlyCase === undefined ? benchmark : `${benchmark}/${onlyCase}`;
  const which = pinnedAt === undefined ? 'earlier capture' : `pinned capture of ${momentText(pinnedAt, Date.now())}`;
  return `Build ${name} as it is now, and measure it in turns with the program of its ${which}:\n`
    + 'the two run one after the other, again and again, so that a change of the machine\'s speed hits both.';
}

/** The lenses that profile a single case. `groups` are the results of the benchmark. */
export function caseLenses(
  { uri }: vscode.TextDocument,
  { name, line: from, endLine: to }: TestFunction,
  lines: readonly string[],
  groups: readonly NamedResults[],
): vscode.CodeLens[] {
  if (!lines.slice(from - 1, to).some((text) => /\bRun\b/.test(text))) return [];
  return subBenchmarksAtCalls(groups, lines, { from, to }).map(({ line, subName, hasSubBenchmarks }) => {
    const fullName = `${name}/${subName}`;
    return codeLens(line - 1, {
      icon: 'flame',
      title: hasSubBenchmarks ? 'profile these cases' : 'profile this case',
      command: 'linecost.profileBenchmark',
      tooltip: `Run ${fullName} alone and show what each line costs`,
      arguments: [uri, fullName],
    });
  });
}

/**
 * A lens above each `b.Run` that has none, because its cases have computed names: the results of its cases will be
 * there, and the line of the lens stays.
 */
export function casesToCome(
  { uri }: vscode.TextDocument,
  { name, line: from, endLine: to }: TestFunction,
  lines: readonly string[],
  known: readonly vscode.CodeLens[],
): vscode.CodeLens[] {
  const withLenses = new Set(known.map(({ range }) => range.start.line));
  return runCalls(lines.slice(from - 1, to).join('\n')).flatMap(({ line, hasInner, isOfBenchmark }) => {
    const at = line + from - 2;
    if (hasInner || !isOfBenchmark || withLenses.has(at)) return [];
    const tooltip = `Run ${name} and show the result of each case here`;
    return [codeLens(at, { title: 'profile all cases', command: 'linecost.profileBenchmark', tooltip, arguments: [uri, name] })];
  });
}

interface CachedBenchmarks {
  readonly version: number;
  readonly functions: readonly TestFunction[];
}

const lastFound = new WeakMap<vscode.TextDocument, CachedBenchmarks>();

export function benchmarksOf(document: vscode.TextDocument): readonly TestFunction[] {
  return functionsOf(document).filter(({ kind }) => kind === 'benchmark');
}

/** The tests, examples and fuzz tests of a file. */
function testsOf(document: vscode.TextDocument): readonly TestFunction[] {
  return functionsOf(document).filter(({ kind }) => kind !== 'benchmark');
}

/** Cached until the file's text changes. */
function functionsOf(document: vscode.TextDocument): readonly TestFunction[] {
  const last = lastFound.get(document);
  if (last?.version === document.version) return last.functions;
  const functions = findTestFunctions(document.getText());
  lastFound.set(document, { version: document.version, functions });
  return functions;
}

/** A sub-benchmark that can be profiled alone. */
interface SubBenchmarkAtCall {
  /** 1-based line of its `b.Run`. */
  readonly line: number;
  /** As printed, after the benchmark's name: `encode/short_text`. */
  readonly subName: string;
  /** Whether it has sub-benchmarks itself. */
  readonly hasSubBenchmarks: boolean;
}

/**
 * Returns the sub-benchmarks whose `b.Run` call is in `extent`, on a `*testing.B`, and whose full name is known: all
 * parts are literals, or the results of the call have one name. A call whose results have several names is left out,
 * unless they are those of its sub-benchmarks, which a function elsewhere may run. Package testing appends #01 to a
 * repeated name, so only the first call with a name is returned.
 */
export function subBenchmarksAtCalls(
  groups: readonly NamedResults[],
  lines: readonly string[],
  extent: Extent,
): SubBenchmarkAtCall[] {
  const { from, to } = extent;
  const measured = new Map(resultsAtCalls(groups, lines, extent).map((at) => [at.line, subNamesOf(at.groups)]));
  const all = runCalls(lines.slice(from - 1, to).join('\n')).flatMap((call): SubBenchmarkAtCall[] => {
    if (!call.isOfBenchmark) return [];
    const line = call.line + from - 1;
    const subNames = measured.get(line) ?? [];
    const isLiteral = call.path.every((name) => name.isLiteral);
    const subName = isLiteral ? call.path.map(({ text }) => text || UNNAMED).join('/') : subNames[0];
    const isOwn = (measured: string) => measured === subName || (isLiteral && measured.startsWith(`${subName}/`));
    if (subName === undefined || !subNames.every(isOwn)) return [];
    return [{ line, subName, hasSubBenchmarks: call.hasInner || subNames.some((measured) => measured !== subName) }];
  });
  const firsts = new Map(all.toReversed().map((each) => [each.subName, each]));
  return all.filter((each) => firsts.get(each.subName) === each);
}

/** The name that package testing gives to the first sub-benchmark with an empty name. */
const UNNAMED = '#00';

function subNamesOf(groups: readonly NamedResults[]): string[] {
  return [...new Set(groups.map(({ subName }) => subName))];
}
