import type { CaptureRecord } from '../disk/captureStore';
import { whenText } from '../../ui/whenText';

type Named = Pick<CaptureRecord, 'title' | 'capturedAt'>;

/** How a column of compared results is called. */
interface ResultSourceName {
  /** A short name, for the column. */
  readonly name: string;
  /** The titles of the captures. */
  readonly origin: string;
}

/** `BenchmarkJoin 14:05`. @param now milliseconds since the epoch, as for all functions of this file */
export function nameOfCapture({ title, capturedAt }: Named, now: number): ResultSourceName {
  return { name: `${title} ${whenText(capturedAt, now)}`, origin: title };
}

/** The name of the results of a capture's earlier program: `BenchmarkJoin 14:05, v1.2.0`. */
export function nameOfEarlierProgram(
  { title, capturedAt, turns }: Named & Pick<CaptureRecord, 'turns'>,
  now: number,
): ResultSourceName {
  if (turns?.sides) {
    const { before } = turns.sides;
    return { name: `${title} ${whenText(capturedAt, now)}, ${before}`, origin: `${title}: ${before}, measured in turns` };
  }
  const program = turns?.base.revision ?? `program of ${whenText(turns?.base.capturedAt ?? capturedAt, now)}`;
  const origin = `${title}: the ${turns?.base.revision === undefined ? program : `program of ${program}`}, measured in turns`;
  return { name: `${title} ${whenText(capturedAt, now)}, ${program}`, origin };
}

/** The name of captures of several benchmarks: `12 benchmarks 14:05`, or that of the suite, `package lib 14:05`. */
export function nameOfCaptures(
  records: readonly (Named & Pick<CaptureRecord, 'suite'>)[],
  time: number,
  now: number,
): ResultSourceName {
  const [{ suite }] = records;
  const areOfSuite = records.every((record) => record.suite?.startedAt === suite?.startedAt);
  const subject = areOfSuite && suite ? suite.name : `${records.length} benchmarks`;
  return { name: `${subject} ${whenText(time, now)}`, origin: records.map(({ title }) => title).join(', ') };
}
