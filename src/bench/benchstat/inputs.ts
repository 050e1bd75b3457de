/** A file to read. */
export interface Input {
  readonly path: string;
  /** The value of `.file` in the file's results. */
  readonly label: string;
}

/**
 * Parses arguments `FILE` or `LABEL=FILE`. A FILE given several times without a label is labeled `FILE#0`, `FILE#1`, …
 */
export function inputsOf(args: readonly string[]): Input[] {
  const paths = args.filter((arg) => !arg.includes('='));
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return args.map((arg) => {
    const equals = arg.indexOf('=');
    if (equals !== -1) return { label: arg.slice(0, equals), path: arg.slice(equals + 1) };
    if (counts.get(arg) === 1) return { label: arg, path: arg };
    const number = numbers.get(arg) ?? 0;
    numbers.set(arg, number + 1);
    return { label: `${arg}#${number}`, path: arg };
  });
}
