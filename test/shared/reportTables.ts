import { functionCostsInSteps } from '../../src/profile/table/nodeCosts';
import type { Profile } from '../../src/profile/model';
import { finish } from '../../src/profile/common/guard';
import { type ReportTable, reportTableInSteps } from '../../src/profile/table/reportTable';
import { tableWindow } from '../../src/profile/table/tableWindow';
import type { TableOptions, TableView, TableWindow } from '../../src/profile/answers/table';
import { profileOf } from './profileFromText';

export function tableOf(profile: Profile, options: TableOptions = {}, sampleType = 0): ReportTable {
  const [functions] = finish(functionCostsInSteps(profile, [sampleType]));
  return finish(reportTableInSteps(profile, sampleType, options, functions!));
}

/** The table of a profile with these stacks (see TextProfile.stacks). */
export function tableOfStacks(stacks: string, options: TableOptions = {}, types = 'cpu/nanoseconds'): ReportTable {
  return tableOf(profileOf(stacks, { types }), options);
}

/** A window of a table; by default all rows, sorted by flat. */
export function windowOf(table: ReportTable, view: Partial<TableView> = {}): TableWindow {
  return tableWindow(table, { sort: 'flat', direction: 'size', search: '', from: 0, limit: 1000, find: '', ...view });
}

/** Each row as `name flat sum cum`. */
export function rowsOf({ name, flat, sum, cum }: TableWindow): string[] {
  return name.map((text, i) => `${text} ${flat[i]!} ${sum[i]!} ${cum[i]!}`);
}
