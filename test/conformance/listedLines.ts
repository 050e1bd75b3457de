import { pprof } from './oracle';

/** The figures of a line in `-list`, in one routine. */
export interface ListedLine {
  readonly flat: number;
  readonly cum: number;
}

export interface List {
  /** The figures by `file:line`, with one entry for each routine that contains the line. */
  readonly lines: ReadonlyMap<string, readonly ListedLine[]>;
  readonly total: number;
}

/** The figures of every line in `go tool pprof -list`, in the sample type's unit. */
export async function listedLines(words: readonly string[], cwd: string, type: string, unit: string): Promise<List> {
  const exact = { nanoseconds: 'ns', bytes: 'B' }[unit] ?? unit;
  const { stdout } = await pprof(['-list=.', `-unit=${exact}`, `-sample_index=${type}`, ...words], { cwd });
  const text = stdout.toString();
  const lines = new Map<string, ListedLine[]>();
  let file = '';
  for (const row of text.split('\n')) {
    file = /^ROUTINE =+ .* in (\S+)$/.exec(row)?.[1] ?? file;
    const [, flat, cum, line] = /^ *(\.|-?\d+)[A-Za-z]* +(\.|-?\d+)[A-Za-z]* +(\d+):/.exec(row) ?? [];
    if (flat === undefined || (flat === '.' && cum === '.')) continue;
    const key = `${file}:${line}`;
    lines.set(key, [...(lines.get(key) ?? []), { flat: Number(flat) || 0, cum: Number(cum) || 0 }]);
  }
  return { lines, total: Number(/^Total: (\d+)/.exec(text)?.[1] ?? 0) };
}
