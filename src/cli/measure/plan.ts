import type { BenchPattern } from '../../go/test/benchPattern';
import { type BenchmarkPackage, benchmarkPackages } from '../../go/tool/testPackages';
import { goTool } from '../../go/tool/goTool';
import type { MeasureArgs } from './measureArgs';
import { MeasureError } from './measureError';
import type { Side, Sides } from './sides';

/** A package whose benchmarks both sides have. */
export interface PackagePair {
  readonly before: BenchmarkPackage;
  readonly now: BenchmarkPackage;
  /** Benchmark functions, in the order of the present files. */
  readonly names: readonly string[];
}

export interface Plan {
  readonly packages: readonly PackagePair[];
  /** Benchmark functions that only one side has, as `sub/a BenchmarkX`. */
  readonly onlyBefore: readonly string[];
  readonly onlyNow: readonly string[];
}

/**
 * Finds the benchmarks of both sides. Throws MeasureError if there is none to measure, CaptureError, or the signal's
 * reason on abort.
 */
export async function planOf(
  { before, now }: Sides,
  { packages: patterns, buildFlags, bench }: MeasureArgs,
  pattern: BenchPattern,
  signal: AbortSignal,
): Promise<Plan> {
  const listed = ({ go, cwd }: Side) => benchmarkPackages(goTool(go, cwd, signal), buildFlags, patterns);
  const ofNow = await listed(now);
  const ofBefore = await listed(before).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new MeasureError(`At ${before.name}: ${(error as Error).message}`.replaceAll(before.root, now.root));
  });
  const chosen = ({ benchmarks }: BenchmarkPackage) => benchmarks.filter((name) => pattern.matches(name));
  const places = new Map(ofBefore.map((each) => [each.place, each]));
  const packages = ofNow.flatMap((each): PackagePair[] => {
    const old = places.get(each.place);
    if (!old) return [];
    const known = new Set(chosen(old));
    const names = chosen(each).filter((name) => known.has(name));
    return names.length === 0 ? [] : [{ before: old, now: each, names }];
  });
  const only = (own: readonly BenchmarkPackage[], others: readonly BenchmarkPackage[]) => own.flatMap((each) => {
    const other = others.find(({ place }) => place === each.place);
    const known = new Set(other ? chosen(other) : []);
    return chosen(each).filter((name) => !known.has(name)).map((name) => [each.place, name].filter(Boolean).join(' '));
  });
  const plan = { packages, onlyBefore: only(ofBefore, ofNow), onlyNow: only(ofNow, ofBefore) };
  if (packages.length > 0) return plan;
  const where = patterns.join(' ');
  const [first] = [...plan.onlyNow, ...plan.onlyBefore];
  if (first !== undefined) {
    const side = plan.onlyNow.length > 0 ? now.name : before.name;
    throw new MeasureError(`No benchmark is on both sides: ${first} is only in ${side}.`);
  }
  const hint = where === '.' ? ', the package of this folder; ./... has those below it, too' : '';
  throw new MeasureError(`No benchmark matches -bench=${bench} in ${where}${hint}.`);
}
