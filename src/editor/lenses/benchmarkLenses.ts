import type * as vscode from 'vscode';
import { misfitSign, misfitTexts } from '../../bench/misfit';
import { reportedHint } from '../../bench/reportedFigures';
import { caseKey, groupByName, type NamedResults } from '../../bench/resultsByCase';
import { slowBuildShortSign, slowBuildSign } from '../../bench/slowBuild';
import { haveSameFigures } from '../../bench/sameFigures';
import type { TestFunction } from '../../go/captureTypes';
import type { Session } from '../../captures/session';
import { type ComparedResults, comparedResults } from '../../captures/loaded/comparedResults';
import type { MeasuredBenchmark, MeasuredBenchmarks } from '../../captures/loaded/measuredBenchmarks';
import { baseOf, type LatestResults } from '../../captures/loaded/latestResults';
import { momentText } from '../../ui/whenText';
import { codeLens } from '../../ui/window';
import type { HottestLines } from './hottestLine';
import type { LensCommands } from './lensCommands';
import {
  benchmarksOf, caseLenses, casesToCome, lensesToRun, productionLens, testLenses,
} from './profileLenses';
import { type ResultsAtCall, resultsAtCalls } from './resultsAtCalls';
import { isVerdictShown, opensResults, verdictAtCall, verdictLens, verdictLensAtCall } from './verdictLenses';
import { formatChange, formatResult } from '../../bench/formatResult';
import type { BenchmarkResult } from '../../bench/parseOutput';

interface ResultLensOptions {
  readonly verdicts: NonNullable<MeasuredBenchmark['verdicts']>;
  /** Whether the result is shortened to its first figure, because the verdict is beside it. */
  readonly isShort: boolean;
  /** Whether the verdict beside it has its figures, so that they are only a word to click. */
  readonly isSaid: boolean;
  /** Whether the result is left out, because a click on the verdict beside it shows the same table. */
  readonly isVerdictEnough: boolean;
  /** Whether the results are newer than the columns or the verdict beside them. */
  readonly isLater: boolean;
}

/** Finds the functions and calls of a file that have lenses, and writes the lenses. Loaded with the first test file. */
export class BenchmarkLenses {
  constructor(
    private readonly results: Pick<LatestResults, 'of' | 'measuredAt'>,
    private readonly session: Pick<Session, 'active'>,
    private readonly measured: Pick<MeasuredBenchmarks, 'of'>,
    private readonly hottest: Pick<HottestLines, 'lenses'>,
    private readonly hasStores: () => boolean,
    private readonly commands: Pick<LensCommands, 'clickable'>,
  ) {}

  /** The lenses of a file with tests. */
  of(document: vscode.TextDocument): vscode.CodeLens[] {
    const lines = document.getText().split(/\r\n|\r|\n/);
    const lenses = benchmarksOf(document).flatMap((benchmark) => {
      const measured = this.measured.of(document.uri.fsPath, benchmark.name);
      const groups = groupByName(this.results.of(document.uri.fsPath, benchmark.name));
      const cases = caseLenses(document, benchmark, lines, groups);
      const last = isVerdictShown(groups, measured) ? measured?.verdict : undefined;
      const isOlderShown = last !== undefined && this.isOlderShown(document.uri.fsPath, benchmark.name, last.id);
      const verdict = last && verdictLens(benchmark, last, isOlderShown);
      const isSaid = last?.figures !== undefined && !last.isEarlier;
      const results = this.resultLenses(document, benchmark, lines, {
        verdicts: measured?.verdicts ?? new Map(),
        isShort: verdict !== undefined,
        isSaid,
        isVerdictEnough: verdict !== undefined && opensResults(measured) && !last?.isEarlier,
        isLater: last?.isEarlier === true || this.isOlderCaptureShown(document.uri.fsPath, benchmark.name),
      });
      // A line of lenses that comes with the results would move the code below it.
      const waiting = casesToCome(document, benchmark, lines, [...cases, ...results]);
      const isAskable = this.hasStores() && this.isShown(document.uri.fsPath, benchmark.name);
      const production = isAskable ? [productionLens(document, benchmark)] : [];
      const run = [...lensesToRun(document, benchmark, measured), ...production];
      // The answer comes first. It is short, because a narrow editor cuts off the end of the line.
      const answer = verdict ? [verdict] : this.hottestOf(document.uri.fsPath, benchmark);
      const others = [...cases, ...waiting];
      return isSaid ? [...answer, ...run, ...results, ...others] : [...answer, ...results, ...run, ...others];
    });
    const ofTests = testLenses(document, (each) => this.hottestOf(document.uri.fsPath, each));
    return this.commands.clickable([...lenses, ...ofTests]);
  }

