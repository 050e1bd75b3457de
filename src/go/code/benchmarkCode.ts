import { dirname, join } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import type { Code } from './benchmarkFunctions';
import { type CodeUse, type Reference, testingNamesIn, usesIn } from './codeUses';
import { type DeclaredFunction, type GoFile, goFile } from './goFile';

/** The texts of a program's files, and where its module is. */
export interface ProgramTexts {
  /** By absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** What the code of a benchmark does, with everything that it may call. Names decide, not types. */
export interface BenchmarkCode {
  /** In the benchmark and what it calls; nearest first. */
  readonly uses: readonly CodeUse[];
  /** In `init` and `TestMain`, and what they call. */
  readonly atStart: readonly CodeUse[];
  /** Whether it has `b.N`, `b.Loop` or `pb.Next`. */
  readonly loops: boolean;
  /** Whether all code that gets its `*testing.B` was read. */
  readonly isWhole: boolean;
  /** The line of the benchmark function; undefined if it was not found. */
  readonly line: number | undefined;
}

/** Limit in characters for the files that are read. A package is read as a whole. */
const MAX_CHARACTERS = 1_000_000;
/** Names of calls and variables that concern files without a `*testing.B`, too: see codeUses. */
const WORDS = /CPUProfile|MemProfileRate|MutexProfileFraction|BlockProfileRate|"github\.com\/pkg\/profile"|"os\/exec"|StartProcess|ForkExec/;
const TESTING = '"testing"';

/**
 * Reads a benchmark, and the functions that it may call, as far as their texts are known.
 * @param file absolute path of the benchmark's file
 * @param name `BenchmarkX`, without sub-benchmarks
 */
export function* benchmarkCode(program: ProgramTexts, file: string, name: string): Steps<BenchmarkCode> {
  const packages = new Packages(program);
  const dir = dirname(file);
  const own = (yield* packages.filesOf(dir)) ?? [];
  const benchmarks = functionsNamed(own, name).filter((each) => each.file.path === file);
  const reached = yield* reach(packages, benchmarks);
  const starting = [...functionsNamed(own, 'TestMain'), ...functionsNamed(own, 'init')];
  const atStart = yield* reach(packages, starting);
  const [benchmark] = benchmarks;
  return {
    uses: reached.uses,
    atStart: atStart.uses,
    loops: reached.loops,
    isWhole: benchmark !== undefined && reached.isWhole && !packages.isFull,
    line: benchmark?.code.source.lines[benchmark.code.from],
  };
}

interface Located {
  readonly file: GoFile;
  readonly code: Code;
}

/** The packages of a program, each read when it is first needed. */
class Packages {
  isFull = false;
  private left = MAX_CHARACTERS;
  private readonly pathsByDir = new Map<string, string[]>();
  private readonly read = new Map<string, readonly GoFile[]>();

  constructor(private readonly program: ProgramTexts) {
    const needsAll = [...program.texts.values()].some((text) => WORDS.test(text));
    for (const [path, text] of program.texts) {
      if (!path.endsWith('.go') || (!needsAll && !text.includes(TESTING))) continue;
      const paths = this.pathsByDir.get(dirname(path));
      if (paths) paths.push(path);
      else this.pathsByDir.set(dirname(path), [path]);
    }
  }

  /** The files of a folder; undefined if none of them is known, or too much has been read. */
  *filesOf(dir: string): Steps<readonly GoFile[] | undefined> {
    const known = this.read.get(dir);
    const paths = this.pathsByDir.get(dir);
    if (known || !paths) return known;
    const texts = paths.map((path) => this.program.texts.get(path)!);
    this.left -= texts.reduce((sum, text) => sum + text.length, 0);
    if (this.left < 0) this.isFull = true;
    const files: GoFile[] = [];
    if (!this.isFull) for (const [i, path] of paths.entries()) files.push(yield* goFile(path, texts[i]));
    this.read.set(dir, files);
    return files;
  }

