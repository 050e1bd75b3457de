import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { clickedFolder } from './places';

const execute = promisify(execFile);

export type RealProfile = 'compiler-heap' | 'tests-cpu' | 'benchmark-cpu' | 'benchmark-mem';

/** Profiles of Go programs: each function makes a profile in a folder and returns its path. */
export const REAL_PROFILES: Readonly<Record<RealProfile, (folder: string) => Promise<string>>> = {
  /** Allocations of the compiler while it compiles net/http: hundreds of thousands of stacks. */
  'compiler-heap': async (folder) => {
    // The compiler writes the protobuf format if it is given a folder. A new folder name forces a new build.
    const flags = `net/http='-memprofile=${folder}' -memprofilerate=64`;
    await execute('go', ['build', `-gcflags=${flags}`, 'net/http'], { cwd: folder });
    const [file] = await readdir(folder);
    return path.join(folder, file!);
  },
  'tests-cpu': (folder) => goTest(folder, 'cpu', ['-count=1', '-short', 'go/types']),
  /** As large as the profiles that one click on a benchmark captures. */
  'benchmark-cpu': (folder) => goTest(folder, 'cpu', BENCHMARK, clickedFolder),
  'benchmark-mem': (folder) => goTest(folder, 'mem', BENCHMARK, clickedFolder),
};

const BENCHMARK = ['-run=^$', '-bench=^BenchmarkCheck$', '-benchtime=2s', '.'];

async function goTest(folder: string, kind: 'cpu' | 'mem', args: readonly string[], cwd = folder): Promise<string> {
  const profile = path.join(folder, `${kind}.pprof`);
  await execute('go', ['test', `-${kind}profile=${profile}`, `-o=${path.join(folder, 'test.binary')}`, ...args], { cwd });
  return profile;
}
