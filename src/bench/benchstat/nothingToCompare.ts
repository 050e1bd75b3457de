import { withoutProcs } from './benchmarkName';
import { differingFields, keyText, valueOf, type Field, type Key } from './projection';
import type { Table, Tables } from './tables';

/** Why comparisons in these units cannot fail. */
export function unitsWithoutDirection(units: readonly string[]): string {
  const [first, ...others] = new Set(units);
  const known = `to say it, add a line "Unit ${first} better=lower" or "better=higher" to a file`;
  return `it is not known whether more or less is better for ${[first, ...others].join(', ')} (${known})`;
}

/** Why tables have no comparison: in each row, only one column has results. */
export function whyNothingCompares({ tables, tableFields, columnFields }: Tables): string {
  if (tables.length === 0) return 'there are no results';
  const columns = new Map<string, Key[]>();
  for (const table of tables) {
    for (const column of table.columns) {
      const name = keyText(columnFields, column);
      columns.set(name, [...(columns.get(name) ?? []), table.key]);
    }
  }
  if (columns.size === 1) return `all results are in one column, ${[...columns.keys()][0]}`;
  if (tables.some(differOnlyInProcessors)) {
    return 'names differ only in GOMAXPROCS, the -N at their end (see -ignore=/gomaxprocs)';
  }
  if (tables.some((table) => table.columns.length > 1)) return 'no benchmark is in the first column and in another one';
  const fields = separatingFields(tableFields, [...columns.values()]);
  return `each table has one column, because the columns differ in ${fields.join(', ')} (see -ignore and -table)`;
}

/** Whether a name of the first column is that of another column, except for the number of processors at its end. */
function differOnlyInProcessors({ rows }: Table): boolean {
  const namesIn = (isFirst: boolean) => rows
    .filter(({ cells }) => cells.some(({ column }) => (column === 0) === isFirst))
    .map(({ label }) => withoutProcs(label));
  const first = new Set(namesIn(true));
  return namesIn(false).some((name) => first.has(name));
}

/** Names of the fields in which the tables of the first column have no value in common with those of another one. */
function separatingFields(fields: readonly Field[], [first, ...others]: readonly Key[][]): string[] {
  const separates = (field: Field) => {
    const values = new Set(first.map((key) => valueOf(key, field)));
    return others.some((keys) => keys.every((key) => !values.has(valueOf(key, field))));
  };
  const separating = fields.filter(separates).map(({ name }) => name);
  return separating.length > 0 ? separating : differingFields(fields, [first, ...others].flat());
}
