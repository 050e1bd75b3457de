import type { BenchmarkResult } from './parseOutput';

/** The key in a result's configuration that names the build, and the builds that are several times slower. */
const KEY = 'sanitizer';
const FLAG = /^--?(race|msan|asan)(?:=(.*))?$/;

/** `race` if flags build the program with -race; so for -msan and -asan. Undefined for a usual build. */
export function slowBuildOf(flags: readonly string[] = []): string | undefined {
  const on = new Map<string, boolean>();
  for (const flag of flags) {
    const [, name, value = 'true'] = FLAG.exec(flag) ?? [];
    if (name !== undefined) on.set(name, /^(?:1|t|true)$/i.test(value));
  }
  return [...on].find(([, isOn]) => isOn)?.[0];
}

/** Adds `sanitizer: race` to the configuration of results whose program was built with -race, -msan or -asan. */
export function withSlowBuild(
  results: readonly BenchmarkResult[],
  flags?: readonly string[],
): readonly BenchmarkResult[] {
  const name = slowBuildOf(flags);
  return name === undefined ? results : results.map((each) => ({ ...each, config: { ...each.config, [KEY]: name } }));
}

/** `race` if the program of the results was built with -race. */
export function slowBuildIn(results: readonly Pick<BenchmarkResult, 'config'>[]): string | undefined {
  return results.map(({ config }) => config[KEY]).find((name) => name !== undefined);
}

/** ` · race build, several times slower`; empty for a usual build. */
export function slowBuildSign(results: readonly Pick<BenchmarkResult, 'config'>[]): string {
  const sign = slowBuildShortSign(results);
  return sign && `${sign}, several times slower`;
}

/** ` · race build`, for narrow places; empty for a usual build. */
export function slowBuildShortSign(results: readonly Pick<BenchmarkResult, 'config'>[]): string {
  const name = slowBuildIn(results);
  return name === undefined ? '' : ` · ${slowBuildName(name)}`;
}

/** `race build` */
export function slowBuildName(name: string): string {
  return `${name} build`;
}

export function slowBuildSentence(name: string): string {
  return `Measured with -${name}, which makes programs several times slower.`;
}
