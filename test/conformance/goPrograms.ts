import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun } from './oracle';
import { madeOnce } from './madeOnce';

/** A small Go module: `work` has the code to find in profiles, `dump` writes the profiles of a running program. */
export const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

/** Profiles made during this run of the tests, by kind. */
export interface FreshProfiles {
  /** An empty folder for the files of one test file. */
  readonly folder: string;
  readonly paths: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** Each has a fixed amount of work, so that a busy machine gets about the same number of samples. */
const BENCHMARKS = [
  { kind: 'cpu', benchmark: 'Compute', flags: ['-benchtime=2000x'] },
  { kind: 'mem', benchmark: 'Compute', flags: ['-benchtime=500x', '-memprofilerate=512'] },
  { kind: 'mutex', benchmark: 'Contend', flags: ['-benchtime=300x'] },
  { kind: 'block', benchmark: 'Contend', flags: ['-benchtime=300x'] },
];

/** An empty folder for a test's files. No source path contains its name, so that pprof does not trim paths by it. */
export async function temporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-conformance-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A temporary folder that is the working directory until it is removed. */
export async function workingFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const { folder, remove } = await temporaryFolder();
  process.chdir(folder);
  const leave = (): Promise<void> => {
    process.chdir('/');
    return remove();
  };
  return { folder, remove: leave };
}

/** A folder with profiles of the program `labeled`, whose samples have labels. */
export async function profileLabeled(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const { folder: parent, remove } = await temporaryFolder();
  const folder = join(parent, 'profiles');
  await mkdir(folder);
  const program = join(parent, process.platform === 'win32' ? 'labeled.exe' : 'labeled');
  await mustRun('go', ['build', '-o', program, './labeled'], { cwd: PROGRAMS });
  await mustRun(program, [folder], { cwd: folder });
  return { folder, remove };
}

/** The heap profile of the program `sampled` at the default rate, as `heap.pprof` and as `heap.txt`. */
export async function profileSampled(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const { folder, remove } = await temporaryFolder();
  const program = join(folder, process.platform === 'win32' ? 'sampled.exe' : 'sampled');
  await mustRun('go', ['build', '-o', program, './sampled'], { cwd: PROGRAMS });
  await mustRun(program, [folder], { cwd: folder });
  return { folder, remove };
}

/**
 * Profiles of benchmarks, of every kind that `go test` makes.
 * @param name calls with the same name share their profiles
 */
export function profileBenchmarks(name = 'benchmarks'): Promise<FreshProfiles> {
  return sharedProfiles(name, async (profiles) => {
    for (const { kind, benchmark, flags } of BENCHMARKS) {
      const path = join(profiles, `${kind}.pprof`);
      const profiling = [`-${kind}profile=${path}`, '-o', join(profiles, '..', 'work.test'), ...flags];
      await mustRun('go', ['test', '-run=^$', `-bench=^Benchmark${benchmark}$`, ...profiling, './busywork'], { cwd: PROGRAMS });
    }
  });
}

/** The profiles of a running program: goroutine, heap, allocs, threadcreate, block, mutex. */
export function profileProgram(...buildFlags: string[]): Promise<FreshProfiles> {
  return sharedProfiles(`program${buildFlags.join('')}`, async (profiles) => {
    const program = join(profiles, '..', process.platform === 'win32' ? 'dump.exe' : 'dump');
    await mustRun('go', ['build', ...buildFlags, '-o', program, './dump'], { cwd: PROGRAMS });
    await mustRun(program, [profiles], { cwd: profiles });
  });
}

/** @param make writes files `KIND.pprof` into a folder, once for all test files of this run */
async function sharedProfiles(name: string, make: (profiles: string) => Promise<void>): Promise<FreshProfiles> {
  const testFolder = await temporaryFolder();
  const shared = await madeOnce(`linecost-conformance-${name}`, async (folder) => {
    await mkdir(join(folder, 'profiles'));
    await make(join(folder, 'profiles'));
  });
  const profiles = join(shared.folder, 'profiles');
  const paths = (await readdir(profiles)).map((file) => [file.replace('.pprof', ''), join(profiles, file)] as const);
  const remove = async (): Promise<void> => {
    await Promise.all([testFolder.remove(), shared.remove()]);
  };
  return { folder: testFolder.folder, paths: new Map(paths), remove };
}
