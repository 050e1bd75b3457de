import type { ProfileKind, TestKind } from '../../go/captureTypes';

/** Why the profile of a run has nothing to show, and what to do about it. */
export function noSamplesText(name: string, kind: TestKind, profile: ProfileKind): string {
  const longer = kind === 'benchmark' ? 'let it run longer (options… → benchtime)' : 'run it many times';
  const reasons: Record<ProfileKind, string> = {
    cpu: `was over before a cpu sample was taken: ${longer}`,
    memory: `allocated too little for a memory sample: ${longer}, or sample more (linecost.profile.memoryRate)`,
    mutex: 'never had to wait for a lock: its mutex profile is empty',
    block: 'never had to wait: its block profile is empty',
  };
  return `${name} ${reasons[profile]}.`;
}

/** The Go call that enables a profile, by the name of the profile; without it, the runtime records nothing. */
const ENABLED_BY: Readonly<Partial<Record<string, string>>> = {
  mutex: 'runtime.SetMutexProfileFraction(1)',
  block: 'runtime.SetBlockProfileRate(1)',
};

/** Go publishes the allocations of these profiles with a garbage collection: the difference of 2 s may be empty. */
const IN_MEMORY = /^(?:heap|allocs)$/;

/** Why a fetched profile has nothing to show. */
export function noFetchedSamplesText(title: string, name: string): string {
  const call = ENABLED_BY[name];
  const idleText = 'had nothing to record during the measurement';
  if (IN_MEMORY.test(name)) {
    const cause = 'no garbage collection ended in that time, which is when Go publishes allocations';
    return `${title} has no samples: the service allocated too little, or ${cause}. Measure longer.`;
  }
  const reason = call === undefined ? idleText : `has not enabled it with ${call}, or ${idleText}`;
  return `${title} has no samples: the service ${reason}.`;
}
