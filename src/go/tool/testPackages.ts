import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isObject } from '../../profile/common/shapes';
import { CaptureError } from '../../common/captureError';
import { findTestFunctions } from '../code/findTests';
import { goError } from './goCommandFailure';
import { withoutFlag } from './goFlags';
import { type GoTool, runGo } from './goTool';
import { goWorkFailure } from './goWorkFailure';

/** A package with its benchmarks. */
export interface BenchmarkPackage {
  /** Its folder below the one in which it was listed, `sub/a`; the import path of a package elsewhere. */
  readonly place: string;
  readonly importPath: string;
  /** Absolute. */
  readonly folder: string;
  /** The functions, in the order of the files. */
  readonly benchmarks: readonly string[];
}

/**
 * The packages that patterns such as `./...` match and that have benchmarks. Patterns that match nothing are left out.
 * Throws CaptureError if Go lists no package and reports an error, and like `runGo`.
 */
export async function benchmarkPackages(
  tool: GoTool,
  buildFlags: readonly string[],
  patterns: readonly string[],
): Promise<BenchmarkPackage[]> {
  const flags = withoutFlag(withoutFlag(buildFlags, 'vet'), 'exec');
  const fields = 'Dir,ImportPath,TestGoFiles,XTestGoFiles,Error';
  const { stdout, stderr } = await runGo(tool, ['list', '-e', '-find', `-json=${fields}`, ...flags, '--', ...patterns]);
  const listed = objectsIn(stdout);
  const found = listed.filter(({ Dir }) => typeof Dir === 'string' && Dir !== '');
  if (found.length === 0) {
    const reasons = listed.map((each) => (isObject(each.Error) ? String(each.Error.Err) : ''));
    const output = [...reasons, stderr].join('\n').trim();
    const workFailure = await goWorkFailure(tool.cwd, output, tool);
    if (workFailure) throw workFailure;
    const [line = 'there are none'] = output.split('\n').filter((each) => each.trim() !== '');
    throw new CaptureError('noMatch', `Go lists no package for ${patterns.join(' ')}: ${goError(line) ?? line.trim()}.`);
  }
  return Promise.all(found.map((each) => packageOf(each, tool.cwd)));
}

async function packageOf(
  { Dir, ImportPath, TestGoFiles, XTestGoFiles }: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<BenchmarkPackage> {
  const folder = String(Dir);
  const files = [TestGoFiles, XTestGoFiles].flatMap((names) => (Array.isArray(names) ? names.map(String) : []));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  const functions = texts.flatMap((text) => findTestFunctions(text));
  const benchmarks = functions.flatMap(({ kind, name }) => (kind === 'benchmark' ? [name] : []));
  const inside = relative(cwd, folder).replaceAll('\\', '/');
  const importPath = String(ImportPath);
  return { place: inside.startsWith('..') ? importPath : inside, importPath, folder, benchmarks };
}

/** The objects that `go list -json` prints one after the other. */
function objectsIn(output: string): Readonly<Record<string, unknown>>[] {
  return output.split(/^}\r?\n/m).flatMap((text) => {
    if (text.trim() === '') return [];
    const value: unknown = JSON.parse(`${text}}`);
    return isObject(value) ? [value] : [];
  });
}
