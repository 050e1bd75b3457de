import { compareBytes } from '../byteOrder';
import { checkpoint } from '../checkpoint';
import { scaledLabel } from '../measurement';
import { BASE_LABEL, oncePerLabels } from '../sampleLabels';
import type { SampleLabels } from '../sampleLabels';
import type { Profile } from '../model';
import { CHECK_MASK } from './callGraph';
import type { SampleWeights } from './callGraph';

/** What the samples with one label (or one set of labels) add to a node. */
export interface Tag {
  readonly name: string;
  /** Of a numeric tag; else 0 and empty. */
  readonly value: number;
  readonly unit: string;
  readonly flat: number;
  readonly flatDivisor: number;
  readonly cum: number;
  readonly cumDivisor: number;
}

export interface NodeTags {
  /** One for each set of labels with text. */
  readonly texts: readonly Tag[];
  /** By the name of the text tag that samples have beside it, `""` where they have none. */
  readonly numbers: ReadonlyMap<string, readonly Tag[]>;
}

/** The nodes of samples: where each stack ends, and all nodes on it, each once. */
export interface StackNodes {
  /** undefined where the sample has no stack. */
  leaf(sample: number): number | undefined;
  forEach(sample: number, visit: (node: number) => void): void;
}

export interface TagOptions {
  /** In which numbers are written; `minimum`: each its own. */
  readonly outputUnit: string;
  /** The unit of numeric labels, by key. */
  readonly units: ReadonlyMap<string, string>;
  /** Tags whose flat and cum are both below this are left out. */
  readonly least: number;
}

/** pprof shows at most so many labels of a node. */
export const MOST_TAGS = 4;

/** How many labels a graph shows at a node, about: those with flat count. */
export function countTags({ texts, numbers }: NodeTags): number {
  const all = [...texts, ...[...numbers.values()].flat()];
  return Math.min(MOST_TAGS, all.filter(({ flat }) => flat !== 0).length);
}

/** What a sample's labels are called: all with text together, and the one numeric label that graphs show. */
interface SampleTags {
  readonly text: string;
  readonly numbers: readonly { readonly name: string; readonly value: number; readonly unit: string }[];
}

/** The numeric label that a graph shows; pprof leaves all others aside. */
const SHOWN_NUMBER = 'bytes';

type Growing = { -readonly [K in keyof Tag]: Tag[K] };

/** The tags of `wanted` nodes. Source: google/pprof internal/graph addSample, internal/report newGraph. */
export function nodeTags(
  profile: Profile,
  { values, divisors }: SampleWeights,
  stackNodes: StackNodes,
  wanted: ReadonlySet<number>,
  { outputUnit, units, least }: TagOptions,
): ReadonlyMap<number, NodeTags> {
  const tables = new Map([...wanted].map((node) => [node, new TagTable()]));
  if (profile.labels.offsets[profile.sampleCount] === 0) return finished(tables, least);
  const unit = units.get(SHOWN_NUMBER) ?? SHOWN_NUMBER;
  const tagsOf = oncePerLabels(profile, (labels) => tagsFor(labels, unit, outputUnit));
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = values[sample]!;
    const divisor = divisors?.[sample] ?? 0;
    const tags = value === 0 && divisor === 0 ? undefined : tagsOf(sample);
    if (tags === undefined) continue;
    stackNodes.forEach(sample, (node) => tables.get(node)?.addCum(tags, value, divisor));
    const leaf = stackNodes.leaf(sample);
    if (leaf !== undefined) tables.get(leaf)?.addFlat(tags, value, divisor);
  }
  return finished(tables, least);
}

/** undefined: nothing to show. */
function tagsFor({ texts, numbers }: SampleLabels, unit: string, outputUnit: string): SampleTags | undefined {
  const words = [...texts].flatMap(([key, found]) => (key === BASE_LABEL ? [] : found.map((text) => `${key}:${text}`)));
  const shown = (numbers.get(SHOWN_NUMBER)?.values ?? []).map((value) => ({
    name: scaledLabel(value, unit, outputUnit),
    value,
    unit,
  }));
  return words.length + shown.length === 0 ? undefined : { text: words.sort(compareBytes).join('\\n'), numbers: shown };
}

class TagTable {
  readonly texts = new Map<string, Growing>();
  readonly numbers = new Map<string, Map<string, Growing>>();

  addCum(tags: SampleTags, value: number, divisor: number): void {
    for (const tag of this.tagsFor(tags)) {
      tag.cum += value;
      tag.cumDivisor += divisor;
    }
  }

  addFlat(tags: SampleTags, value: number, divisor: number): void {
    for (const tag of this.tagsFor(tags)) {
      tag.flat += value;
      tag.flatDivisor += divisor;
    }
  }

  private tagsFor({ text, numbers }: SampleTags): Growing[] {
    const found = text === '' ? [] : [tagIn(this.texts, text, 0, '')];
    let byName = this.numbers.get(text);
    if (byName === undefined) this.numbers.set(text, (byName = new Map()));
    for (const { name, value, unit } of numbers) found.push(tagIn(byName, name, value, unit));
    return found;
  }
}

function tagIn(table: Map<string, Growing>, name: string, value: number, unit: string): Growing {
  let tag = table.get(name);
  if (tag === undefined) {
    table.set(name, (tag = { name, value, unit, flat: 0, flatDivisor: 0, cum: 0, cumDivisor: 0 }));
  }
  return tag;
}

function finished(tables: ReadonlyMap<number, TagTable>, least: number): ReadonlyMap<number, NodeTags> {
  const kept = (tags: Iterable<Tag>): Tag[] =>
    [...tags].filter(({ flat, cum }) => Math.abs(flat) >= least || Math.abs(cum) >= least);
  const keptByText = (numbers: TagTable['numbers']): NodeTags['numbers'] =>
    new Map([...numbers].map(([text, tags]) => [text, kept(tags.values())]));
  return new Map(
    [...tables].map(([node, { texts, numbers }]) => [
      node,
      { texts: kept(texts.values()), numbers: keptByText(numbers) },
    ]),
  );
}
