import type { Captured } from '../../captures/captureDraft';
import type { StoredProfile } from '../../captures/disk/captureStore';
import type { GoTestRequest, ProfileKind } from '../../go/captureTypes';
import type { GoTest, MeasuredRun } from '../../go/test/goTest';
import { judgeOf } from './judgeProfile';
import type { TakenProfile } from './profiledRounds';
import type { JudgedCode } from './resultMisfit';

/** The program whose runs are judged. */
export interface JudgedRuns {
  readonly request: Pick<GoTestRequest, 'memProfileRate'>;
  readonly test: GoTest;
  /** Undefined for tests. */
  readonly code: JudgedCode | undefined;
}

/** A profile with how much slower its runs were, and what judges it once it is loaded. */
export async function judgedProfile(
  { request: { memProfileRate }, test, code }: JudgedRuns,
  { kind, profile: plain, figures }: TakenProfile,
  runs: readonly MeasuredRun[],
  captured: Captured,
) {
  const profile = { ...plain, ...(await slowerOf(test, kind, runs, captured)) };
  return { profile, judge: code && judgeOf(code, { kind, run: figures, memProfileRate }, captured) };
}

/**
 * How much slower the slowest of the runs was that took this kind of profile, if the time is known, and if at least
 * half of the runs were slower: the costs are those of all of them.
 */
export async function slowerOf(
  test: GoTest,
  kind: ProfileKind,
  runs: readonly MeasuredRun[],
  { reportedUnits }: Captured,
): Promise<Pick<StoredProfile, 'slower'>> {
  if (reportedUnits?.includes('ns/op')) return {};
  const own = runs.filter(({ kinds }) => kinds.includes(kind));
  const found = await Promise.all(own.map((run) => test.slowerThanTimed(run, kind)));
  const slower = found.flatMap((each) => each ?? []).sort((a, b) => b.profiled - a.profiled);
  return slower.length > 0 && 2 * slower.length >= own.length ? { slower: slower[0] } : {};
}
