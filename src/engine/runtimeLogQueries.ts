import type {
  LogExtents, LogKind, LogPicks, LogRow, LogRowsParams, LogWindow, LogWindowParams, ProgramChoice, RuntimeLogSummary,
} from '../runtimeLog/answers';
import type { TimeRange } from '../timeline/window';
import type { TextBytes } from './textBytes';

/** Queries about the lines of the runtime in a text: name → [parameters, answer]. */
export interface RuntimeLogQueries {
  readRuntimeLog: [TextBytes, RuntimeLogSummary];
  runtimeLogExtents: [TextBytes & { readonly view: ProgramChoice }, LogExtents];
  runtimeLogWindow: [TextBytes & { readonly view: LogWindowParams }, LogWindow];
  runtimeLogRows: [TextBytes & { readonly view: LogRowsParams }, readonly LogRow[]];
  runtimeLogPick: [TextBytes & { readonly view: ProgramChoice & TimeRange }, LogPicks];
  /** A whole table, in UTF-8. */
  runtimeLogCsv: [TextBytes & { readonly view: ProgramChoice & { readonly kind: LogKind } }, string];
  /** Drops the cached text. */
  forgetRuntimeLog: [Record<string, never>, void];
}
