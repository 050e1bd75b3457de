import type { DumpFilter, DumpSummary, GroupsAnswer, GroupsParams } from '../goroutines/answers';
import type { TextFacts } from '../goroutines/dump';

/** A text, or several that are shown together or compared, in memory that the threads share, if they can. */
export interface GoroutineTexts {
  /** Identifies all of them. Never reused. */
  readonly id: number;
  readonly texts: readonly GoroutineBytes[];
}

export interface GoroutineBytes extends TextFacts {
  readonly bytes: SharedArrayBuffer | ArrayBuffer;
}

/** Queries about the goroutines in texts: name → [parameters, answer]. Each query carries the texts. */
export interface GoroutineQueries {
  /** What the texts contain, and the files that their stacks name. */
  readGoroutines: [GoroutineTexts, { readonly summary: DumpSummary; readonly files: readonly string[] }];
  goroutineGroups: [GoroutineTexts & { readonly view: GroupsParams }, GroupsAnswer];
  /** All groups that match, as text. */
  goroutineText: [GoroutineTexts & { readonly filter: DumpFilter }, string];
  /** The goroutines of a dump as a pprof profile; of all dumps if none is given. In a comparison, the later ones. */
  goroutineProfile: [GoroutineTexts & { readonly dump: number | undefined }, Uint8Array];
  /** Drops the cached texts. */
  forgetGoroutines: [Record<string, never>, void];
}
