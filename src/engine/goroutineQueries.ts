import type { DumpFilter, DumpSummary, GroupsAnswer, GroupsParams } from '../goroutines/answers';

/** A text with goroutines, in memory that the threads share, if they can. */
export interface DumpBytes {
  /** Identifies the bytes. Never reused. */
  readonly text: number;
  readonly bytes: SharedArrayBuffer | ArrayBuffer;
}

/** Queries about the goroutines in a text: name → [parameters, answer]. Each query carries the text. */
export interface GoroutineQueries {
  /** What the text contains, and the files that its stacks name. */
  readGoroutines: [DumpBytes, { readonly summary: DumpSummary; readonly files: readonly string[] }];
  goroutineGroups: [DumpBytes & { readonly view: GroupsParams }, GroupsAnswer];
  /** All groups that match, as text. */
  goroutineText: [DumpBytes & { readonly filter: DumpFilter }, string];
  /** The goroutines of a dump as a pprof profile; of all dumps if none is given. */
  goroutineProfile: [DumpBytes & { readonly dump: number | undefined }, Uint8Array];
  /** Drops the cached text. */
  forgetGoroutines: [Record<string, never>, void];
}
