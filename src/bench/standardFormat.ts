import type { BenchmarkResult, BenchmarkUnit } from './parseOutput';
import { printedUnit } from './reportedFigures';

/**
 * Results in the standard format, which benchstat reads: the `Unit` lines, then one line per result, each after the
 * `key: value` lines that changed. Empty if there are neither results nor units.
 * Format: https://go.dev/design/14313-benchmark-format
 */
export function standardText(results: readonly BenchmarkResult[], units: readonly BenchmarkUnit[] = []): string {
  const lines = units.map(({ unit, key, value }) => `Unit ${unit} ${key}=${value}`);
  let config: Readonly<Record<string, string>> = {};
  for (const { name, iterations, values, config: resultConfig } of results) {
    for (const [key, value] of Object.entries(resultConfig)) if (config[key] !== value) lines.push(`${key}: ${value}`);
    // An empty value removes the key.
    for (const key of Object.keys(config)) if (!(key in resultConfig)) lines.push(`${key}:`);
    config = resultConfig;
    lines.push([name, iterations, ...values.map(({ value, unit }) => `${value} ${printedUnit(unit)}`)].join('\t'));
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
