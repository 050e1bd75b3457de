import type { FileCosts } from '../../src/profile/answers/lines';

/** Costs of a file in which the flat and cum of each line equal its line number. `lines` must be in ascending order. */
export function fileCosts(lines: readonly number[], functions: FileCosts['functions'] = []): FileCosts {
  const total = lines.reduce((sum, line) => sum + line, 0);
  return {
    file: 'file.go',
    total,
    unit: 'count',
    lines: Uint32Array.from(lines),
    flat: Float64Array.from(lines),
    cum: Float64Array.from(lines),
    samples: Uint32Array.from(lines, () => 1),
    functions,
  };
}
