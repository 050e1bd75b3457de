import type { CaptureRecord } from '../../captures/disk/captureRecord';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { mergedResults, readResultsOf, type Rounds } from '../../bench/goTestResults';
import { namedAsReported } from '../../bench/reportedFigures';
import { groupByName } from '../../bench/resultsByCase';
import { withSlowBuild } from '../../bench/slowBuild';
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
    private readonly rounds: Rounds,
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
