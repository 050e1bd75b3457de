import type { CaptureRecord } from '../disk/captureStore';
import { momentText } from '../../ui/whenText';
import { capturedText } from '../capturedText';

type Named = Pick<CaptureRecord, 'title' | 'capturedAt' | 'conditions'>;

/** How a column of compared results is called. */
interface ResultSourceName {
  /** A short name, for the column. */
  readonly name: string;
  /** The titles of the captures. */
  readonly origin: string;
}

/** `BenchmarkJoin 14:05:09 · 1a2b3c4`. @param now milliseconds since the epoch, as for all functions of this file */
export function nameOfCapture(record: Named, now: number): ResultSourceName {
  const { title } = record;
  return { name: `${title} ${capturedText(record, now)}`, origin: title };
}

/** The name of the results of a capture's earlier program: `BenchmarkJoin 14:05:09, v1.2.0`. */
export function nameOfEarlierProgram(
  { title, capturedAt, turns }: Named & Pick<CaptureRecord, 'turns'>,
  now: number,
): ResultSourceName {
  // The commit is that of the other program.
  const when = momentText(capturedAt, now);
  if (turns?.sides) {
    const { before } = turns.sides;
    return { name: `${title} ${when}, ${before}`, origin: `${title}: ${before}, measured in turns` };
  }
  const program = turns?.base.revision ?? `program of ${momentText(turns?.base.capturedAt ?? capturedAt, now)}`;
  const origin = `${title}: the ${turns?.base.revision === undefined ? program : `program of ${program}`}, measured in turns`;
  return { name: `${title} ${when}, ${program}`, origin };
}

/**
 * The name of captures of several benchmarks: `12 benchmarks 14:05:09`, or that of the suite, `package lib 14:05:09`;
 * with the commit if all have the same.
 */
export function nameOfCaptures(
  records: readonly (Named & Pick<CaptureRecord, 'suite'>)[],
  time: number,
  now: number,
): ResultSourceName {
  const [{ suite }] = records;
  const areOfSuite = records.every((record) => record.suite?.startedAt === suite?.startedAt);
  const subject = areOfSuite && suite ? suite.name : `${records.length} benchmarks`;
  const texts = new Set(records.map(({ conditions }) => capturedText({ capturedAt: time, conditions }, now)));
  const when = texts.size === 1 ? [...texts][0] : momentText(time, now);
  return { name: `${subject} ${when}`, origin: records.map(({ title }) => title).join(', ') };
}
