import { type Conditions, differencesSentence } from '../../captures/disk/conditions';
import { slowBuildOf, slowBuildSentence } from '../../bench/slowBuild';
import { type ClockJump, noiseSentence } from '../../go/machine/machineNoise';
import type { MachineState } from '../../go/machine/machineState';

/** The code that a program was measured against. */
interface ComparedCode {
  readonly revision?: string;
  readonly conditions?: Conditions;
  /** Sentences about differences from the new program, apart from the code. */
  readonly notes?: readonly string[];
}

/** How the two programs were measured. */
interface Circumstances {
  readonly machine: MachineState;
  readonly clock: ClockJump;
  /** The conditions of the new program. */
  readonly conditions: Conditions | undefined;
}

/**
 * Sentences on what limits a verdict: a busy machine, a clock that jumped, a slow build, other conditions, and the
 * code's notes.
 */
export function verdictLimits(earlier: ComparedCode, { machine, clock, conditions }: Circumstances): string[] {
  const noise = noiseSentence(machine);
  const { revision: what = 'The earlier capture', conditions: before, notes = [] } = earlier;
  const differences = differencesSentence(what, before, conditions);
  const build = slowBuildOf(conditions?.flags);
  return [
    ...(noise === undefined ? [] : [noise]),
    ...(clock.hasJumped() ? ['The clock was set, or the machine slept, during the runs.'] : []),
    ...(build === undefined ? [] : [slowBuildSentence(build)]),
    ...(differences === undefined ? [] : [differences]),
    ...notes,
  ];
}
