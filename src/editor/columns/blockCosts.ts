import type { QueryEngine } from '../../engine/client';
import type { BlockCost, FileCosts } from '../../profile/answers/lines';
import type { Active } from '../../captures/session';
import type { LineMap } from '../../sources/lineMatching/lineMap';
import { capturedBlock, type Fold } from './foldedBlocks';

/** A document's costs, and its names in the profile. */
export interface CostsOfFile {
  readonly active: Active;
  readonly costs: FileCosts;
  readonly files: readonly string[];
}

/** A block of captured lines, and the current line that shows its cost. */
export interface ShownBlock {
  readonly line: number;
  readonly block: readonly [first: number, last: number];
}

/** The costs of folded or removed lines together, cached for as long as the costs of their file. */
export class BlockCosts {
  private readonly cache = new WeakMap<FileCosts, Map<string, BlockCost | undefined>>();

  constructor(private readonly engine: QueryEngine) {}

  /** The cached costs of folds, by current line. Requests the missing ones, then calls `onLoaded`. */
  ofFolds(
    folds: readonly Fold[],
    file: CostsOfFile & { readonly map: LineMap },
    onLoaded: () => void,
  ): ReadonlyMap<number, BlockCost> {
    const blocks = folds.flatMap((fold) => {
      const block = capturedBlock(fold, file.map, file.costs.functions);
      return block ? [{ line: fold.first, block }] : [];
    });
    return this.of(blocks, file, onLoaded);
  }

  /** The cached costs, by current line. Requests the missing ones, then calls `onLoaded`. */
  of(shown: readonly ShownBlock[], file: CostsOfFile, onLoaded: () => void): ReadonlyMap<number, BlockCost> {
    const { costs } = file;
    const cached = this.cache.get(costs) ?? new Map<string, BlockCost | undefined>();
    this.cache.set(costs, cached);
    const blocks = shown.map(({ line, block }) => ({ line, block, key: block.join() }));
    const missing = blocks.filter(({ key }) => !cached.has(key));
    // Set before the answer, so that each is requested only once.
    for (const { key } of missing) cached.set(key, undefined);
    // After a failure, the next call requests them again.
    const forget = (): void => missing.forEach(({ key }) => cached.delete(key));
    if (missing.length > 0) void this.ask(missing, file, cached).then(onLoaded, forget);
    return new Map(blocks.flatMap(({ line, key }) => {
      const cost = cached.get(key);
      return cost ? [[line, cost] as const] : [];
    }));
  }

  private async ask(
    missing: readonly { readonly block: readonly [number, number]; readonly key: string }[],
    { active: { queryId: profile, sampleType }, files }: CostsOfFile,
    cached: Map<string, BlockCost | undefined>,
  ): Promise<void> {
    const blocks = missing.map(({ block }) => block);
    const costs = await this.engine.ask('blockCosts', { profile, sampleType, files, blocks });
    missing.forEach(({ key }, i) => {
      cached.set(key, costs[i]);
    });
  }
}
