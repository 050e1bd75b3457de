import type { QueryEngine } from '../../engine/client';
import type { BlockCost, FileCosts } from '../../profile/answers/lines';
import type { Active } from '../../session';
import type { LineMap } from '../../source/lineMatching/lineMap';
import { capturedBlock, type Fold } from './foldedBlocks';

/** A document's costs, its names in the profile, and the map to its current lines. */
export interface CostsOfFile {
  readonly active: Active;
  readonly costs: FileCosts;
  readonly files: readonly string[];
  readonly map: LineMap;
}

/** The sums of the costs of folded lines, cached for as long as the costs of their file. */
export class FoldedCosts {
  private readonly cache = new WeakMap<FileCosts, Map<string, BlockCost | undefined>>();

  constructor(private readonly engine: QueryEngine) {}

  /** The cached costs, by current line. Requests the missing ones, then calls `onLoaded`. */
  of(folds: readonly Fold[], file: CostsOfFile, onLoaded: () => void): ReadonlyMap<number, BlockCost> {
    const { costs, map } = file;
    const cached = this.cache.get(costs) ?? new Map<string, BlockCost | undefined>();
    this.cache.set(costs, cached);
    const blocks = folds.flatMap((fold) => {
      const block = capturedBlock(fold, map, costs.functions);
      return block ? [{ line: fold.first, block, key: block.join() }] : [];
    });
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
    { active: { shown: profile, sampleType, baseline }, files }: CostsOfFile,
    cached: Map<string, BlockCost | undefined>,
  ): Promise<void> {
    const blocks = missing.map(({ block }) => block);
    const costs = await this.engine.ask('blockCosts', { profile, sampleType, files, blocks });
    missing.forEach(({ key }, i) => {
      const { few, ...cost } = costs[i];
      // In a comparison, the verdict says which figures are faded.
      cached.set(key, { ...cost, ...(few && !baseline && { few }) });
    });
  }
}
