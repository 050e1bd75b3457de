import type { Captured } from '../../captures/captureDraft';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import type { QueryEngine } from '../../engine/client';
import type { MeasuredRun } from '../../go/test/goTest';
import { ignored } from '../../profile/common/ignored';
import { warn } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import type { Progress } from '../../ui/progress';
import { profileSettings } from '../../ui/settings/profileSettings';
import { canSharpen, failedRoundText, goOnProfiling, hottestCertaintyIn, type ProfiledGroup } from './furtherRounds';
import { judgedProfile, type JudgedRuns } from './judgedProfiles';
import type { OneAtATime } from './oneAtATime';
import type { Target } from './pickTarget';
import { readRound, takenProfiles } from './profiledRounds';
import type { ProgramDraft } from './programDraft';

/** What is known of a capture after its first round. */
export type FirstRound = Captured & { readonly profiles: readonly LoadedProfile[] };

/** A benchmark whose profiles were taken once. */
interface Sharpened extends JudgedRuns {
  readonly target: Target;
  readonly inProgress: CaptureInProgress;
  readonly program: ProgramDraft;
  readonly parts: {
    readonly engine: QueryEngine;
    readonly measurements: OneAtATime;
    readonly output: Output;
    readonly session: Session;
  };
  readonly progress: Progress;
  /** Of the stages that run the program. */
  readonly longStage: Parameters<Progress['report']>[1];
  /** Called when only further rounds are still to come. @param capture unset if another one is shown */
  readonly onFirstRound?: ((known: FirstRound, capture: Capture | undefined) => void) | undefined;
}

/**
 * Profiles a benchmark in further rounds until there are enough samples: see goOnProfiling. Before, stores the capture,
 * so that it is not lost if the window closes. Never rejects.
 */
export async function sharpen(
  running: Sharpened,
  measured: Captured,
  groups: readonly ProfiledGroup[],
  runs: MeasuredRun[],
): Promise<void> {
  const { inProgress, program, parts, progress, target, test, longStage } = running;
  const { engine, measurements, output, session } = parts;
  const goal = profileSettings(target.uri).samples;
  if (goal === 0 || !canSharpen({ ...measured, profiles: inProgress.profiles() }, target.name)) return;
  const captured = await program.storedIn(measured, output);
  const isStored = await inProgress.storeSoFar(captured).then(() => true, ignored('there are no further rounds', false));
  if (!isStored) return;
  const active = session.active?.capture;
  const shown = active?.id === inProgress.id ? active : undefined;
  running.onFirstRound?.({ ...captured, profiles: inProgress.profiles() }, shown);
  measurements.letNextBegin();
  const certaintyOf = hottestCertaintyIn(engine, captured, progress.signal);
  const failed = await goOnProfiling(groups, {
    goal,
    certaintyOf: (kind) => certaintyOf(inProgress.profiles().find(({ label }) => label === kind)),
    run: async (kinds, stage) => {
      progress.report(stage, { ...longStage, detail: undefined });
      const repeated = await test.repeat(runs.find((run) => run.kinds.includes(kinds[0]))!);
      runs.push(repeated);
      return readRound(test, repeated);
    },
    retake: async (rounds) => {
      for (const taken of takenProfiles(rounds, captured)) {
        const { profile, judge } = await judgedProfile(running, taken, runs, captured);
        await inProgress.retake(profile, taken.rounds, captured, judge);
      }
    },
  });
  if (failed) warn(failedRoundText(target.name, failed), output);
}
