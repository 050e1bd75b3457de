import { dumpProfile } from '../goroutines/dumpProfile';
import { DumpViews } from '../goroutines/dumpViews';
import { compareDumps } from '../goroutines/compareDumps';
import { readTexts } from '../goroutines/readText';
import { type Guard, guarded } from '../profile/common/guard';
import type { GoroutineQueries, GoroutineTexts } from './goroutineQueries';
import { inTurns } from './inTurns';
import type { TextCode } from './textQueries';

type Query = keyof GoroutineQueries;

/** Answers queries about the goroutines in texts. Caches what it read of the last ones. */
export class GoroutineAnswers implements TextCode {
  private last: { readonly id: number; readonly views: DumpViews } | undefined;

  private readonly answers: {
    readonly [N in Query]: (params: GoroutineQueries[N][0]) => Promise<GoroutineQueries[N][1]>;
  } = {
    readGoroutines: async (texts) => {
      const views = await this.viewsOf(texts);
      return { summary: views.summary(), files: views.files() };
    },
    goroutineGroups: async ({ view, ...texts }) => (await this.viewsOf(texts)).groups(view),
    goroutineText: async ({ filter, ...texts }) => (await this.viewsOf(texts)).text(filter),
    goroutineProfile: async ({ dump, ...texts }) => dumpProfile((await this.viewsOf(texts)).dumps, dump),
    forgetGoroutines: async () => this.clear(),
  };

  answer(query: Query, params: unknown, guard: Guard): Promise<unknown> {
    return guarded(guard, () => this.answers[query](params as never));
  }

  clear(): void {
    this.last = undefined;
  }

  private async viewsOf({ id, texts }: GoroutineTexts): Promise<DumpViews> {
    if (this.last?.id === id) return this.last.views;
    this.last = undefined;
    const dumps = await inTurns(readTexts(texts));
    const isComparison = texts.some(({ isBefore }) => isBefore);
    const views = new DumpViews(dumps, isComparison ? await inTurns(compareDumps(dumps)) : undefined);
    this.last = { id, views };
    return views;
  }
}
