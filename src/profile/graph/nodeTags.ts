import { checkpoint, claim, STACK_CHECK_MASK } from '../common/guard';
import { entry } from '../memo';
import { NONE } from '../model';
import type { SampleWeights } from './callGraph';
import type { SampleTags } from './sampleTags';
import type { SelectionInStacks, StackNodes } from './stackNodes';

/** The cost of the samples with one label (or one set of labels) in a node. */
export interface Tag {
  readonly name: string;
  /** The value of a numeric tag; else 0. */
  readonly value: number;
  /** The unit of a numeric tag; else empty. */
  readonly unit: string;
  readonly flat: number;
  readonly flatDivisor: number;
  readonly cum: number;
  readonly cumDivisor: number;
}

export interface NodeTags {
  /** One for each set of labels with text. */
  readonly texts: readonly Tag[];
  /** The numeric tags, by the name of the text tag of the same samples (`""` if they have none). */
  readonly numbers: ReadonlyMap<string, readonly Tag[]>;
}

/** The maximum number of labels that pprof shows at a node. */
export const MAX_TAGS = 4;

/** pprof's estimate of the number of labels at a node: those with flat, at most MAX_TAGS. */
export function countTags({ texts, numbers }: NodeTags): number {
  const all = [...texts, ...[...numbers.values()].flat()];
  return Math.min(MAX_TAGS, all.filter(({ flat }) => flat !== 0).length);
}

/** The cost of the samples with one set of tags in a node. */
interface Sums {
  flat: number;
  flatDivisor: number;
  cum: number;
  cumDivisor: number;
}

/**
 * The tags of the selected nodes. Source: google/pprof internal/graph addSample, internal/report newGraph.
 * @param minimum tags whose flat and cum are both below this are left out
 */
export function nodeTags(
  weights: SampleWeights,
  tags: SampleTags,
  stackNodes: StackNodes,
  selection: Uint32Array,
  minimum: number,
): ReadonlyMap<number, NodeTags> {
  const sums = sumSets(weights, tags, stackNodes(selection), selection.length);
  const table = new TagTable(tags);
  return new Map(Array.from(selection, (node, index) => [node, table.tagsOf(sums[index], minimum)]));
}

/** For each selected node: the sums by set of tags. */
function sumSets(
  { values, divisors }: SampleWeights,
  tags: SampleTags,
  nodes: SelectionInStacks,
  count: number,
): Map<number, Sums>[] {
  const sums = Array.from({ length: count }, () => new Map<number, Sums>());
  if (tags.isEmpty) return sums;
  let set = NONE;
  let value = 0;
  let divisor = 0;
  const addCum = (index: number): void => {
    const tagSums = sumsOf(sums[index], set);
    tagSums.cum += value;
    tagSums.cumDivisor += divisor;
  };
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    value = values[sample];
    divisor = divisors?.[sample] ?? 0;
    if (value === 0 && divisor === 0) continue;
    set = tags.setOf(sample);
    if (set === NONE) continue;
    nodes.forEach(sample, addCum);
    const leaf = nodes.leaf(sample);
    if (leaf === NONE) continue;
    const tagSums = sumsOf(sums[leaf], set);
    tagSums.flat += value;
    tagSums.flatDivisor += divisor;
  }
  return sums;
}

function sumsOf(bySet: Map<number, Sums>, set: number): Sums {
  let sums = bySet.get(set);
  if (sums === undefined) bySet.set(set, (sums = { flat: 0, flatDivisor: 0, cum: 0, cumDivisor: 0 }));
  return sums;
}

/** Columns of `sums`: flat, its divisor, cum, its divisor. */
const STRIDE = 4;

/** Sums tags, one node at a time. Tags are numbered, because a node may have hundreds of thousands of them. */
class TagTable {
  private readonly sums: Float64Array;
  /** For each numeric tag: the value in the node's first sample. */
  private readonly values: Float64Array;
  private readonly isSeen: Uint8Array;

  constructor(private readonly tags: SampleTags) {
    const { length } = tags.names;
    claim(length * ((STRIDE + 1) * 8 + 1));
    this.sums = new Float64Array(length * STRIDE);
    this.values = new Float64Array(length);
    this.isSeen = new Uint8Array(length);
  }

  tagsOf(bySet: ReadonlyMap<number, Sums>, minimum: number): NodeTags {
    const seen: number[] = [];
    for (const [set, sums] of bySet) {
      const { text, numbers } = this.tags.sets[set];
      if (text !== NONE) this.add(seen, text, 0, sums);
      for (const { tag, value } of numbers) this.add(seen, tag, value, sums);
    }
    const texts: Tag[] = [];
    const numbers = new Map<string, Tag[]>();
    for (const tag of seen) {
      const sums = this.takeSums(tag, minimum);
      if (sums === undefined) continue;
      const { name, textLabel } = this.tags.names[tag];
      if (textLabel === undefined) texts.push({ name, value: 0, unit: '', ...sums });
      else entry(numbers, textLabel, () => []).push({ name, value: this.values[tag], unit: this.tags.unit, ...sums });
    }
    return { texts, numbers };
  }

  private add(seen: number[], tag: number, value: number, { flat, flatDivisor, cum, cumDivisor }: Sums): void {
    if (this.isSeen[tag] === 0) {
      this.isSeen[tag] = 1;
      this.values[tag] = value;
      seen.push(tag);
    }
    const at = tag * STRIDE;
    this.sums[at] += flat;
    this.sums[at + 1] += flatDivisor;
    this.sums[at + 2] += cum;
    this.sums[at + 3] += cumDivisor;
  }

  /** Returns and resets the sums of a tag; undefined if they are below `minimum`. */
  private takeSums(tag: number, minimum: number): Sums | undefined {
    const { sums } = this;
    const at = tag * STRIDE;
    const [flat, cum] = [sums[at], sums[at + 2]];
    const isEnough = Math.abs(flat) >= minimum || Math.abs(cum) >= minimum;
    const result = isEnough ? { flat, flatDivisor: sums[at + 1], cum, cumDivisor: sums[at + 3] } : undefined;
    this.isSeen[tag] = 0;
    sums[at] = sums[at + 1] = sums[at + 2] = sums[at + 3] = 0;
    return result;
  }
}