  /** The lens of the hottest line of a benchmark or test whose profile, or that of one of its cases, is shown. */
  private hottestOf(file: string, { name, line }: TestFunction): vscode.CodeLens[] {
    return this.isShown(file, name) ? this.hottest.lenses(line) : [];
  }

  /** Whether the profile of a benchmark or test, or that of one of its cases, is shown. */
  private isShown(file: string, name: string): boolean {
    const { target } = this.session.active?.capture ?? {};
    return target?.file === file && baseOf(target.name) === name;
  }

  /** Whether the columns are those of another capture of the benchmark than its verdict. */
  private isOlderShown(file: string, name: string, verdictId: string): boolean {
    const { target, id } = this.session.active?.capture ?? {};
    return target?.file === file && target.name === name && id !== verdictId;
  }

  /** Whether the columns are those of a capture of the benchmark that is older than its results. */
  private isOlderCaptureShown(file: string, name: string): boolean {
    const { target, capturedAt = 0, results = [] } = this.session.active?.capture ?? {};
    const isShown = target?.file === file && target.name === name && capturedAt > 0;
    // While it is timed, its own results are printed.
    const isBeingTimed = results.length > 0 && !haveFigures(results);
    if (!isShown || isBeingTimed || (this.results.measuredAt(file, name) ?? 0) <= capturedAt) return false;
    return !haveSameFigures(results, this.results.of(file, name));
  }

  /** Whether the columns are those of a capture of the benchmark that was not timed, after its last results. */
  private isUntimedShown(file: string, name: string, measuredAt: number): boolean {
    const { target, capturedAt = 0, results = [] } = this.session.active?.capture ?? {};
    return target?.file === file && target.name === name && !haveFigures(results) && measuredAt < capturedAt;
  }

  /** The results before and now, if the active capture is of this benchmark and compared with another capture of it. */
  private compared(file: string, name: string): ComparedResults | undefined {
    const { active } = this.session;
    const { target, results = [] } = active?.capture ?? {};
    const isShown = target?.file === file && target.name === name && results.length > 0;
    return active && isShown ? comparedResults(active) : undefined;
  }

