interface Kinded {
  /** `cpu`, `memory`, `mutex`, `heap`, … */
  readonly label: string;
  readonly summary: { readonly sampleTypes: readonly { readonly type: string }[] };
}

/** Sample types that only one kind of profile has, or kinds that differ in nothing but their default. */
const PLAIN = /^(cpu|samples|alloc_|inuse_)/;

/**
 * The kind of a profile where its sample type does not tell it: mutex and block profiles both have a delay. undefined
 * where the sample type or the title says it already, and for a profile file, whose kind is not known.
 */
export function kindName({ label, summary }: Kinded, type: string, title: string): string | undefined {
  const isPlain = PLAIN.test(type) || type === label;
  const isFile = summary.sampleTypes.some((each) => each.type === label);
  return isPlain || isFile || title.split(/\s+/).includes(label) ? undefined : label;
}
