import * as vscode from 'vscode';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { subjectOf } from '../../captures/loadedCapture';
import { isOfPresentCode } from '../../captures/presentCode';
import type { ProfilesNode } from '../../views/profiles/profilesNodes';
import type { Actions } from '../../ui/loggedMessage';

/**
 * The captures of a suite and earlier ones of its benchmarks: those of the last suite of the same name, or else the
 * last of each benchmark. Empty if there are no earlier ones.
 * @param startedAt when the suite started, in milliseconds since the epoch
 */
export function withPrevious(all: readonly CaptureRecord[], startedAt: number): CaptureRecord[] {
  const measured = all.filter(({ results }) => results.length > 0);
  const now = measured.filter(({ suite }) => suite?.startedAt === startedAt);
  const subjects = new Set(now.map(subjectOf));
  const before = measured
    .filter((record) => record.capturedAt < startedAt && isOfPresentCode(record) && subjects.has(subjectOf(record)))
    .sort((a, b) => b.capturedAt - a.capturedAt);
  const ofSuite = before.find(({ suite }) => suite && suite.name === now[0]?.suite?.name)?.suite;
  const previous = ofSuite ? before.filter(({ suite }) => suite?.startedAt === ofSuite.startedAt) : lastOfEach(before);
  return previous.length === 0 ? [] : [...previous, ...now];
}

/** @param records newest first */
function lastOfEach(records: readonly CaptureRecord[]): CaptureRecord[] {
  const last = new Map<string | undefined, CaptureRecord>();
  for (const record of records) if (!last.has(subjectOf(record))) last.set(subjectOf(record), record);
  // A column of the comparison is of one suite, or of captures outside of suites.
  return [...last.values()].filter(({ suite }) => suite?.startedAt === records[0].suite?.startedAt);
}

/** A button that compares the results of a suite with the previous ones; none if there are none. */
export async function comparePrevious(captures: Pick<LoadedCaptures, 'records'>, startedAt: number): Promise<Actions> {
  const records = withPrevious(await captures.records(), startedAt);
  if (records.length === 0) return {};
  const rows = records.map((record): ProfilesNode => ({ kind: 'capture', record }));
  return { 'Compare with Previous': () => vscode.commands.executeCommand('linecost.compareBenchmarks', rows[0], rows) };
}
