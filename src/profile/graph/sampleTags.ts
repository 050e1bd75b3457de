import { compareBytes } from '../common/utf8';
import { scaledLabel } from '../text/measurement';
import { BASE_LABEL, NONE, type Profile } from '../model';
import { oncePerLabels, type SampleLabels } from '../labels/labelSets';
import type { SampleIndex } from '../indexes';

/** The labels of a sample that a graph shows: all text labels as one, and the values of the numeric label. */
export interface TagSet {
  /** Index into `names`; NONE if there is no text. */
  readonly text: number;
  /** For each value: the index into `names`, and the number. */
  readonly numbers: readonly { readonly tag: number; readonly value: number }[];
}

export interface TagName {
  readonly name: string;
  /** For a number: the text label of the same samples, empty if they have none. Unset for a text. */
  readonly textLabel?: string;
}

/** The only numeric label that pprof's graph shows. */
const SHOWN_NUMBER = 'bytes';
/** Separates a number from the text label in keys; also precedes a text label without a number. */
const SEPARATOR = ' ';

/** The labels of samples as a graph shows them. Sets of labels that look the same are one TagSet. */
export class SampleTags {
  readonly names: TagName[] = [];
  readonly sets: TagSet[] = [];
  /** The unit of all numbers. */
  readonly unit: string;
  /** Whether no sample has any label. */
  readonly isEmpty: boolean;
  /** Index into `sets`, or NONE if there is nothing to show. */
  readonly setOf: (sample: SampleIndex) => number;
  private readonly indexes = new Map<string, number>();

  /**
   * @param outputUnit the unit in which numbers are written; `minimum`: each number's natural unit
   * @param units of numeric labels, by key
   */
  constructor(profile: Profile, private readonly outputUnit: string, units: ReadonlyMap<string, string>) {
    this.unit = units.get(SHOWN_NUMBER) ?? SHOWN_NUMBER;
    this.isEmpty = profile.labels.offsets[profile.sampleCount] === 0;
    const setByKey = new Map<string, number>();
    this.setOf = oncePerLabels(profile, (labels) => {
      const text = textOf(labels);
      const values = labels.numbers.get(SHOWN_NUMBER)?.values ?? [];
      if (text === '' && values.length === 0) return NONE;
      const key = values.join() + SEPARATOR + text;
      if (!setByKey.has(key)) setByKey.set(key, this.sets.push(this.setFor(text, values)) - 1);
      return setByKey.get(key)!;
    });
  }

  private setFor(text: string, values: readonly number[]): TagSet {
    const numbers = values.map((value) => {
      const name = scaledLabel(value, this.unit, this.outputUnit);
      return { tag: this.tagOf(name + SEPARATOR + text, { name, textLabel: text }), value };
    });
    return { text: text === '' ? NONE : this.tagOf(SEPARATOR + text, { name: text }), numbers };
  }

  private tagOf(key: string, name: TagName): number {
    const { names, indexes } = this;
    if (!indexes.has(key)) indexes.set(key, names.push(name) - 1);
    return indexes.get(key)!;
  }
}

function textOf({ texts }: SampleLabels): string {
  const shown = [...texts].filter(([key]) => key !== BASE_LABEL);
  const words = shown.flatMap(([key, values]) => values.map((text) => `${key}:${text}`));
  return words.sort(compareBytes).join('\\n');
}
