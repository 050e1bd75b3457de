import type { CaptureRecord } from '../bench/captures/captureStore';
import { entry } from '../profile/memo';
import { captureGroups } from '../views/captureGroups';

/**
 * Groups captures into the columns of a comparison. The captures of a suite share a column. The others are grouped by
 * age.
 */
export function columnsOf(records: readonly CaptureRecord[]): CaptureRecord[][] {
  return [...suitesOf(records).values(), ...columnsByAge(records.filter(({ suite }) => !suite))];
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
