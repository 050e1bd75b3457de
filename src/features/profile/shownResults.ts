import type { CaptureRecord } from '../../captures/disk/captureRecord';
import type { BenchmarkOutput, BenchmarkResult } from '../../bench/parseOutput';
import { mergedResults, readResultsOf, type Rounds, selectResults } from '../../bench/goTestResults';
import { namedAsReported } from '../../bench/reportedFigures';
import { groupByName } from '../../bench/resultsByCase';
import { withSlowBuild } from '../../bench/slowBuild';
import { finish } from '../../profile/common/guard';
import { inSlices } from '../../go/timeSlices';
import type { LatestResults } from '../../captures/loaded/latestResults';
import { type JudgedCode, withMisfits } from './resultMisfit';

/** A benchmark, or one case of it, whose results are shown. */
export interface ResultsTarget {
  /** Absolute path of the file that declares it. */
  readonly file: string;
  /** `BenchmarkX` or `BenchmarkX/case`. */
  readonly name: string;
}

type Known = Pick<CaptureRecord, 'reportedUnits' | 'conditions'>;

/** Shows the results of a benchmark while it is profiled, and the earlier ones again if profiling fails. */
export class ShownResults {
  private readonly baseName: string;
  private readonly earlier: readonly BenchmarkResult[];
  private shown: readonly BenchmarkResult[] | undefined;
  private flags: readonly string[] | undefined;

  constructor(
    private readonly book: LatestResults,
    private readonly target: ResultsTarget,
    readonly rounds: Rounds,
  ) {
    this.baseName = target.name.split('/')[0];
    this.earlier = book.of(target.file, this.baseName);
  }

  /** Whether the target had several cases when it was last measured. */
  get hadCases(): boolean {
    return this.target.name === this.baseName && groupByName(this.earlier).length > 1;
  }

  /**
   * Reads the results of the target in the output of `go test`.
   * @param code marks the results that do not fit it
   */
  async read(output: string, signal: AbortSignal, { reportedUnits }: Known = {}, code?: JudgedCode) {
    const read = await inSlices(readResultsOf(output, this.target.name, this.rounds), signal);
    const named = namedAsReported(read.results, reportedUnits);
    return { ...read, results: code ? withMisfits(code, named) : named };
  }

  /** Reads the results of the target, shows them, and returns them. */
  async show(output: string, signal: AbortSignal, known: Known = {}, code?: JudgedCode) {
    this.flags = known.conditions?.flags;
    const read = await this.read(output, signal, known, code);
    this.replace(read.results);
    return read;
  }

  /** The earlier results of the target. */
  get earlierOfTarget(): readonly BenchmarkResult[] {
    const { baseName, earlier, target: { name } } = this;
    const path = name.slice(baseName.length + 1);
    return path === '' ? earlier : earlier.filter(({ subName }) => subName === path || subName.startsWith(`${path}/`));
  }

  /**
   * Shows the results of the cases that have finished, while the target is still timed; of the others, the earlier ones
   * stay.
   */
  showFinished(output: BenchmarkOutput, { reportedUnits, conditions }: Known, code: JudgedCode | undefined): void {
    const { baseName, target: { file, name }, rounds: { count, cpus } } = this;
    const { results } = finish(selectResults(output, name, this.rounds));
    const roundsOf = (procs: number) => count * (cpus?.filter((each) => each === procs).length ?? 1);
    const finished = groupByName(results).filter((group) => group.results.length >= roundsOf(group.results[0].procs));
    const named = namedAsReported(finished.flatMap((group) => group.results), reportedUnits);
    const shown = withSlowBuild(code ? withMisfits(code, named) : named, conditions?.flags);
    if (shown.length === 0) return;
    this.book.set(file, `${baseName}/${shown[0].subName}`, shown);
    this.shown = this.book.of(file, baseName);
  }

  /** Shows these results of the target instead of the last ones. */
  replace(plain: readonly BenchmarkResult[]): void {
    const results = withSlowBuild(plain, this.flags);
    const { file, name } = this.target;
    this.shown = name === this.baseName ? results : mergedResults(this.earlier, results);
    this.book.set(file, this.baseName, this.shown);
  }

  /** Shows the earlier results again, unless other results are now shown. */
  withdraw(): void {
    const { book, baseName, shown, target: { file } } = this;
    if (shown && book.of(file, baseName) === shown) book.set(file, baseName, this.earlier);
  }
}
