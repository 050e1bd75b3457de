import type { Active } from '../../captures/session';
import type { HotLineChoice } from './hotLineChoice';
import type { FoundLines } from './findHotLines';
import type { QueryEngine } from '../../engine/client';
import type { Sources, UnfoundFile } from '../../documents/sources';
import { listed } from '../../profile/text/words';

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

/** The heaviest lines whose files are named first. */
const HOTTEST = 200;
const MAX_NAMED = 2;

/** Why no line of a profile can be opened: its files have no names, no lines, or were not found. */
interface Unfound {
  readonly reason: EmptyReason;
  /** The names of files that may be the user's and were not found, heaviest first. Empty for the other reasons. */
  readonly names: readonly UnfoundFile[];
}

/** Looks at the names of the profile's files; undefined if those that may be the user's were found elsewhere. */
export async function unfoundFiles(
  engine: QueryEngine,
  { active, sources }: { readonly active: Active; readonly sources: Sources },
  signal?: AbortSignal,
): Promise<Unfound | undefined> {
  const { queryId: profile, sampleType } = active;
  const files = await engine.ask('files', { profile }, signal);
  if (files.length === 0) return { reason: 'nameless', names: [] };
  const { lines } = await engine.ask('hotLines', { profile, sampleType, order: 'cum', limit: HOTTEST }, signal);
  if (lines.length === 0) return { reason: 'lineless', names: [] };
  const names = await sources.unfoundOf(active, [...new Set([...lines.map(({ file }) => file), ...files])]);
  return names.length === 0 ? undefined : { reason: 'unfound', names };
}

/**
 * `No line …, which names /app/x.go, /app/y.go and 3 more files: they were not found here.` If each of them may be one
 * of several files: `The active profile names /app/x.go: 2 files of this workspace match it.`
 */
export function unfoundText({ text }: HelpfulMessage, files: readonly UnfoundFile[]): string {
  const shown = listed(files.map(({ name }) => name), MAX_NAMED);
  if (areAllAmbiguous(files)) {
    const matching = files.length === 1 ? `${files[0].matches} files of this workspace match it` : 'several files of this workspace match each';
    return `The active profile names ${shown}: ${matching}.`;
  }
  const outcome = files.length === 1 ? 'it was not found here' : 'they were not found here';
  return `${text.replace(/\.$/, '')}, which names ${shown}: ${outcome}.`;
}

/** Whether the user only has to choose which files are meant. */
export function areAllAmbiguous(files: readonly UnfoundFile[]): boolean {
  return files.every(({ matches }) => matches > 1);
}
