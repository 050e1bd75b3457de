import { basename } from 'node:path/posix';
import type { Steps } from '../../profile/common/guard';
import { goFile, nameOfImport } from './goFile';
import { usedNames } from './usedNames';

/** The functions of a Go file, and the names that each calls. */
export interface CallingFile {
  readonly packageName: string;
  /** Import paths by the name that the file uses for them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly functions: readonly CallingFunction[];
}

interface CallingFunction {
  /** `bench`, `.bench` for a method. */
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based line of the closing brace. */
  readonly endLine: number;
  /** See `usedNames`. */
  readonly names: ReadonlySet<string>;
}

export function* callingFile(text: string): Steps<CallingFile> {
  const { imports, functions, rest } = yield* goFile('', text);
  const [clause, packageName = ''] = [...rest, ...functions][0]?.source.texts ?? [];
  const calling: CallingFunction[] = [];
  for (const code of functions) {
    const { key, source: { lines }, from, to } = code;
    calling.push({ key, line: lines[from], endLine: lines[to - 1], names: yield* usedNames(code, imports) });
  }
  return { packageName: clause === 'package' ? packageName : '', imports, functions: calling };
}

/** The function or method at a 1-based line. */
export function functionAtLine(file: CallingFile, line: number): CallingFunction | undefined {
  return file.functions.find((each) => each.line <= line && line <= each.endLine);
}

/** The name of a function or method, without its receiver. */
export function nameOfKey(key: string): string {
  return key.replace(/^\./, '');
}

/**
 * The functions of test files that call a function, directly or through one other function of these files.
 * @param called in `own`
 * @param own is not a test file
 * @param folder path of the package, with slashes
 * @param tests test files of the package, also of its external test package
 * @returns for each test file, by the name of its functions, the name of the function between; '' for a direct call
 */
export function* callersOf(
  called: CallingFunction,
  own: CallingFile,
  folder: string,
  tests: readonly CallingFile[],
): Steps<readonly ReadonlyMap<string, string>[]> {
  const callerOf = (file: CallingFile, { names }: CallingFunction, targets: ReadonlyMap<string, string>) => {
    for (const name of names) {
      const through = targets.get(placeOf(name, file, own, folder));
      if (through !== undefined) return through;
      if (file.imports.has('.')) {
        const imported = targets.get(`${own.packageName} ${name}`);
        if (imported !== undefined) return imported;
      }
    }
    return undefined;
  };
  const direct = new Map([[placeOf(called.key, own, own, folder), '']]);
  const between = new Map<string, string>();
  for (const file of [own, ...tests]) {
    for (const each of file.functions) {
      if (each.key === called.key && file === own) continue;
      if (callerOf(file, each, direct) === undefined) continue;
      between.set(placeOf(each.key, file, own, folder), nameOfKey(each.key));
    }
    yield;
  }
  const callers: Map<string, string>[] = [];
  for (const file of tests) {
    const found = new Map<string, string>();
    for (const each of file.functions) {
      const through = callerOf(file, each, direct) ?? callerOf(file, each, between);
      if (through !== undefined) found.set(each.key, through);
    }
    callers.push(found);
    yield;
  }
  return callers;
}

/** `package name` of a function that a file refers to; `.name` for a method, whose type is not known. */
function placeOf(name: string, file: CallingFile, own: CallingFile, folder: string): string {
  const dot = name.indexOf('.');
  if (dot === 0) return name;
  if (dot < 0) return `${file.packageName} ${name}`;
  const alias = name.slice(0, dot);
  const path = file.imports.get(alias);
  const isOwn = file.packageName !== own.packageName && (path === undefined
    ? alias === own.packageName
    : basename(path) === basename(folder) || nameOfImport(path) === own.packageName);
  return isOwn ? `${own.packageName} ${name.slice(dot + 1)}` : name;
}
