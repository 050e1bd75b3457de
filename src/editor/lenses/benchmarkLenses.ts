import * as vscode from 'vscode';
import { groupByName } from '../../bench/resultsByCase';
import { haveSameFigures } from '../../bench/sameFigures';
import type { TestFunction } from '../../capture/captureTypes';
import type { Session } from '../../session';
import { type ComparedResults, comparedResults } from '../../workbench/comparedResults';
import type { MeasuredBenchmark, MeasuredBenchmarks } from '../../workbench/measuredBenchmarks';
import type { LatestResults } from '../../workbench/latestResults';
import { verdictDetails } from '../../workbench/verdictDetails';
import { whenText } from '../../workbench/whenText';
import { codeLens } from '../../workbench/window';
import { benchmarksOf, testsOf } from './benchmarksInDocument';
import { LensCommands } from './lensCommands';
import { resultTitle, titleAtCall } from './lensTitles';
import { resultsAtCalls, type VerdictAtCall, verdictAtCall } from './resultsAtCalls';
import { subBenchmarksAtCalls } from './subBenchmarksAtCalls';

interface ResultLensOptions {
  readonly verdicts: NonNullable<MeasuredBenchmark['verdicts']>;
  /** Whether the result is shortened to its first figure, because the verdict is beside it. */
  readonly isShort: boolean;
}

/** Finds the functions and calls of a file that have lenses, and writes the lenses. Loaded with the first test file. */
export class BenchmarkLenses implements vscode.Disposable {
  private readonly commands = new LensCommands();

  constructor(
    private readonly results: Pick<LatestResults, 'of'>,
    private readonly session: Pick<Session, 'active'>,
    private readonly measured: Pick<MeasuredBenchmarks, 'of'>,
  ) {}

  /** The lenses of a file with tests. */
  of(document: vscode.TextDocument): vscode.CodeLens[] {
    const lines = document.getText().split(/\r\n|\r|\n/);
    const lenses = benchmarksOf(document).flatMap((benchmark) => {
      const measured = this.measured.of(document.uri.fsPath, benchmark.name);
      const cases = this.caseLenses(document, benchmark, lines);
      const isVerdictShown = this.isVerdictShown(document, benchmark, measured);
      const verdict = isVerdictShown ? verdictLens(benchmark, measured?.verdict) : undefined;
      const [ownLens, ...atCalls] = this.resultLenses(document, benchmark, lines, {
        verdicts: measured?.verdicts ?? new Map(),
        isShort: verdict !== undefined,
      });
      const run = lensesToRun(document, benchmark, measured);
      // The lenses to click come first, because a narrow editor cuts off the end of the line, and a verdict is long.
      return [...run, ...cases, ...(verdict ? [verdict] : []), ...(ownLens ? [ownLens] : []), ...atCalls];
    });
    const all = [...lenses, ...testLenses(document)];
    for (const lens of all) lens.command = this.commands.withoutArguments(lens.command!);
    return all;
  }

  dispose(): void {
    this.commands.dispose();
  }

  /** The results before and now, if the active capture is of this benchmark and compared with another capture of it. */
  private compared(file: string, name: string): ComparedResults | undefined {
    const { active } = this.session;
    const { target, results = [] } = active?.capture ?? {};
    const isShown = target?.file === file && target.name === name && results.length > 0;
    return active && isShown ? comparedResults(active) : undefined;
  }

