import type { GoEnvironment, ProfileKind, TestKind } from '../../go/captureTypes';
import { TRACE_KINDS } from '../../go/trace/traceProfiles';
import { slowerText } from '../../captures/slowerText';
import type { ProfileSummary } from '../../engine/queries';
import type { Misfit } from '../../bench/misfit';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import { openButton } from '../../ui/failureMessage';
import { type Actions, learnMore, warn } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import type { Target } from './pickTarget';
import { percentText } from '../../profile/text/screen/share';

/** How the capture was made: the buttons of warnings, if the run can be repeated with other options. */
export interface Repeats {
  /** Of the warning that the run was too short. */
  readonly longer?: Actions | undefined;
  /** Of the warning that the program mostly waits. */
  readonly waits?: Actions;
  /** Of the warning that a profiled run was much slower than the timed run. */
  readonly slower?: Actions;
  /** The warnings that were said after the first round, which are not said again. Adds those that are said. */
  readonly warned?: Set<ProfileWarning>;
  /** Whether two programs were to run in turns. */
  readonly isInTurns?: boolean;
}

const LEARN_MORE = learnMore('troubleshooting#messages-about-a-run');

export type ProfileWarning = 'lines' | 'misfit' | 'slower' | 'waits' | 'empty';

/** The part of a capture that is known after its first round. */
export type WarnedCapture = Pick<Capture, 'linesMayBeOff' | 'profiles' | 'misfit'>;

/** Warns if lines may be off, or if there are no costs, or hardly any, to show. */
export function warnOfProfile(
  capture: WarnedCapture,
  { name, kind }: Target,
  output: Output,
  { warned = new Set(), ...repeats }: Repeats = {},
): void {
  const { linesMayBeOff } = capture;
  const first = firstProfile(capture);
  const say = (warning: ProfileWarning, text: string, actions?: Actions): void => {
    if (!warned.has(warning)) warn(text, output, actions);
    warned.add(warning);
  };
  if (linesMayBeOff) {
    say('lines', `The source of ${name} changed while it was built: costs may be on the wrong line. Profile it again.`);
  }
  const misfit = anyMisfit(capture);
  if (misfit) {
    const noVerdict = repeats.isInTurns && capture.misfit ? ' So it was not measured in turns, and there is no verdict.' : '';
    return say('misfit', misfit.text + noVerdict, { ...openButton(misfit.place), ...LEARN_MORE });
  }
  const slow = capture.profiles.map((profile) => slowerText(profile)).find((text) => text !== undefined);
  if (slow) say('slower', `${name}: ${slow}`, { ...repeats.slower, ...LEARN_MORE });
  const waiting = waitingText(capture, name);
  if (waiting) return say('waits', waiting, { ...repeats.waits, ...LEARN_MORE });
  const profile = isOfTrace(first) ? 'trace' : (first.label as ProfileKind);
  const isEmpty = first.summary.sampleCount === 0;
  if (isEmpty) say('empty', noSamplesText(name, kind, profile), { ...repeats.longer, ...LEARN_MORE });
}

/** The first profile; if that is of a trace, the first one of it with samples. */
export function firstProfile({ profiles }: Pick<Capture, 'profiles'>): LoadedProfile {
  const [first] = profiles;
  return profiles.find((each) => !isOfTrace(each) || each.summary.sampleCount > 0) ?? first;
}

function isOfTrace({ label }: LoadedProfile): boolean {
  return TRACE_KINDS.some((kind) => kind === label);
}

interface Judged {
  readonly misfit?: Misfit;
  readonly profiles: readonly { readonly misfit?: Misfit }[];
}

/** Why the results, or one of the profiles, do not fit the run; undefined if nothing is known to be wrong. */
export function anyMisfit({ misfit, profiles }: Judged): Misfit | undefined {
  return misfit ?? profiles.find((profile) => profile.misfit)?.misfit;
}

/** A program that uses the CPU for a smaller part of its time mostly waits. */
const MIN_BUSY = 0.1;
/** In a shorter run, a program that does not wait may have few samples by chance. */
const MIN_NANOS = 5e8;

const OF_WAITS = ['wall', 'block', 'mutex'];

/** Whether some of these profiles show where goroutines wait. */
export function showWaits(profiles: readonly LoadedProfile[]): boolean {
  return profiles.some((each) => OF_WAITS.includes(each.label) || isOfTrace(each));
}

/** `BenchmarkX waits for 98 % of its time …`; undefined if it does not mostly wait, or its waits were profiled too. */
export function waitingText({ profiles }: Pick<Capture, 'profiles'>, name: string): string | undefined {
  const cpu = profiles.find(({ label }) => label === 'cpu');
  const busy = cpu && busyPart(cpu.summary);
  if (busy === undefined || busy >= MIN_BUSY || showWaits(profiles)) return undefined;
  const percent = Math.min(99, Math.round(100 * (1 - busy)));
  return `${name} waits for ${percentText(percent)} of its time, which a cpu profile does not show: a wall profile shows where, whatever it waits for; block and mutex profiles show channels and locks.`;
}

/** CPU time as a part of the time that was profiled; undefined if the profile does not say, or is too short to tell. */
function busyPart({ sampleTypes, totals, durationNanos }: ProfileSummary): number | undefined {
  const type = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  return type < 0 || durationNanos < MIN_NANOS ? undefined : totals[type] / durationNanos;
}

/** The warning for a benchmark whose program prints lines in the format of results. */
export function printedResultsText(name: string): string {
  return `${name} prints lines that look like results: the figures shown are those that go test printed last.`;
}

/** The flags that were said to be left out in this window. */
const saidLeftOut = new Set<string>();

/** Says once for each set of flags that Linecost leaves them out. */
export function warnOfLeftOut({ leftOut = [] }: Pick<GoEnvironment, 'leftOut'>, output: Output): void {
  const text = leftOut.join(', ');
  if (text === '' || saidLeftOut.has(text)) return;
  saidLeftOut.add(text);
  const reason = 'it sets them itself, or they would disturb the measurement';
  warn(`Linecost leaves ${text} out of linecost.go.testFlags: ${reason}.`, output);
}

/** Why the profile of a run has nothing to show, and what to do about it. */
function noSamplesText(name: string, kind: TestKind, profile: ProfileKind): string {
  const longer = kind === 'benchmark' ? 'let it run longer (options… → benchtime)' : 'run it many times';
  const reasons: Record<ProfileKind, string> = {
    cpu: `was over before a cpu sample was taken: ${longer}`,
    memory: `allocated too little for a memory sample: ${longer}, or sample more (linecost.profile.memoryRate)`,
    mutex: 'never had to wait for a lock: its mutex profile is empty',
    block: 'never had to wait: its block profile is empty',
    wall: `was over before a wall sample was taken: ${longer}`,
    trace: 'never had to wait: the profiles of its trace are empty',
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
