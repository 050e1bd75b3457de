/** The options of `npm run bench --`. */
export interface Options {
  /** Fewer sizes and rounds. */
  readonly quick: boolean;
  /** Includes measurements that take a quarter of an hour, or more than 10 GB of memory. */
  readonly full: boolean;
  /** Writes the guide's table of speed from the newest figures. */
  readonly guide: boolean;
  /** Tables to measure: all if empty; none if `none`. The other tables keep the figures of their last run. */
  readonly only: readonly string[];
  /** The largest profile to measure, in samples. */
  readonly largest: number;
}

export class UsageError extends Error {}

/** @throws UsageError */
export function readOptions(args: readonly string[], tables: readonly string[]): Options {
  const values = new Map(args.map((arg) => /^--([a-z]+)(?:=(.*))?$/.exec(arg)).map((match, i) => {
    if (!match) throw new UsageError(`Unknown option: ${args[i]}`);
    return [match[1]!, match[2] ?? ''] as const;
  }));
  const unknown = [...values.keys()].find((name) => !['quick', 'full', 'guide', 'only', 'largest'].includes(name));
  if (unknown) throw new UsageError(`Unknown option --${unknown}; valid: --quick, --full, --only=…, --largest=…, --guide.`);
  const only = (values.get('only') ?? '').split(',').filter((name) => name !== '');
  const unknownTable = only.find((name) => name !== 'none' && !tables.includes(name));
  if (unknownTable) throw new UsageError(`Unknown table "${unknownTable}"; valid: ${tables.join(', ')}.`);
  const quick = values.has('quick');
  const largest = Number(values.get('largest') ?? (quick ? 500_000 : 1_000_000));
  if (!(largest >= 1000)) throw new UsageError('--largest takes a number of samples, at least 1000.');
  return { quick, full: values.has('full'), guide: values.has('guide'), only, largest };
}
