import type { CaptureRecord } from '../../captures/disk/captureStore';
import { entry } from '../../profile/memo';
import { captureGroups } from '../../captures/captureGroups';

/**
 * Groups captures into the columns of a comparison. The captures of a suite share a column. The others are grouped by
 * age.
 */
export function columnsOf(records: readonly CaptureRecord[]): CaptureRecord[][] {
  const others = records.filter(({ suite }) => !suite);
  return [...suitesOf(records).values(), ...namesakesApart(others).flatMap(columnsByAge)];
}

/** Splits captures so that no two modules of one name are together, because their results would become one row. */
function namesakesApart(records: readonly CaptureRecord[]): readonly (readonly CaptureRecord[])[] {
  const foldersOf = new Map<string, Set<string>>();
  for (const { module } of records) {
    if (module) entry(foldersOf, module.modulePath, () => new Set<string>()).add(module.moduleDir);
  }
  const parts = new Map<string, CaptureRecord[]>();
  for (const record of records) {
    const { modulePath = '', moduleDir = '' } = record.module ?? {};
    const part = [...(foldersOf.get(modulePath) ?? [])].indexOf(moduleDir);
    entry(parts, `${Math.max(0, part)}`, (): CaptureRecord[] => []).push(record);
  }
  return [...parts.values()];
}

/** The captures of each suite, by its start time and name. */
export function suitesOf(records: readonly CaptureRecord[]): Map<string, CaptureRecord[]> {
  const suites = new Map<string, CaptureRecord[]>();
  for (const record of records) {
    if (record.suite) entry(suites, `${record.suite.startedAt} ${record.suite.name}`, (): CaptureRecord[] => []).push(record);
  }
  return suites;
}

/** The last column has the newest capture of each benchmark, the one before it the second newest of each, and so on. */
function columnsByAge(records: readonly CaptureRecord[]): CaptureRecord[][] {
  const newestFirst = [...records].sort((a, b) => b.capturedAt - a.capturedAt);
  const groups = captureGroups(newestFirst);
  const longest = Math.max(0, ...groups.map((group) => group.records.length));
  const ages = Array.from({ length: longest }, (_, age) => longest - 1 - age);
  return ages.map((age) => groups.flatMap((group) => group.records[age] ?? []));
}