  private caseLenses(
    { uri }: vscode.TextDocument,
    { name, line: from, endLine: to }: TestFunction,
    lines: readonly string[],
  ): vscode.CodeLens[] {
    if (!lines.slice(from - 1, to).some((text) => /\bRun\b/.test(text))) return [];
    const groups = groupByName(this.results.of(uri.fsPath, name));
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

  /** Whether the verdict is about the shown results, which may have been cleared or replaced since the verdict. */
  private isVerdictShown({ uri }: vscode.TextDocument, { name }: TestFunction, measured?: MeasuredBenchmark): boolean {
    const groups = new Map(groupByName(this.results.of(uri.fsPath, name)).map((group) => [group.key, group.results]));
    const all = [...(measured?.verdicts?.values() ?? [])];
    const ofCapture = all.filter(({ capture }) => capture.id === measured?.verdict?.id);
    // A measurement with nothing to compare has a verdict, but no case of it has one.
    if (ofCapture.length === 0) return groups.size > 0;
    return ofCapture.some((verdict) => haveSameFigures(verdict.results, groups.get(verdict.key) ?? []));
  }

  private resultLenses(
    { uri }: vscode.TextDocument,
    { name, line, endLine }: TestFunction,
    lines: readonly string[],
    { verdicts, isShort }: ResultLensOptions,
  ): vscode.CodeLens[] {
    const groups = groupByName(this.results.of(uri.fsPath, name));
    if (groups.length === 0) return [];
    const click = `Show the results and earlier captures of ${name}`;
    const lens = (at: number, title: string, result?: string, tooltip = click) => {
      const shown = result === undefined ? [uri, name] : [uri, name, result];
      return codeLens(at - 1, { title, command: 'linecost.showResults', tooltip, arguments: shown });
    };
    const compared = this.compared(uri.fsPath, name);
    const all = compared ? resultTitle(groupByName(compared.now), compared.before) : resultTitle(groups);
    const [first] = all.split('  ');
    const ownLens = isShort ? lens(line, first, undefined, `${all}\n${click}`) : lens(line, all);
    if (groups.every(({ subName }) => subName === '')) return [ownLens];
    const atCalls = resultsAtCalls(groups, lines, { from: line, to: endLine }).flatMap((at) => {
      const result = at.groups.length === 1 ? at.groups[0].key : undefined;
      const verdict = verdictAtCall(at, verdicts);
      const shown = result === undefined ? [uri, name] : [uri, name, result];
      return [...(verdict ? [verdictLensAtCall(at.line, verdict, shown)] : []), lens(at.line, titleAtCall(at), result)];
    });
    return [ownLens, ...atCalls];
  }
}

function testLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const { uri } = document;
  if (!vscode.workspace.getConfiguration('linecost.lenses', uri).get('tests', false)) return [];
  return testsOf(document).map(({ name, line }) => {
    const tooltip = `Run ${name} and show what each line costs`;
    const click = { command: 'linecost.profileBenchmark', arguments: [uri, name] };
    return codeLens(line - 1, { icon: 'flame', title: 'profile this test', tooltip, ...click });
  });
}

function lensesToRun(
  { uri }: vscode.TextDocument,
  { name, line }: TestFunction,
  measured: MeasuredBenchmark | undefined,
): vscode.CodeLens[] {
  const lens = (title: string, command: string, tooltip: string, icon?: string) => {
    return codeLens(line - 1, { icon, title, command, tooltip, arguments: [uri, name] });
  };
  return [
    lens('profile this benchmark', 'linecost.profileBenchmark', `Run ${name} and show what each line costs`, 'flame'),
    lens('options…', 'linecost.profileBenchmarkWithOptions', `Choose kinds, benchtime and count for ${name}`),
    ...(measured?.hasProgram ? [lens('measure again', 'linecost.measureAgain', againTooltip(name, measured))] : []),
  ];
}

function againTooltip(name: string, { pinnedAt }: MeasuredBenchmark): string {
  const which = pinnedAt === undefined ? 'earlier capture' : `pinned capture of ${whenText(pinnedAt, Date.now())}`;
  return `Build ${name} as it is now, and measure it in turns with the program of its ${which}`;
}

/** Has a warning icon if something limits the verdict; the tooltip says what, after the title, which may be cut off. */
function verdictLens({ line }: TestFunction, verdict: MeasuredBenchmark['verdict']): vscode.CodeLens | undefined {
  if (!verdict) return undefined;
  const { id, text: title, isLimited, details } = verdict;
  const icon = isLimited ? 'warning' : undefined;
  const tooltip = `${title}\n${details}`;
  return codeLens(line - 1, { icon, title, tooltip, command: 'linecost.showVerdict', arguments: [id] });
}

/** @param resultArguments the arguments of the command that shows the results of the call */
function verdictLensAtCall(line: number, verdict: VerdictAtCall, resultArguments: unknown[]): vscode.CodeLens {
  const { title, captures, alone } = verdict;
  const details = captures.map((capture) => verdictDetails(capture, Date.now()));
  const isLimited = details.some(({ limits }) => limits.length > 0);
  const comparison = 'Click to compare the two in the columns and the flame graph.';
  const [click, hint] = alone === undefined
    ? [{ command: 'linecost.showResults', arguments: resultArguments }, 'Click for the table of all cases.']
    : [{ command: 'linecost.showVerdict', arguments: [alone] }, comparison];
  const sentences = details.flatMap(({ against, limits }) => [against, ...limits]);
  const tooltip = [title, ...new Set(sentences), hint].join('\n');
  return codeLens(line - 1, { ...(isLimited && { icon: 'warning' }), title, tooltip, ...click });
}
