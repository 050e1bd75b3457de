import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BenchmarkResult } from '../../src/bench/parseOutput';
import { resultsOf } from '../../src/bench/goTestResults';
import type { GoEnvironment, GoTestRequest, ProfileKind } from '../../src/go/captureTypes';
import { findTestFunctions } from '../../src/go/code/findTests';
import { GoTest } from '../../src/go/test/goTest';
import { describeTarget, judgedCode, withResults } from '../../src/features/profile/describeTarget';
import { profileMisfit } from '../../src/features/profile/profileMisfit';
import { resultMisfit } from '../../src/features/profile/resultMisfit';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { decodeProfile } from '../../src/profile/wire/decode';
import type { Profile } from '../../src/profile/model';
import { type Capture, type LoadedProfile, operationsOfProfile } from '../../src/captures/loadedCapture';

export const signal = new AbortController().signal;

/** A capture as a click makes it, loaded in an engine. */
export interface ProofCapture {
  readonly store: NodeStore;
  readonly capture: Capture;
  /** Its profiles by kind. */
  readonly profiles: ReadonlyMap<ProfileKind, ProofProfile>;
}

export interface ProofProfile {
  readonly loaded: LoadedProfile;
  /** The decoded profile, from which the allowed difference is computed. */
  readonly decoded: Profile;
  /** The result that `go test` reported in the run that took the profile. */
  readonly reported: BenchmarkResult;
  /** The number of operations that Linecost derives; undefined if it is unknown. */
  readonly operations: number | undefined;
}

export interface MeasureOptions {
  /** The absolute path of the package's folder. */
  readonly folder: string;
  readonly name: string;
  readonly kinds: readonly ProfileKind[];
  readonly benchtime: string;
  /** Undefined means the runtime's default. */
  readonly memProfileRate?: number;
  readonly go: GoEnvironment;
}

/** Runs a benchmark and captures profiles of the given kinds. */
export async function measure({ folder, name, ...options }: MeasureOptions): Promise<ProofCapture> {
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
  const test = await GoTest.build(request, () => undefined, signal);
  const store = new NodeStore();
  try {
    const results = resultsOf(await test.time(), name, { count: 1 });
    const target = { uri: { fsPath: file } as never, kind: 'benchmark', name } as const;
    const described = await describeTarget(target, test.build, new Map(), signal);
    const code = (await judgedCode(target, test.build, signal))!;
    const misfit = resultMisfit(code, results);
    const captured = { ...withResults(described, { results, units: [] }), ...(misfit && { misfit }) };
    const profilesByKind = new Map<ProfileKind, Omit<ProofProfile, 'operations'>>();
    for (const kind of request.kinds) {
      const run = await test.measure(kind);
      const { bytes, kind: label, run: figures, ...profiled } = await test.readProfile(run, kind);
      const decoded = decodeProfile(gunzipSync(bytes));
      const load = { source: { kind: 'bytes', bytes }, capture: { isBenchmark: true } } as const;
      const { facts: { loop } = {}, ...summary } = await store.answer('load', load, signal);
      const [reported] = resultsOf(run.result.stdout, name, { count: 1 });
      if (reported === undefined) throw new Error(`${name} reported nothing`);
      const { memProfileRate } = request;
      const judged = { kind, summary, run: figures, code, memProfileRate, startsProcess: false };
      const misfit = profileMisfit(judged);
      const loaded = { summary, label, ...profiled, loop, ...(misfit && { misfit }) };
      profilesByKind.set(kind, { loaded, decoded, reported });
    }
    const loaded = [...profilesByKind.values()].map((profile) => profile.loaded);
    const sources = new Map(captured.sources);
    const capture: Capture = { ...captured, id: name, capturedAt: 0, profiles: loaded, sources };
    const profiles = [...profilesByKind].map(([kind, profile]) => {
      return [kind, { ...profile, operations: operationsOfProfile(capture, profile.loaded) }] as const;
    });
    return { store, capture, profiles: new Map(profiles) };
  } finally {
    await test.close();
  }
}

/** The test file that has a benchmark. */
function fileOf(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('_test.go')).map((file) => join(folder, file));
  const hasBenchmark = (file: string) => findTestFunctions(readFileSync(file, 'utf8')).some((test) => test.name === name);
  const testFile = files.find(hasBenchmark);
  if (testFile === undefined) throw new Error(`no file has ${name}`);
  return testFile;
}
