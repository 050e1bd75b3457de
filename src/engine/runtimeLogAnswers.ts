import { type Guard, guarded } from '../profile/common/guard';
import { inUtf8, LineTexts } from '../runtimeLog/lineTexts';
import { LogViews } from '../runtimeLog/logViews';
import { readRuntimeLog } from '../runtimeLog/readRuntimeLog';
import { inTurns } from './inTurns';
import type { RuntimeLogQueries } from './runtimeLogQueries';
import type { TextBytes } from './textBytes';
import type { TextCode } from './textQueries';

type Query = keyof RuntimeLogQueries;

/** Answers queries about the lines of the runtime in a text. Caches what it read of the last text. */
export class RuntimeLogAnswers implements TextCode {
  private last: { readonly text: number; readonly views: LogViews } | undefined;

  private readonly answers: {
    readonly [N in Query]: (params: RuntimeLogQueries[N][0]) => Promise<RuntimeLogQueries[N][1]>;
  } = {
    readRuntimeLog: async (bytes) => (await this.viewsOf(bytes)).summary(),
    runtimeLogExtents: async ({ view, ...bytes }) => (await this.viewsOf(bytes)).extents(view),
    runtimeLogWindow: async ({ view, ...bytes }) => (await this.viewsOf(bytes)).window(view),
    runtimeLogRows: async ({ view, ...bytes }) => (await this.viewsOf(bytes)).rows(view),
    runtimeLogPick: async ({ view, ...bytes }) => (await this.viewsOf(bytes)).pick(view),
    runtimeLogCsv: async ({ view, ...bytes }) => inTurns((await this.viewsOf(bytes)).csv(view.kind, view)),
    forgetRuntimeLog: async () => this.clear(),
  };

  answer(query: Query, params: unknown, guard: Guard): Promise<unknown> {
    return guarded(guard, () => this.answers[query](params as never));
  }

  clear(): void {
    this.last = undefined;
  }

  private async viewsOf({ text, bytes }: TextBytes): Promise<LogViews> {
    if (this.last?.text === text) return this.last.views;
    this.last = undefined;
    const content = inUtf8(new Uint8Array(bytes));
    const views = new LogViews(await inTurns(readRuntimeLog(content)), await inTurns(LineTexts.of(content)));
    this.last = { text, views };
    return views;
  }
}
