import type { CaptureRecord } from '../../captures/disk/captureStore';
import { MAX_PROGRAMS } from '../../captures/disk/programLimits';
import { capturesOf } from '../../pages/results/resultsState';
import { baseOf } from '../../captures/loaded/latestResults';
import { measuredName } from '../../captures/loaded/profileAgain';
import { agoText } from '../../ui/whenText';
import type { Target } from '../profile/target';
import type { ProfilingParts } from '../profile/profileTarget';

/** A capture whose program is still stored. */
export interface EarlierCapture {
  readonly record: CaptureRecord;
  /** Absolute path. */
  readonly program: string;
  /** The benchmark or case that it measured: `BenchmarkX` or `BenchmarkX/case`. */
  readonly name: string;
  /** Why this is not the newest capture, if its program could not be stored; empty otherwise. */
  readonly notes: readonly string[];
}

/**
 * Finds the capture to measure a benchmark against: the baseline that the user chose if it is of this benchmark, else
 * the newest pinned capture whose program is stored, else the newest capture whose program is stored. The name of a
 * case stands for that case only, the name of a benchmark also for its cases.
 * @returns a sentence for the user if there is no such capture
 */
export async function earlierCapture(
  { uri, name }: Pick<Target, 'uri' | 'name'>,
  { captures, programs, session }: Pick<ProfilingParts, 'captures' | 'programs' | 'session'>,
): Promise<EarlierCapture | string> {
  const candidates = capturesOf(await captures.records(), uri.fsPath, name).filter((record) => {
    return name === baseOf(name) || measuredName(record) === name;
  });
  if (candidates.length === 0) return `${name} has not been measured here: profile it first, then change the code.`;
  const chosen = session.baselines.filter(({ comparedCapture }) => comparedCapture === undefined);
  const baseline = candidates.find(({ id }) => chosen.some(({ capture }) => capture.id === id));
  const pinned = candidates.filter(({ isPinned }) => isPinned);
  for (const record of baseline ? [baseline] : [...pinned, ...candidates]) {
    const program = await (await programs()).of(record.id);
    if (program === undefined) continue;
    const isOlder = !baseline && !record.isPinned && record !== candidates[0];
    const notes = isOlder && candidates[0].noProgram !== undefined ? [olderText(record)] : [];
    return { record, program, name: measuredName(record), notes };
  }
  const { noProgram } = baseline ?? candidates[0];
  if (noProgram !== undefined) {
    const whose = baseline ? 'the baseline' : 'its newest capture';
    return `Profile ${name} again first: the program of ${whose} could not be stored. ${noProgram}`;
  }
  const gone = baseline ? 'the program of the baseline is gone' : 'the programs of its captures are gone';
  return `Profile ${name} again first: ${gone} (Linecost keeps the newest ${MAX_PROGRAMS}, up to 1 GB).`;
}

function olderText({ capturedAt }: CaptureRecord): string {
  const when = agoText(capturedAt, Date.now());
  return `The program of the newest capture could not be stored: this is against the one measured ${when}.`;
}
