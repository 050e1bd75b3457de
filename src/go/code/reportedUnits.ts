import type { Steps } from '../../profile/common/guard';
import { BenchmarkFunctions, type BenchmarkFunction, type TestFile } from './benchmarkFunctions';
import { addHelpers } from './benchmarkSetup';
import { STEP_MASK } from './goTokens';
import { isStringLiteral, stringValue } from './printedName';

/** The units that `go test` measures. A benchmark that reports one with `b.ReportMetric` replaces its figure. */
const MEASURED = ['ns/op', 'B/op', 'allocs/op', 'MB/s'];

/**
 * The units that `go test` measures but the benchmark reports itself, or a helper that it passes its `*testing.B` to:
 * `b.ReportMetric(x, "ns/op")`, or with a constant of the same file.
 * @param files the first one has the benchmark; the others are the package's other test files
 */
export function* reportedUnits(files: readonly TestFile[], name: string): Steps<string[]> {
  const functions = new BenchmarkFunctions(files);
  const units = new Set<string>();
  // The set grows in the loop, which visits each function once.
  const names = new Set([name]);
  for (const each of names) {
    for (const func of yield* functions.named(each)) {
      for (const unit of yield* unitsIn(func)) units.add(unit);
      yield* addHelpers(func, names);
    }
  }
  return MEASURED.filter((unit) => units.has(unit));
}

function* unitsIn({ source: { texts, closing }, from, to }: BenchmarkFunction): Steps<string[]> {
  const units: string[] = [];
  for (let at = from; at < to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at] !== 'ReportMetric' || texts[at - 1] !== '.' || texts[at + 1] !== '(') continue;
    const end = closing[at + 1];
    const last = texts[end - 1] === ',' ? end - 2 : end - 1;
    const unit = texts[last - 1] === ',' ? stringAt(texts, last) : undefined;
    if (unit !== undefined) units.push(unit);
  }
  return units;
}

/** The value of a string literal, or of a constant that the file declares. */
function stringAt(texts: readonly string[], at: number): string | undefined {
  if (isStringLiteral(texts[at])) return stringValue(texts[at]);
  const declared = texts.findIndex((text, i) => text === texts[at] && texts[i + 1] === '=' && isStringLiteral(texts[i + 2]));
  return declared < 0 ? undefined : stringValue(texts[declared + 2]);
}
