import { dumpProfile } from '../goroutines/dumpProfile';
import { DumpViews } from '../goroutines/dumpViews';
import { readDumps } from '../goroutines/readText';
import { checkpoint, type Guard, guarded, type Steps } from '../profile/common/guard';
import { nextTurn } from '../profile/common/tasks';
import type { DumpBytes, GoroutineQueries } from './goroutineQueries';

type Query = keyof GoroutineQueries;

/** Answers queries about the goroutines in a text. Caches what it read of the last text. */
export class GoroutineAnswers {
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

  /** Throws the guard's errors, such as MemoryError and AbortError. */
  answer(query: Query, params: unknown, guard: Guard): Promise<unknown> {
    return guarded(guard, () => this.answers[query](params as never));
  }

  clear(): void {
    this.last = undefined;
  }

  private async viewsOf({ text, bytes }: DumpBytes): Promise<DumpViews> {
    if (this.last?.text === text) return this.last.views;
    this.last = undefined;
    const views = new DumpViews(await inTurns(readDumps(new Uint8Array(bytes))));
    this.last = { text, views };
    return views;
  }
}

/** In browsers, other events must be handled between two steps. */
async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    checkpoint();
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}
