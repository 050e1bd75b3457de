import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { inChunks } from '../../media/bundles/chunks.mjs';
import { repoRoot } from '../host/paths.mjs';
import { measureWith, type Measure } from './measured';
import { buildExtension } from './npmSteps.mjs';
import { benchFolder, binFolder, builtFolder } from './places';

const execute = promisify(execFile);
const EXE = process.platform === 'win32' ? '.exe' : '';

/** The built programs that the bench runs. */
export interface Tools {
  readonly measure: Measure;
  /** `go tool pprof`, started directly, because starting it with the go command is slower. */
  readonly pprof: string;
  /** Runs a Go program of the bench: `generate` or `strip`. */
  readonly go: (name: string, args: readonly string[]) => Promise<void>;
  /** The path of a bundled program of `programs/`, to run with Node. */
  readonly program: (name: string) => string;
  readonly worker: string;
}

export async function buildTools(): Promise<Tools> {
  await execute('go', ['build', '-o', binFolder + path.sep, './...'], { cwd: path.join(benchFolder, 'go') });
  await Promise.all([bundlePrograms(), buildAndCopy()]);
  const goTool = (name: string): string => path.join(binFolder, name + EXE);
  return {
    measure: measureWith(goTool('measure')),
    pprof: await findPprof(),
    go: async (name, args) => void (await execute(goTool(name), args)),
    program: (name) => path.join(binFolder, `${name}.cjs`),
    worker: path.join(builtFolder, 'worker.js'),
  };
}

/** The program that measures first costs, bundled without chunks: programs/codeCache.ts caches one script. */
export const IN_ONE_FILE = 'costsInOneFile';

/** Bundles the programs of `programs/` in the way that the worker is bundled. */
async function bundlePrograms(): Promise<void> {
  const folder = path.join(benchFolder, 'programs');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sumThread = path.join(repoRoot, 'src', 'engine', 'node', 'sumThread.ts');
  await mkdir(binFolder, { recursive: true });
  await Promise.all([...names.map((name) => path.join(folder, name)), sumThread].map(bundle));
  await build({ ...bundleOptions(path.join(folder, 'costs.ts'), IN_ONE_FILE), format: 'cjs' });
}

async function bundle(file: string): Promise<void> {
  const { outputFiles } = await build(inChunks(bundleOptions(file, path.basename(file, '.ts'))));
  await Promise.all(outputFiles.map((output) => writeFile(output.path, output.contents)));
}

function bundleOptions(file: string, name: string) {
  return {
    entryPoints: [{ in: file, out: name }],
    outdir: binFolder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    external: ['re2js', '../benchmarkAnswers'],
    minify: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

async function buildAndCopy(): Promise<void> {
  await buildExtension();
  // Copying over an earlier copy fails at the symbolic links that the end-to-end tests make in dist.
  await rm(builtFolder, { recursive: true, force: true });
  await cp(path.join(repoRoot, 'dist'), builtFolder, { recursive: true });
}

async function findPprof(): Promise<string> {
  // Go builds pprof when it is first used.
  await execute('go', ['tool', 'pprof', '-help']).catch(() => undefined);
  return (await execute('go', ['tool', '-n', 'pprof'])).stdout.trim();
}
