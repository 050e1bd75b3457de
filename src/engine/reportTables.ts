import type { Changes } from '../profile/changes/changes';
import type { FunctionCosts, NodeCosts } from '../profile/table/nodeCosts';
import type { Profile } from '../profile/model';
import type { Steps } from '../profile/common/guard';
import { type ReportTable, reportTableInSteps } from '../profile/table/reportTable';
import { nodeSamplesInSteps, tableChangesInSteps } from '../profile/table/tableNoise';
import type { TableOptions } from '../profile/answers/table';
import { Recent } from '../profile/common/recent';
import { oncePer } from '../profile/memo';
import { columnBytes } from './memoryUse';
import { Prepared } from './preparedReport';

/** The number of cached tables. A table of 50,000 functions takes 3 MB; a table of 300,000 addresses, 20 MB. */
const MAX_TABLES = 2;

/** The tables of one profile, for the sample types and options used last. */
export class Tables {
  private readonly cache = new Recent<Prepared<ReportTable>>(MAX_TABLES);
  private readonly preparedSamples = oncePer((table: ReportTable) => new Prepared(() => nodeSamplesInSteps(table)));

  constructor(
    private readonly profile: Profile,
    /** The function costs under a sample type. */
    private readonly functions: (sampleType: number) => Steps<FunctionCosts>,
    /** The changes under a sample type; undefined if the profile is not a difference of costs per operation. */
    private readonly changes: (sampleType: number) => Steps<Changes | undefined>,
  ) {}

  get bytes(): number {
    return this.cache.values.reduce((sum, { value }) => sum + columnBytes(value), 0);
  }

  clear(): void {
    this.cache.clear();
  }

  /** The table of the last query; before the first query, the default table. */
  likelyNext(sampleType: number): Prepared<ReportTable> {
    return this.cache.values.at(-1) ?? this.table(sampleType, {});
  }

  table(sampleType: number, options: TableOptions): Prepared<ReportTable> {
    const { granularity, mean, drop_negative, divide_by, unit } = options;
    const key = JSON.stringify([sampleType, granularity, mean, drop_negative, divide_by, unit]);
    return this.cache.findOrMake(key, () => new Prepared(() => this.make(sampleType, options)));
  }

  /** The samples behind the figures of a table; undefined if they are not sums, or do not show their samples. */
  samples(table: ReportTable, options: TableOptions): Prepared<NodeCosts | undefined> | undefined {
    return hasOtherFigures(options) ? undefined : this.preparedSamples(table);
  }

  private *make(sampleType: number, options: TableOptions): Steps<ReportTable> {
    const functions = yield* this.functions(sampleType);
    const table = yield* reportTableInSteps(this.profile, sampleType, options, functions);
    const changes = hasOtherFigures(options) ? undefined : yield* this.changes(sampleType);
    return changes ? { ...table, changes: yield* tableChangesInSteps(table, changes) } : table;
  }
}

/** Whether the options make figures that are not the plain sums of values. */
export function hasOtherFigures({ mean, drop_negative: dropNegative, divide_by: divideBy = 1 }: TableOptions): boolean {
  return mean === true || dropNegative === true || divideBy !== 1;
}
