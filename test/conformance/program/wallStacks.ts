import type { Profile } from '../../../src/profile/model';

/** The samples of a profile: the functions of the stack, leaf first. */
export function* stacksOf(profile: Profile) {
  const { sampleCount, stacks, locations, lines, functions, strings, values, sampleTypes, labels } = profile;
  for (let sample = 0; sample < sampleCount; sample++) {
    const names: string[] = [];
    for (let at = stacks.offsets[sample]!; at < stacks.offsets[sample + 1]!; at++) {
      const location = stacks.locations[at]!;
      for (let line = locations.lineOffsets[location]!; line < locations.lineOffsets[location + 1]!; line++) {
        names.push(strings.get(functions.name[lines.function[line]!]!));
      }
    }
    const pairs: Record<string, string> = {};
    for (let row = labels.offsets[sample]!; row < labels.offsets[sample + 1]!; row++) {
      pairs[strings.get(labels.key[row]!)] = strings.get(labels.str[row]!);
    }
    const valueOf = (name: string): number => values[sampleTypes.findIndex(({ type }) => type === name)]![sample]!;
    yield { names, valueOf, pairs };
  }
}

/** The nanoseconds of the stacks with a function, and with a label if one is named. */
export function nanosOf(pieces: readonly Profile[], type: string, name: string, key?: string, value?: string): number {
  const all = pieces.flatMap((each) => [...stacksOf(each)]);
  const chosen = all.filter(({ names, pairs }) => names.includes(name) && (key === undefined || pairs[key] === value));
  return chosen.reduce((sum, { valueOf }) => sum + valueOf(type), 0);
}
