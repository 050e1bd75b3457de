import { dumpProfile } from '../goroutines/dumpProfile';
import { DumpViews } from '../goroutines/dumpViews';
import { readDumps } from '../goroutines/readText';
import { type Guard, guarded } from '../profile/common/guard';
import type { GoroutineQueries } from './goroutineQueries';
import { inTurns } from './inTurns';
import type { TextBytes } from './textBytes';
import type { TextCode } from './textQueries';

type Query = keyof GoroutineQueries;

/** Answers queries about the goroutines in a text. Caches what it read of the last text. */
export class GoroutineAnswers implements TextCode {
  private last: { readonly text: number; readonly views: DumpViews } | undefined;

  private readonly answers: {
    readonly [N in Query]: (params: GoroutineQueries[N][0]) => Promise<GoroutineQueries[N][1]>;
  } = {
    readGoroutines: async (bytes) => {
      const views = await this.viewsOf(bytes);
      return { summary: views.summary(), files: views.files() };
    },
    goroutineGroups: async ({ view, ...bytes }) => (await this.viewsOf(bytes)).groups(view),
    goroutineText: async ({ filter, ...bytes }) => (await this.viewsOf(bytes)).text(filter),
    goroutineProfile: async ({ dump, ...bytes }) => dumpProfile((await this.viewsOf(bytes)).dumps, dump),
    forgetGoroutines: async () => this.clear(),
  };

  answer(query: Query, params: unknown, guard: Guard): Promise<unknown> {
    return guarded(guard, () => this.answers[query](params as never));
  }

  clear(): void {
    this.last = undefined;
  }

  private async viewsOf({ text, bytes }: TextBytes): Promise<DumpViews> {
    if (this.last?.text === text) return this.last.views;
    this.last = undefined;
    const views = new DumpViews(await inTurns(readDumps(new Uint8Array(bytes))));
    this.last = { text, views };
    return views;
  }
}