  /** The folder of an imported package of the program's module. */
  dirOf(importPath: string): string | undefined {
    const { modulePath, moduleDir } = this.program;
    if (modulePath === '' || (importPath !== modulePath && !importPath.startsWith(`${modulePath}/`))) return undefined;
    return join(moduleDir, importPath.slice(modulePath.length));
  }
}

/** The functions or `.methods` with a name; several if methods of different types have it. */
function functionsNamed(files: readonly GoFile[], key: string): Located[] {
  return files.flatMap((file) =>
    (functionsOf(file).get(key) ?? []).map((code) => ({ file, code })));
}

const functionsByFile = new WeakMap<GoFile, ReadonlyMap<string, readonly DeclaredFunction[]>>();

function functionsOf(file: GoFile): ReadonlyMap<string, readonly DeclaredFunction[]> {
  const known = functionsByFile.get(file);
  if (known) return known;
  const functions = new Map<string, DeclaredFunction[]>();
  for (const declared of file.functions) {
    const sameKey = functions.get(declared.key);
    if (sameKey) sameKey.push(declared);
    else functions.set(declared.key, [declared]);
  }
  functionsByFile.set(file, functions);
  return functions;
}

/** Visits functions and what they refer to, nearest first. */
function* reach(packages: Packages, roots: readonly Located[]): Steps<Omit<BenchmarkCode, 'atStart' | 'line'>> {
  const uses: CodeUse[] = [];
  let [loops, isWhole] = [false, true];
  const queue = roots.map((each) => ({ ...each, isInLoop: false }));
  const seen = new Set<Code>(roots.map(({ code }) => code));
  const seenFiles = new Set<GoFile>();
  const add = (found: readonly Located[], isInLoop: boolean): void => {
    for (const each of found) {
      if (seen.has(each.code)) continue;
      seen.add(each.code);
      queue.push({ ...each, isInLoop });
    }
  };
  // The queue grows in the loop, which visits each function once.
  for (const { file, code, isInLoop } of queue) {
    const names = new Map(yield* testingNamesIn(code));
    for (const rest of file.rest) for (const [name, type] of yield* testingNamesIn(rest)) names.set(name, type);
    const inside = yield* usesIn(code, file, names, isInLoop);
    uses.push(...inside.uses);
    loops ||= inside.loops;
    for (const reference of inside.references) {
      const found = yield* resolve(packages, file, reference);
      // Methods of other packages take it as a testing.TB.
      if (found.length === 0 && reference.takesBenchmark && !isOfTesting(file, reference)) isWhole = false;
      add(found, reference.isInLoop);
    }
    // Tables of cases may have functions.
    if (!seenFiles.has(file)) add(file.rest.map((rest) => ({ file, code: rest })), false);
    seenFiles.add(file);
  }
  return { uses, loops, isWhole };
}

function* resolve(packages: Packages, file: GoFile, { name }: Reference): Steps<readonly Located[]> {
  const [alias, member] = name.split('.');
  if (alias !== '' && member !== undefined) {
    const dir = packages.dirOf(file.imports.get(alias) ?? '');
    const files = dir === undefined ? undefined : yield* packages.filesOf(dir);
    return files ? functionsNamed(files, member) : [];
  }
  const own = functionsNamed((yield* packages.filesOf(dirname(file.path))) ?? [], name);
  if (own.length > 0 || alias !== '') return own;
  const methods: Located[] = [];
  for (const path of file.imports.values()) {
    const dir = packages.dirOf(path);
    const files = dir === undefined ? undefined : yield* packages.filesOf(dir);
    if (files) methods.push(...functionsNamed(files, name));
  }
  return methods;
}

/** Whether a reference is `b.Run` or another method of `*testing.B`. */
function isOfTesting({ imports }: GoFile, { name }: Reference): boolean {
  const [alias] = name.split('.');
  return imports.get(alias) === 'testing' || ['.Run', '.RunParallel', '.Cleanup', '.Helper'].includes(name);
}
