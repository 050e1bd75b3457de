import { functionCostsInSteps } from '../../src/profile/table/functionCosts';
import type { Profile } from '../../src/profile/model';
import { finish } from '../../src/profile/work/guard';
import { reportTableInSteps } from '../../src/profile/table/reportTable';
import type { ReportTable } from '../../src/profile/table/reportTable';
import { tableWindow } from '../../src/profile/table/tableWindow';
import type { TableOptions, TableView, TableWindow } from '../../src/profile/answers/table';
import { profileOf } from './profileFromText';

export function tableOf(profile: Profile, options: TableOptions = {}, sampleType = 0): ReportTable {
  const [functions] = finish(functionCostsInSteps(profile, [sampleType]));
  return finish(reportTableInSteps(profile, sampleType, options, functions!));
}

/** A table of stacks as in `TextProfile.stacks`. */
export function tabled(stacks: string, options: TableOptions = {}, types = 'cpu/nanoseconds'): ReportTable {
  return tableOf(profileOf(stacks, { types }), options);
}

/** All rows by flat, unless `view` says otherwise. */
export function windowOf(table: ReportTable, view: Partial<TableView> = {}): TableWindow {
  return tableWindow(table, { sort: 'flat', direction: 'size', search: '', from: 0, limit: 1000, find: '', ...view });
}

/** `name flat sum cum` of each row. */
export function rowsOf({ name, flat, sum, cum }: TableWindow): string[] {
  return name.map((text, at) => `${text} ${flat[at]!} ${sum[at]!} ${cum[at]!}`);
}
