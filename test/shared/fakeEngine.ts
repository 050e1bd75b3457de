import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../../src/engine/client';
import type { Derivation, ProfileId, ProfileSummary, QueryAnswer, QueryName, QueryParams } from '../../src/engine/queries';

type Answers = {
  [N in QueryName]?: (params: QueryParams<N>, signal?: AbortSignal) => QueryAnswer<N> | Promise<QueryAnswer<N>>;
};

/**
 * An engine without a worker. It loads profiles whose bytes are the text of their sample types and number of samples,
 * such as `samples/count,cpu/nanoseconds 5`; loading other bytes fails.
 */
export class FakeEngine {
  /** The file names of loaded profiles. */
  readonly loaded = new Map<ProfileId, string>();
  readonly derived = new Map<ProfileId, Derivation>();
  /** The number of calls of `ask` for each query. */
  readonly asked = new Map<QueryName, number>();
  readonly answers: Answers = {
    files: () => [],
    filesNamed: () => [],
    mergedBytes: ({ sources: [first] }) => ('bytes' in first! ? first.bytes : new Uint8Array()),
  };
  private nextId = 1;

  async ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>> {
    this.asked.set(query, (this.asked.get(query) ?? 0) + 1);
    const answer = this.answers[query];
    if (answer) return answer(params as never, signal) as QueryAnswer<N>;
    if (query === 'load') return (await this.load(params as QueryParams<'load'>)) as QueryAnswer<N>;
    if (query === 'unload') this.loaded.delete((params as QueryParams<'unload'>).profile);
    return (query === 'files' ? [] : undefined) as QueryAnswer<N>;
  }

  derive(derivation: Derivation): ProfileId {
    const id = 1000 + this.nextId++;
    this.derived.set(id, derivation);
    return id;
  }

  unload(id: ProfileId): void {
    this.derived.delete(id);
  }

  start(): void {}

  tab(): this {
    return this;
  }

  /** The file names of loaded profiles, sorted. */
  get loadedFiles(): string[] {
    return [...this.loaded.values()].sort();
  }

  asEngine(): Engine {
    return this as unknown as Engine;
  }

  private async load({ source }: QueryParams<'load'>): Promise<ProfileSummary> {
    const bytes = source.kind === 'file' ? await readFile(source.path) : source.bytes;
    const [, types, samples] = /^(\S+) (\d+)$/.exec(Buffer.from(bytes).toString()) ?? [];
    if (types === undefined) throw new Error('This profile cannot be read.');
    const id = this.nextId++;
    this.loaded.set(id, source.kind === 'file' ? path.basename(source.path) : 'bytes');
    return summaryOf(id, types, Number(samples));
  }
}

/** @param types sample types such as `samples/count,cpu/nanoseconds` */
export function summaryOf(id: ProfileId, types: string, sampleCount = 1): ProfileSummary {
  const sampleTypes = types.split(',').map((text) => ({ type: text.split('/')[0], unit: text.split('/')[1] }));
  return {
    id,
    sampleTypes,
    defaultSampleType: sampleTypes.length - 1,
    totals: sampleTypes.map(() => sampleCount),
    sampleCount,
    functionCount: 1,
    timeNanos: 0,
    period: 0,
    durationNanos: 0,
    comments: [],
  };
}
