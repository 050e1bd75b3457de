import type { Active } from '../../captures/session';
import type { HotLineChoice } from './hotLineChoice';
import type { FoundLines } from './hotRows';

/** Why there are no rows. */
export type EmptyReason =
  | 'none' | 'elsewhere' | 'notFound' | 'unfound' | 'nameless' | 'lineless'
  | 'unchanged' | 'sameCollection' | 'noFlat' | 'loop' | 'failed';

const CHOOSE = { title: 'Hot Lines Options…', command: 'linecost.chooseHotLines' };

/** By reason, the text of the view and of the message, and a command that helps. */
export const EMPTY: Readonly<Record<EmptyReason, HelpfulMessage>> = {
  none: {
    text: 'The active profile has no costs of this sample type.',
    fix: { title: 'Switch Sample Type…', command: 'linecost.switchSampleType' },
  },
  elsewhere: {
    text: 'No line of this workspace is in a stack of the active profile.',
    fix: { title: 'Show Hot Lines of All Files', command: 'linecost.hotLinesEverywhere' },
  },
  notFound: {
    text: 'No file of the active profile was found.',
    fix: { title: 'Locate Missing Source File…', command: 'linecost.locateSource' },
  },
  /** In the view, rows name the files. */
  unfound: {
    text: 'No line of this workspace is in a stack of the active profile.',
    fix: { title: 'Locate Missing Source File…', command: 'linecost.locateSource' },
  },
  nameless: {
    text: 'This profile names no source files.',
    fix: { title: 'Show Flame Graph', command: 'linecost.showFlameGraph' },
  },
  lineless: {
    text: 'This profile names source files, but no lines.',
    fix: { title: 'Show Flame Graph', command: 'linecost.showFlameGraph' },
  },
  unchanged: { text: 'In the files shown, no line costs more or less than in the baseline.', fix: CHOOSE },
  sameCollection: {
    text: 'Both heap profiles are of the same garbage collection. Fetch again after the next one, or with ?gc=1 in the address.',
    fix: { title: 'Fetch Again', command: 'linecost.fetchAgain' },
  },
  noFlat: { text: "In the files shown, no line has a flat cost, apart from the benchmark's own loop.", fix: CHOOSE },
  loop: { text: "In the files shown, only the benchmark's own loop has costs.", fix: CHOOSE },
  failed: {
    text: 'The hot lines of the active profile could not be computed.',
    fix: { title: 'Show Linecost Output', command: 'linecost.showOutput' },
  },
};

/** The message of Go to Hottest Line. */
export const NO_PROFILE: HelpfulMessage = {
  text: 'No profile is active: profile a benchmark, or open a profile file.',
  fix: { title: 'Profile Benchmark', command: 'linecost.profileBenchmark' },
};

export interface HelpfulMessage {
  readonly text: string;
  /** A command that helps. */
  readonly fix?: { readonly title: string; readonly command: string };
}

/**
 * Why there are no rows; undefined if there are rows.
 * @param unchanged the reason if no line changed (see unchangedReason); undefined without a comparison
 */
export function emptyReason(
  { rows, samplesInFiles, samplesElsewhere }: FoundLines<unknown>,
  { order, scope }: HotLineChoice,
  unchanged: EmptyReason | undefined,
): EmptyReason | undefined {
  if (rows.length > 0) return undefined;
  if (samplesInFiles + samplesElsewhere === 0) return unchanged ?? 'none';
  if (samplesInFiles === 0) return scope === 'workspace' ? 'elsewhere' : 'notFound';
  if (unchanged) return unchanged;
  return order === 'flat' ? 'noFlat' : 'loop';
}

/** Why no line of a comparison changed. Go's heap profile is of the last garbage collection. */
export function unchangedReason({ capture, profile, baseline }: Active): EmptyReason | undefined {
  if (!baseline) return undefined;
  const isHeap = profile.summary.sampleTypes.some(({ type }) => type === 'inuse_space');
  const { subject, target } = capture;
  const isOfOneService = subject !== undefined && target === undefined && subject === baseline.capture.subject;
  const areEqual = () => `${profile.summary.totals}` === `${baseline.profile.summary.totals}`;
  return isHeap && isOfOneService && areEqual() ? 'sameCollection' : 'unchanged';
}
