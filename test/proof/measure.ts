import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BenchmarkResult } from '../../src/bench/parseOutput';
import { resultsOf } from '../../src/bench/goTestResults';
import type { GoEnvironment, GoTestRequest, ProfileKind } from '../../src/capture/contracts';
import { findTestFunctions } from '../../src/capture/goCode/findTests';
import { GoTest } from '../../src/capture/goTest/goTest';
import { describeTarget, withResults } from '../../src/commands/describeTarget';
import { Store } from '../../src/engine/store';
import { decodeProfile } from '../../src/profile/wire/decode';
import type { Profile } from '../../src/profile/model';
import { type Capture, type LoadedProfile, operationsOfProfile } from '../../src/loadedCapture';

export const never = new AbortController().signal;

/** A capture as a click takes it, loaded in an engine. */
export interface Measured {
  readonly store: Store;
  readonly capture: Capture;
  /** One of its profiles, by kind. */
  readonly profiles: ReadonlyMap<ProfileKind, MeasuredProfile>;
}

export interface MeasuredProfile {
  readonly loaded: LoadedProfile;
  /** The decoded profile, from which the allowed difference is computed. */
  readonly decoded: Profile;
  /** What `go test` reported in the run that took the profile. */
  readonly reported: BenchmarkResult;
  /** As counted by Linecost; undefined if it does not know them. */
  readonly operations: number | undefined;
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

/** Takes a capture with profiles of the given kinds. */
export async function measure({ folder, name, ...options }: Measurement): Promise<Measured> {
  const request: GoTestRequest = {
    packageDir: folder,
    target: { kind: 'benchmark', name },
    count: 1,
    timeoutSeconds: 120,
    resultsOf: async (output) => resultsOf(output, name, { count: 1 }),
    sourceFolders: [folder],
    ...options,
  };
  const file = fileOf(folder, name.split('/')[0]!);
  const test = await GoTest.build(request, () => undefined, never);
  const store = new Store();
  try {
    const results = resultsOf(await test.time(), name, { count: 1 });
    const target = { uri: { fsPath: file } as never, kind: 'benchmark', name } as const;
    const described = await describeTarget(target, test.build, new Map(), never);
    const captured = withResults(described, { results, units: [] });
    const taken = new Map<ProfileKind, Omit<MeasuredProfile, 'operations'>>();
    for (const kind of request.kinds) {
      const ran = await test.measure(kind);
      const { bytes, iterations } = await test.readProfile(ran);
      const decoded = decodeProfile(gunzipSync(bytes));
      const summary = await store.answer('load', { source: { kind: 'bytes', bytes } }, never);
      const loop = await store.answer('benchmarkLoop', { profile: summary.id }, never);
      const [reported] = resultsOf(ran.result.stdout, name, { count: 1 });
      if (reported === undefined) throw new Error(`${name} reported nothing`);
      taken.set(kind, { loaded: { summary, label: kind, iterations, loop }, decoded, reported });
    }
    const loaded = [...taken.values()].map((each) => each.loaded);
    const sources = new Map(captured.sources);
    const capture: Capture = { ...captured, id: name, capturedAt: 0, profiles: loaded, sources };
    const profiles = [...taken].map(([kind, each]) => {
      return [kind, { ...each, operations: operationsOfProfile(capture, each.loaded) }] as const;
    });
    return { store, capture, profiles: new Map(profiles) };
  } finally {
    await test.close();
  }
}

/** The test file with a benchmark. */
function fileOf(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('_test.go')).map((file) => join(folder, file));
  const found = files.find((file) => findTestFunctions(readFileSync(file, 'utf8')).some((each) => each.name === name));
  if (found === undefined) throw new Error(`no file has ${name}`);
  return found;
}
