import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CaptureError } from '../../common/captureError';

/** Where go ran, and with which variables. */
interface GoRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface WorkFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A sentence about a go.work, and its line. */
interface Problem {
  readonly sentence: string;
  readonly line: number;
}

/**
 * Why go refuses to work with a go.work, from its output; undefined if the output does not say so. The message names
 * folders as go.work does, because go names them from the package's folder.
 */
export async function goWorkFailure(name: string, output: string, run: GoRun): Promise<CaptureError | undefined> {
  if (!output.includes('go.work')) return undefined;
  const work = await workFile(output, run);
  const problem = work && problemOf(name, output, work, run.cwd);
  if (!problem) return undefined;
  const location = { file: work.path, line: problem.line, column: 1 };
  return new CaptureError('compile', problem.sentence, location, output);
}

/** The go.work that the output names, that GOWORK names, or the nearest one above the package. */
async function workFile(output: string, { cwd, env }: GoRun): Promise<WorkFile | undefined> {
  const named = /^(?:go: )?(\S.*?\.work)(?::\d+:| requires go )/m.exec(output)?.[1];
  const paths = [named && resolve(cwd, named), env.GOWORK].filter((path) => path && isAbsolute(path)) as string[];
  for (let dir = cwd; ; dir = dirname(dir)) {
    paths.push(join(dir, 'go.work'));
    if (dir === dirname(dir)) break;
  }
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return { path, lines: text.split(/\r?\n/) };
  }
  return undefined;
}

function problemOf(name: string, output: string, work: WorkFile, cwd: string): Problem | undefined {
  const file = basename(work.path);
  const folder = (path: string) => inWork(work, resolve(cwd, path));
  const goLine = () => lineWhere(work, (words) => words[0] === 'go');

  const [, line, error] = /^\S.*?\.work:(\d+)(?::\d+)?: (.+)$/m.exec(output) ?? [];
  if (line !== undefined) {
    const reason = error.trim().replace(/\/\S+/g, (path) => (isAbsolute(path) ? folder(path) : path));
    return { sentence: `${file} is broken, so go builds nothing here: ${reason} (${file}:${line}).`, line: Number(line) };
  }
  const [, missing, why] = /^go: cannot load module (.+?) listed in go\.work file: (.+)$/m.exec(output) ?? [];
  if (missing !== undefined) {
    const isGone = /no such file|cannot find/.test(why);
    const what = isGone ? 'which has no go.mod' : `which cannot be read: ${why.trim()}`;
    const sentence = `${file} lists ${folder(missing)}, ${what}, so go builds nothing here: remove that line, or add the module.`;
    const path = resolve(cwd, missing);
    const isListed = (words: readonly string[]) =>
      words.some((word) => resolve(dirname(work.path), unquoted(word)) === path);
    return { sentence, line: lineWhere(work, isListed) };
  }
  const [, module, needed, listed] = /^go: module (.+?) listed in go\.work file requires go >= (\S+), but go\.work lists go ([\w.]+)/m.exec(output) ?? [];
  if (module !== undefined) {
    const sentence = `${file} is for go ${listed}, and its module ${folder(module)} needs go ${needed}: raise the version in ${file}.`;
    return { sentence, line: goLine() };
  }
  const [, minimum, running] = /^go: \S.*?\.work requires go >= (\S+) \(running go (\S+?)[;)]/m.exec(output) ?? [];
  if (minimum !== undefined) {
    const sentence = `${file} needs go ${minimum}, and the go command is ${running}: install go ${minimum} and set linecost.go.path to it, or lower the version in ${file}.`;
    return { sentence, line: goLine() };
  }
  const isUnlisted = NOT_LISTED.some((words) => output.includes(words));
  return isUnlisted
    ? { sentence: `The module of ${name} is not listed in ${file}: run "go work use" in its folder.`, line: 1 }
    : undefined;
}

const NOT_LISTED = ['not one of the workspace modules listed in go.work', 'does not contain modules listed in go.work'];

/** A folder as go.work would name it: `./tools`, `../shared`. */
function inWork({ path }: WorkFile, folder: string): string {
  const rest = relative(dirname(path), folder).replaceAll('\\', '/');
  return rest === '' ? '.' : rest.startsWith('..') ? rest : `./${rest}`;
}

/** The first line (1-based) with such words; 1 if there is none. */
function lineWhere({ lines }: WorkFile, isSought: (words: readonly string[]) => boolean): number {
  return Math.max(0, lines.findIndex((line) => isSought(line.replace(/\/\/.*/, '').trim().split(/\s+/)))) + 1;
}

function unquoted(word: string): string {
  return word.replace(/^["`](.*)["`]$/, '$1');
}
