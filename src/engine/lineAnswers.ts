import { filesNamed, filesOf } from '../profile/lines/files';
import type { LineReports } from './lineReports';
import type { QueryAnswer, QueryName, QueryParams } from './queries';

/** Queries that the first costs of a profile need. */
export type LineQuery = 'summary' | 'filesNamed' | 'files' | 'fileCosts';

export type Answer<N extends QueryName> = QueryAnswer<N> | Promise<QueryAnswer<N>>;

/** By query, the function that answers it. Throws ProfileError, MemoryError, EngineError or an AbortError. */
export const lineAnswers: {
  readonly [N in LineQuery]: (reports: LineReports, params: QueryParams<N>, signal: AbortSignal) => Answer<N>;
} = {
  summary: (reports, { profile }) => ({ id: profile, ...reports.summary(), unmatched: reports.unmatched }),
  filesNamed: ({ profile }, { basename }) => evenlySpread(filesNamed(profile, basename)),
  files: ({ profile }) => evenlySpread(filesOf(profile)),
  fileCosts: (reports, { sampleType, files }, signal) => reports.fileCosts(sampleType, files, signal),
};

/** The maximum number of names in one answer; a million would freeze a tab. */
const MAX_NAMES = 20_000;

/** All names, or MAX_NAMES evenly spread ones if there are more. */
function evenlySpread(names: readonly string[]): readonly string[] {
  if (names.length <= MAX_NAMES) return names;
  return Array.from({ length: MAX_NAMES }, (_, at) => names[Math.floor((at * names.length) / MAX_NAMES)]);
}
