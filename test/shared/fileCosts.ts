import type { FileCosts } from '../../src/profile/answers/lines';

/** Costs of a file: each of these lines (ascending) has as much flat and cum as its number. */
export function fileCosts(lines: readonly number[], functions: FileCosts['functions'] = []): FileCosts {
  const sum = lines.reduce((total, line) => total + line, 0);
  return {
    file: 'file.go',
    total: sum,
    unit: 'count',
    lines: Uint32Array.from(lines),
    flat: Float64Array.from(lines),
    cum: Float64Array.from(lines),
    samples: Uint32Array.from(lines, () => 1),
    functions,
  };
}
