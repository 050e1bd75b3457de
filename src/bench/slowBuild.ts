import type { BenchmarkResult } from './parseOutput';

/** The key in a result's configuration that names the build, and the builds that are several times slower. */
const KEY = 'sanitizer';
const FLAG = /^--?(race|msan|asan)(?:=(.*))?$/;

/** Adds `sanitizer: race` to the configuration of results whose program was built with -race, -msan or -asan. */
export function withSlowBuild(
  results: readonly BenchmarkResult[],
  flags: readonly string[] = [],
): readonly BenchmarkResult[] {
  const on = new Map<string, boolean>();
  for (const flag of flags) {
    const [, name, value = 'true'] = FLAG.exec(flag) ?? [];
    if (name !== undefined) on.set(name, /^(?:1|t|true)$/i.test(value));
  }
  const [name] = [...on].find(([, isOn]) => isOn) ?? [];
  return name === undefined ? results : results.map((each) => ({ ...each, config: { ...each.config, [KEY]: name } }));
}

/** ` · race build, several times slower`; empty for a usual build. */
export function slowBuildSign(results: readonly Pick<BenchmarkResult, 'config'>[]): string {
  const name = results.map(({ config }) => config[KEY]).find((each) => each !== undefined);
  return name === undefined ? '' : ` · ${name} build, several times slower`;
}
