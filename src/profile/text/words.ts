/** Sample types that only one kind of profile has. Waits for locks and for all else have the same. */
const PLAIN = /^(cpu|samples|alloc_|inuse_)/;
/** A profile file is called by a sample type: its kind is not known. */
const UNKNOWN_KIND = /^(cpu|samples|alloc_|inuse_|delay|contentions|$)/;

/** What a sample type is called: `alloc_space`; `mutex · delay` where it does not say the kind of its profile. */
export function sampleTypeName(kind: string, type: string): string {
  return kind === type || PLAIN.test(type) || UNKNOWN_KIND.test(kind) ? type : `${kind} · ${type}`;
}

/** `cpu`; `cpu (count)` and `cpu (nanoseconds)`, or `cpu (count) 2`, where several sample types have one name. */
export function typeText(types: readonly SampleType[], index: number): string {
  const { type, unit } = types[index];
  if (types.filter((other) => other.type === type).length === 1) return type;
  const alike = types.slice(0, index).filter((other) => other.type === type && other.unit === unit).length;
  return `${type} (${unit})${alike === 0 ? '' : ` ${alike + 1}`}`;
}

/** The index of the sample type that typeText calls so, else of the first of that name; -1 where there is none. */
export function typeCalled(types: readonly SampleType[], text: string | undefined): number {
  const exact = types.findIndex((_, index) => typeText(types, index) === text);
  return exact >= 0 ? exact : types.findIndex(({ type }) => type === text);
}

interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/** A profile, as far as it matters to what its sample types are called. */
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

/** All sample types of all profiles, one after the other, no two of the same name where their kinds tell them apart. */
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
