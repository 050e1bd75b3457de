import { withStrings } from '../../src/profile/strings';
import type { Profile } from '../../src/profile/model';
import { NONE } from '../../src/profile/model';

/** A label of a sample: a string, or a number that may have a unit. */
export type TestLabel = readonly [key: string, value: string | number, unit?: string];

/** Returns the profile with its labels replaced; `labels[i]` are the labels of sample `i`. */
export function withLabels(profile: Profile, labels: readonly (readonly TestLabel[])[]): Profile {
  const added: string[] = [];
  const addString = (text: string): number => (text === '' ? 0 : profile.strings.length + added.push(text) - 1);
  const offsets = new Uint32Array(profile.sampleCount + 1);
  for (let i = 0; i < profile.sampleCount; i++) offsets[i + 1] = offsets[i]! + (labels[i] ?? []).length;
  const rows = labels.flat();
  const columns = {
    offsets,
    key: Uint32Array.from(rows, ([key]) => addString(key)),
    str: Uint32Array.from(rows, ([, value]) => (typeof value === 'string' ? addString(value) : 0)),
    num: Float64Array.from(rows, ([, value]) => (typeof value === 'number' ? value : 0)),
    numUnit: Uint32Array.from(rows, ([, , unit = '']) => addString(unit)),
  };
  return { ...profile, labels: columns, strings: withStrings(profile.strings, added) };
}

/**
 * Writes a profile as text, one sample per line, leaf first, in the notation of TextProfile.stacks without files and
 * lines: `1 10 | f ^ g < main {key=value size=5kb}`.
 */
export function textOf(profile: Profile): string[] {
  return Array.from({ length: profile.sampleCount }, (_, sample) => {
    const values = profile.values.map((column) => column[sample]).join(' ');
    const labels = labelsOf(profile, sample);
    return `${values} | ${stackOf(profile, sample)}${labels === '' ? '' : ` {${labels}}`}`;
  });
}

function stackOf({ stacks, locations, lines, functions, strings }: Profile, sample: number): string {
  const frames: string[] = [];
  for (let i = stacks.offsets[sample]!; i < stacks.offsets[sample + 1]!; i++) {
    const location = stacks.locations[i]!;
    const names: string[] = [];
    for (let line = locations.lineOffsets[location]!; line < locations.lineOffsets[location + 1]!; line++) {
      const row = lines.function[line]!;
      names.push(row === NONE ? '?' : strings.get(functions.name[row]!) || '_');
    }
    frames.push(names.length === 0 ? `0x${locations.address[location]!.toString(16)}` : names.join(' ^ '));
  }
  return frames.join(' < ');
}

function labelsOf({ labels, strings }: Profile, sample: number): string {
  const texts: string[] = [];
  for (let row = labels.offsets[sample]!; row < labels.offsets[sample + 1]!; row++) {
    const number = `${labels.num[row]}${strings.get(labels.numUnit[row]!)}`;
    const value = labels.str[row] === 0 ? number : strings.get(labels.str[row]!);
    texts.push(`${strings.get(labels.key[row]!)}=${value}`);
  }
  return texts.sort().join(' ');
}
