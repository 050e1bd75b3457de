import type { DumpFilter, DumpSummary, GroupsAnswer, GroupsParams } from '../goroutines/answers';
import type { TextBytes } from './textBytes';

/** Queries about the goroutines in a text: name → [parameters, answer]. Each query carries the text. */
export interface GoroutineQueries {
  /** What the text contains, and the files that its stacks name. */
  readGoroutines: [TextBytes, { readonly summary: DumpSummary; readonly files: readonly string[] }];
  goroutineGroups: [TextBytes & { readonly view: GroupsParams }, GroupsAnswer];
  /** All groups that match, as text. */
  goroutineText: [TextBytes & { readonly filter: DumpFilter }, string];
  /** The goroutines of a dump as a pprof profile; of all dumps if none is given. */
  goroutineProfile: [TextBytes & { readonly dump: number | undefined }, Uint8Array];
  /** Drops the cached text. */
  forgetGoroutines: [Record<string, never>, void];
}
