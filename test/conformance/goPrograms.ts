import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun } from './oracle';

/** A small Go module: `work` has the code to find in profiles, `dump` writes the profiles of a running program. */
export const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

/** Freshly made profiles by kind, in their own folder. */
export interface FreshProfiles {
  readonly folder: string;
  readonly paths: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** A fixed amount of work each, so that a busy machine gets the same number of samples. */
const BENCHMARKS = [
  { kind: 'cpu', benchmark: 'Compute', flags: ['-benchtime=2000x'] },
  { kind: 'mem', benchmark: 'Compute', flags: ['-benchtime=500x', '-memprofilerate=512'] },
  { kind: 'mutex', benchmark: 'Contend', flags: ['-benchtime=1500x'] },
  { kind: 'block', benchmark: 'Contend', flags: ['-benchtime=1500x'] },
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
  const { folder: around, remove } = await temporaryFolder();
  const folder = join(around, 'profiles');
  await mkdir(folder);
  const program = join(around, process.platform === 'win32' ? 'labeled.exe' : 'labeled');
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

/** Profiles of benchmarks, of every kind that `go test` makes. */
export async function profileBenchmarks(): Promise<FreshProfiles> {
  const { folder, remove } = await temporaryFolder();
  const paths = new Map<string, string>();
  for (const { kind, benchmark, flags } of BENCHMARKS) {
    const path = join(folder, `${kind}.pprof`);
    const profiling = [`-${kind}profile=${path}`, '-o', join(folder, 'work.test'), ...flags];
    await mustRun('go', ['test', '-run=^$', `-bench=^Benchmark${benchmark}$`, ...profiling, './work'], { cwd: PROGRAMS });
    paths.set(kind, path);
  }
  return { folder, paths, remove };
}

/** The profiles of a running program: goroutine, heap, allocs, threadcreate, block, mutex. */
export async function profileProgram(...buildFlags: string[]): Promise<FreshProfiles> {
  const { folder, remove } = await temporaryFolder();
  const program = join(folder, process.platform === 'win32' ? 'dump.exe' : 'dump');
  const profiles = join(folder, 'profiles');
  await mkdir(profiles);
  await mustRun('go', ['build', ...buildFlags, '-o', program, './dump'], { cwd: PROGRAMS });
  await mustRun(program, [profiles], { cwd: folder });
  const files = await readdir(profiles);
  const paths = new Map(files.map((file) => [file.replace('.pprof', ''), join(profiles, file)]));
  return { folder, paths, remove };
}