  private resultLenses(
    { uri }: vscode.TextDocument,
    { name, line, endLine }: TestFunction,
    lines: readonly string[],
    { verdicts, isShort, isSaid, isVerdictEnough, isLater }: ResultLensOptions,
  ): vscode.CodeLens[] {
    const groups = groupByName(this.results.of(uri.fsPath, name));
    if (groups.length === 0) return [];
    const hint = reportedHint([...new Set(groups.flatMap(({ results }) => results[0].values.map(({ unit }) => unit)))]);
    const click = [...misfitTexts(groups.flatMap(({ results }) => results)), hint, `Show the results and earlier captures of ${name}`].filter(Boolean).join('\n');
    const compared = this.compared(uri.fsPath, name);
    const measuredAt = this.results.measuredAt(uri.fsPath, name);
    const isEarlier = measuredAt !== undefined && this.isUntimedShown(uri.fsPath, name, measuredAt);
    const order = isLater ? 'latest' : isEarlier ? 'earlier' : undefined;
    const when = order && measuredAt !== undefined ? `${order} (${momentText(measuredAt, Date.now())}): ` : '';
    const lens = (at: number, figures: string, result?: string, tooltip = click) => {
      const shown = result === undefined ? [uri, name] : [uri, name, result];
      const title = compared && at === line ? figures : `${when}${figures}`;
      return codeLens(at - 1, { title, command: 'linecost.showResults', tooltip, arguments: shown });
    };
    // The verdict beside it says by how much it changed. With a time before it, the row could be too wide.
    const build = slowBuildShortSign(groups[0].results);
    const shortLens = (at: number, title: string, result?: string) => {
      const [first] = title.split(/ {2}| \(| · /);
      return lens(at, first + build, result, `${title}\n${click}`);
    };
    const all = compared
      ? resultTitle(groupByName(compared.now), compared.before, compared.areInTurns)
      : resultTitle(groups);
    const ownLens = isSaid ? () => lens(line, 'results', undefined, `${all}\n${click}`) : isShort || when !== '' ? shortLens : lens;
    const own = isVerdictEnough ? [] : [ownLens(line, all)];
    if (groups.every(({ subName }) => subName === '')) return own;
    const atCalls = resultsAtCalls(groups, lines, { from: line, to: endLine }).flatMap((at) => {
      const result = at.groups.length === 1 ? at.groups[0].key : undefined;
      const verdict = verdictAtCall(at, verdicts);
      const shown = result === undefined ? [uri, name] : [uri, name, result];
      if (!verdict) return [lens(at.line, titleAtCall(at), result)];
      const verdictAt = verdictLensAtCall(at.line, verdict, shown);
      return result === undefined ? [verdictAt] : [verdictAt, shortLens(at.line, titleAtCall(at), result)];
    });
    return [...own, ...atCalls];
  }
}

/**
 * The title of a lens: `312.4 ns/op  53 B/op  2 allocs/op`, after the sub-benchmark's name if there is one, or
 * `40 results…` for several names, with the reason if none of them measures an operation; empty for none.
 * @param before earlier results of the benchmark; the text is then the change:
 * `1465 → 1615 ns/op (10.2 % slower)  53 B/op`, unless the figures before or now are not those of an operation
 * @param areInTurns see formatChange
 */
export function resultTitle(
  groups: readonly NamedResults[],
  before?: readonly BenchmarkResult[],
  areInTurns = false,
): string {
  const [group] = groups;
  if (group === undefined) return '';
  if (groups.length > 1) return `${groups.length} results…${misfitOfAll(groups)}${slowBuildShortSign(group.results)}`;
  const figures = figuresOf(group, before, areInTurns);
  return group.subName === '' ? figures : `${group.subName}: ${figures}`;
}

/** The sign of the first case, if the figures of no case are those of an operation. */
function misfitOfAll(groups: readonly NamedResults[]): string {
  const signs = groups.map(({ results }) => misfitSign(results));
  return signs.every((sign) => sign !== '') ? signs[0] : '';
}

/** The lens title of a call: the figures, and the name of the sub-benchmark unless the call shows it. */
export function titleAtCall({ groups, isNamedThere }: ResultsAtCall): string {
  return isNamedThere ? figuresOf(groups[0]) : resultTitle(groups);
}

/** The figures of one name, or their change from `before`. */
function figuresOf(
  { key, results }: NamedResults,
  before: readonly BenchmarkResult[] = [],
  areInTurns = false,
): string {
  const compared = before.filter((result) => caseKey(result) === key);
  const isComparable = compared.length > 0 && misfitSign([...compared, ...results]) === '';
  const figures = isComparable ? formatChange(compared, results, areInTurns) : formatResult(results);
  return figures + misfitSign(results) + slowBuildSign(results);
}

/** Whether a benchmark was timed. */
function haveFigures(results: readonly BenchmarkResult[]): boolean {
  return results.some(({ values }) => values.length > 0);
}
