import type { LabelValueTotal } from '../../src/profile/answers/labels';
import type { LabelChoice } from '../../src/pages/protocol/refineState';

/** The choice of a key; empty if no value of the key is chosen. */
export function choiceOf(choices: readonly LabelChoice[], key: string): LabelChoice {
  return choices.find((choice) => choice.key === key) ?? { key, texts: [], ranges: [] };
}

/** The choices with one key's choice replaced, sorted by key. */
export function withChoice(choices: readonly LabelChoice[], choice: LabelChoice): readonly LabelChoice[] {
  const others = choices.filter(({ key }) => key !== choice.key);
  return [...others, choice].sort((a, b) => (a.key < b.key ? -1 : 1));
}

type Value = Pick<LabelValueTotal, 'name' | 'isText' | 'range'>;

export function isChosen({ texts, ranges }: LabelChoice, { name, isText, range }: Value): boolean {
  return (isText && texts.includes(name)) || (range !== undefined && ranges.includes(range));
}

/** The choice with a value added, or removed if it was chosen. */
export function toggleValue(choice: LabelChoice, value: Value): LabelChoice {
  const { name, isText, range } = value;
  const texts = choice.texts.filter((text) => text !== name);
  const ranges = choice.ranges.filter((other) => other !== range);
  if (isChosen(choice, value)) return { ...choice, texts, ranges };
  return {
    ...choice,
    texts: isText ? [...texts, name] : texts,
    ranges: range === undefined ? ranges : [...ranges, range],
  };
}

/** The chosen values that are not in the list. They are shown separately, so that they can be removed. */
export function unlistedValues({ texts, ranges }: LabelChoice, values: readonly Value[]): Value[] {
  const isListed = (matches: (value: Value) => boolean) => values.some(matches);
  const unlistedTexts = texts.filter((text) => !isListed(({ name, isText }) => isText && name === text));
  const unlistedRanges = ranges.filter((each) => !isListed(({ range }) => range === each));
  return [
    ...unlistedTexts.map((name) => ({ name, isText: true })),
    ...unlistedRanges.map((range) => ({ name: range, isText: false, range })),
  ];
}
