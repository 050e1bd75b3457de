import { PLAIN } from '../profile/text/sampleTypeNames';

interface Kinded {
  /** `cpu`, `memory`, `mutex`, `heap`, … */
  readonly label: string;
  readonly summary: { readonly sampleTypes: readonly { readonly type: string }[] };
}

/** The label of a profile of a part of a run. */
const OF_A_TIME = /^(?:cpu|wall), (.*)$/;

/**
 * The kind of a profile, if its sample type does not identify it: mutex and block profiles both have `delay`; or the
 * part of the run that it is of. undefined if the sample type or the title shows it, and for a profile file, whose kind
 * is unknown.
 */
export function kindName({ label, summary }: Kinded, type: string, title: string): string | undefined {
  const [, time] = OF_A_TIME.exec(label) ?? [];
  if (time !== undefined) return time;
  const isPlain = PLAIN.test(type) || type === label;
  const isFile = summary.sampleTypes.some((each) => each.type === label);
  return isPlain || isFile || title.split(/\s+/).includes(label) ? undefined : label;
}
