import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loopOf, operationsOf } from '../../src/bench/operations';
import type { BenchmarkResult } from '../../src/bench/parseOutput';
import { resultsOf } from '../../src/bench/targetResults';
import type { GoEnvironment, GoTestBuild, GoTestRequest, ProfileKind } from '../../src/capture/contracts';
import { benchmarkSetup } from '../../src/capture/goCode/benchmarkSetup';
import { findTestFunctions } from '../../src/capture/goCode/findTests';
import { loopStyle } from '../../src/capture/goCode/loopOfSource';
import { GoTest } from '../../src/capture/goTest/goTest';
import type { SetupLines } from '../../src/profile/answers/flame';
import { benchmarkLoop, type BenchmarkLoop } from '../../src/profile/lines/loopOfStacks';
import type { Profile } from '../../src/profile/model';
import { decodeProfile } from '../../src/profile/wire/decode';
import { finish } from '../../src/profile/work/guard';

/** A profile of a benchmark, as a click takes it, and what `go test` reported in the same run. */
export interface Measured {
  readonly profile: Profile;
  /** Unset: not known exactly. */
  readonly operations: number | undefined;
  readonly loop: BenchmarkLoop | undefined;
  readonly reported: BenchmarkResult;
  readonly setup: SetupLines | undefined;
  /** The benchmark of a case. */
  readonly parent?: string;
  /** Whether `go test` leaves out the costs of the setup lines. */
  readonly isSetupUntimed: boolean;
}

export interface Measurement {
  /** Absolute folder of the package. */
  readonly folder: string;
  readonly name: string;
  readonly kinds: readonly ProfileKind[];
  readonly benchtime: string;
  /** Unset: the runtime's default. */
  readonly memProfileRate?: number;
  readonly go: GoEnvironment;
}

/** Takes a profile of each kind. */
export async function measure({ folder, name, ...options }: Measurement): Promise<Measured[]> {
  const request: GoTestRequest = {
    packageDir: folder,
    target: { kind: 'benchmark', name },
    count: 1,
    timeoutSeconds: 120,
    resultsOf: async (output) => resultsOf(output, name, 1),
    sourceFolders: [folder],
    ...options,
  };
  const test = await GoTest.build(request, () => undefined, new AbortController().signal);
  try {
    await test.time();
    const source = sourceOf(test.build, name);
    const taken = [];
    for (const kind of request.kinds) {
      const run = await test.measure(kind);
      const { bytes, iterations } = await test.readProfile(run);
      const [reported] = resultsOf(run.result.stdout, name, 1);
      taken.push({ iterations, reported, profile: decodeProfile(gunzipSync(bytes)) });
    }
    const loops = taken.map(({ profile }) => ({ loop: benchmarkLoop(profile) }));
    const loop = loopOf({ loop: source.loop, profiles: loops });
    return taken.map(({ iterations, ...rest }) => {
      const parent = name.includes('/') ? name.split('/')[0] : undefined;
      return { ...source, ...rest, parent, loop, operations: operationsOf(iterations, loop) };
    });
  } finally {
    await test.close();
  }
}

/** What the text of the benchmark says. */
function sourceOf({ texts }: GoTestBuild, name: string): Pick<Measured, 'loop' | 'setup' | 'isSetupUntimed'> {
  const [baseName] = name.split('/');
  const tests = [...texts].filter(([file]) => file.endsWith('_test.go'));
  const own = tests.find(([, text]) => findTestFunctions(text).some((found) => found.name === baseName));
  if (!own) return { loop: undefined, setup: undefined, isSetupUntimed: false };
  const [file, text] = own;
  const lines = finish(benchmarkSetup(text, baseName));
  const loop = finish(loopStyle(text, name, tests.filter((each) => each !== own).map(([, other]) => other)));
  const { line, endLine } = findTestFunctions(text).find((found) => found.name === baseName)!;
  const body = text.split('\n').slice(line - 1, endLine).join('\n');
  return {
    loop,
    setup: lines.length === 0 ? undefined : { function: baseName, file: basename(file), lines },
    isSetupUntimed: loop === 'b.Loop' || /\.(ResetTimer|StopTimer|Run)\(/.test(body),
  };
}
