/**
 * Sample types that identify the kind of profile, apart from heap and allocs, which differ only in their default. Block
 * and mutex profiles have the same sample types.
 */
export const PLAIN = /^(cpu|samples|alloc_|inuse_|wall|goroutineleak)/;
/** Kinds that are names of sample types, as for a profile file that was opened: its real kind is unknown. */
const UNKNOWN_KIND = /^(cpu|samples|alloc_|inuse_|wall|delay|contentions|$)/;

/** The kind of a profile of a part of a run, or of a moment of it: `cpu, last 10 s`, `heap, 55.0 s`. */
const OF_A_TIME = /^(cpu|wall|heap|goroutine), (.*)$/;

/** `heap` of `heap, 65.0 s`, `cpu` of `cpu, last 10 s`: what a profile of a part of the time is a part of. */
export function wholeLabel(label: string): string {
  return OF_A_TIME.exec(label)?.[1] ?? label;
}

/**
 * The name of a sample type: `alloc_space`; `mutex · delay` if the type does not identify the kind of profile;
 * `cpu, last 10 s` of a part of a run.
 */
export function sampleTypeName(kind: string, type: string): string {
  const [, , time] = OF_A_TIME.exec(kind) ?? [];
  if (time !== undefined) return `${type}, ${time}`;
  return kind === type || PLAIN.test(type) || UNKNOWN_KIND.test(kind) ? type : `${kind} · ${type}`;
}

/** `cpu`; if several sample types have that name, `cpu (count)` and `cpu (nanoseconds)`, or `cpu (count) 2`. */
export function typeText(types: readonly SampleType[], index: number): string {
  const { type, unit } = types[index];
  if (types.filter((other) => other.type === type).length === 1) return type;
  const alike = types.slice(0, index).filter((other) => other.type === type && other.unit === unit).length;
  return `${type} (${unit})${alike === 0 ? '' : ` ${alike + 1}`}`;
}

/** The index of the sample type with this typeText, or else of the first with this type; -1 if there is none. */
export function typeCalled(types: readonly SampleType[], text: string | undefined): number {
  const exact = types.findIndex((_, index) => typeText(types, index) === text);
  return exact >= 0 ? exact : types.findIndex(({ type }) => type === text);
}

interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/** The part of a profile that determines the names of its sample types. */
interface Kind {
  readonly label: string;
  readonly sampleTypes: readonly SampleType[];
}

/** A sample type of one of several profiles. */
export interface NamedSampleType<K extends Kind> {
  readonly profile: K;
  readonly sampleType: number;
  readonly name: string;
}

/** All sample types of all profiles, in order. Shared names get the kind of their profile as a prefix. */
export function sampleTypeNames<K extends Kind>(profiles: readonly K[]): NamedSampleType<K>[] {
  const all = profiles.flatMap((profile) => profile.sampleTypes.map((_, sampleType) => {
    const type = typeText(profile.sampleTypes, sampleType);
    return { profile, sampleType, type, name: sampleTypeName(profile.label, type) };
  }));
  const isShared = (name: string) => all.filter((other) => other.name === name).length > 1;
  return all.map(({ profile, sampleType, type, name }) => {
    return { profile, sampleType, name: isShared(name) ? `${profile.label} · ${type}` : name };
  });
}
