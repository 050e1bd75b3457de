import { valueOf, type Key } from './projection';
import type { Tables } from './tables';

/** The lines above each table, such as `goos: linux`: all fields for the first table, then the changed ones. */
export function tableTitles({ tables, tableFields }: Tables): string[][] {
  const fields = tableFields.filter(({ name }) => name !== '.unit');
  let previous: Key | undefined;
  return tables.map(({ key }) => {
    const before = previous;
    previous = key;
    const changed = fields.filter((field) => before === undefined || valueOf(key, field) !== valueOf(before, field));
    return changed.map((field) => `${field.name}: ${valueOf(key, field)}`);
  });
}
