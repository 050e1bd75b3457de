import { NONE, type Profile } from '../../profile/model';
import { withFilesRenamed } from '../../profile/refine/moveLines';
import { packageOf } from '../../profile/text/functionNames';
import { functionExtent, type LineExtent } from './functionExtent';
import { isLineDirective, kindOf, SourceText, withoutTypeArguments } from './sourceMatch';

/**
 * Go's profiler takes a function's file from the first frame that it sees of the function. If that is an instruction
 * which the compiler added to code that it had inlined, name and start line are those of the function, but file and
 * line are those of the inlined one (compare golang/go#56135):
 *
 *     btree.go 215: sort.Search inlined, search.go 65      padding: function find, search.go, line 65
 *
 * Every line of `find` then seems to be in search.go. If another frame of `find` came first, line 65 seems to be in
 * btree.go.
 * Both are found by comparing the profile with the sources.
 */

/** The texts from which a program was built. */
export interface CompiledSources {
  /** By absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Under -trimpath, names of files in the module begin with its path. */
  readonly module?: { readonly modulePath: string; readonly moduleDir: string } | undefined;
  /** The names that the profile has for files, with the paths of `texts`, if they are neither of these. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** What the sources correct in a profile. */
export interface FunctionCorrections {
  /** Function row → the name of its file. */
  readonly files: ReadonlyMap<number, string>;
  /** Row of a line that is not in its function → the line of the inlined call; 0 if it is not known. */
  readonly lines: ReadonlyMap<number, number>;
}

/** Compares a profile with its sources. Returns undefined if they agree. */
export function findMisfiled(profile: Profile, sources: CompiledSources): FunctionCorrections | undefined {
  const files = new Files(profile, sources);
  const functions = profiledFunctions(profile);
  const homes = new Map<string, string>();
  const declared = new Map<number, SourceFile>();
  const undeclared: GoFunction[] = [];
  for (const each of functions) {
    const file = files.named(each.file);
    const isDeclared = file?.declares(each);
    if (isDeclared) {
      declared.set(each.row, file!);
      if (each.kind === 'function') homes.set(each.pkg, homes.get(each.pkg) ?? file!.folder);
    } else if (isDeclared === false || !file) undeclared.push(each);
  }
  const found = new Map<number, string>();
  for (const each of undeclared) {
    const candidates = files.of(each.pkg, homes.get(each.pkg)).filter((file) => file.declares(each));
    if (candidates.length !== 1) {
      // The text may be another version.
      files.named(each.file)?.doubt();
      continue;
    }
    found.set(each.row, candidates[0].name);
    declared.set(each.row, candidates[0]);
  }
  const lines = callLines(profile, linesOutside(profile, declared));
  return found.size + lines.size > 0 ? { files: found, lines } : undefined;
}

/** The profile with functions in the files that declare them, and lines that are in them. */
export function withCorrections(profile: Profile, corrections: FunctionCorrections): Profile {
  const { functions, lines } = profile;
  const files = Array.from(functions.filename, (_, row) => corrections.files.get(row));
  const { filename, strings } = withFilesRenamed(profile, files);
  const line = lines.line.slice();
  for (const [row, corrected] of corrections.lines) line[row] = corrected;
  return {
    ...profile,
    strings,
    functions: { ...functions, filename },
    lines: { ...lines, line },
  };
}

interface GoFunction {
  readonly row: number;
  /** Without type arguments. */
  readonly name: string;
  readonly kind: 'function' | 'literal' | 'rangeBody';
  readonly pkg: string;
  readonly file: string;
  readonly startLine: number;
}

/** The functions that source text declares, and whose start line is known. */
function profiledFunctions({ functions, strings }: Profile): GoFunction[] {
  const found: GoFunction[] = [];
  for (let row = 0; row < functions.count; row++) {
    const startLine = functions.startLine[row];
    if (startLine <= 0) continue;
    const file = strings.get(functions.filename[row]);
    if (!file.endsWith('.go')) continue;
    const name = withoutTypeArguments(strings.get(functions.name[row]));
    const kind = /-range\d+$/.test(name) ? 'rangeBody' : kindOf(name).kind;
    if (kind === 'other') continue;
    // The tests of package m in files of package m_test are in the same folder.
    found.push({ row, name, kind, pkg: packageOf(name).replace(/_test$/, ''), file, startLine });
  }
  return found;
}

/** The source files, by their names in a profile and by their folders. */
class Files {
  private readonly byName = new Map<string, SourceFile>();
  private readonly byFolder = new Map<string, SourceFile[]>();
  private ofMain: readonly SourceFile[] | undefined;

  constructor(
    profile: Profile,
    private readonly sources: CompiledSources,
  ) {
    const named = new Set(Array.from(new Set(profile.functions.filename), (index) => profile.strings.get(index)));
    const paths = [...sources.texts.keys()];
    const isTrimmed = !paths.some((path) => named.has(path)) && paths.some((path) => named.has(this.trimmed(path)));
    const nameOf = new Map(Array.from(sources.names ?? [], ([name, path]) => [path, name]));
    for (const [path, text] of sources.texts) {
      if (!path.endsWith('.go')) continue;
      const name = nameOf.get(path) ?? (isTrimmed ? this.trimmed(path) : path);
      const file = new SourceFile(name, folderOf(path), text);
      this.byName.set(name, file);
      const others = this.byFolder.get(file.folder);
      if (others) others.push(file);
      else this.byFolder.set(file.folder, [file]);
    }
  }

  named(name: string): SourceFile | undefined {
    return this.byName.get(name);
  }

  /** The files that may declare functions of a package. @param home its folder, if one of them was found there */
  of(pkg: string, home: string | undefined): readonly SourceFile[] {
    const folder = home ?? this.folderOfPackage(pkg);
    if (folder !== undefined) return this.byFolder.get(folder) ?? [];
    if (pkg !== 'main') return [];
    return (this.ofMain ??= [...this.byName.values()].filter(({ isMain }) => isMain));
  }

  private folderOfPackage(pkg: string): string | undefined {
    const { module } = this.sources;
    if (!module || (pkg !== module.modulePath && !pkg.startsWith(`${module.modulePath}/`))) return undefined;
    return slashed(module.moduleDir) + pkg.slice(module.modulePath.length);
  }

  private trimmed(path: string): string {
    const { module } = this.sources;
    const isIn = module && slashed(path).startsWith(`${slashed(module.moduleDir)}/`);
    return isIn ? module.modulePath + slashed(path).slice(module.moduleDir.length) : path;
  }
}

class SourceFile {
  private split: readonly string[] | undefined;
  private source: SourceText | undefined;
  private isDoubtful = false;
  private hasDirectives: boolean | undefined;

  constructor(
    readonly name: string,
    readonly folder: string,
    private readonly text: string,
  ) {}

  get isMain(): boolean {
    return /^package main\b/m.test(this.text);
  }

  private get lines(): readonly string[] {
    return (this.split ??= this.text.split('\n'));
  }

  declares({ name, kind, startLine }: GoFunction): boolean | undefined {
    this.source ??= new SourceText(this.lines);
    const isDeclared = kind === 'rangeBody' || this.source.declares(name, startLine);
    if (!isDeclared || kind === 'function') return isDeclared;
    // `p.Outer.func1`, `p.Outer-range1`; if Inner was inlined, `p.Outer.Inner.func1`.
    const outer = this.functionAround(startLine);
    // Values of package variables have no outer function.
    return outer === undefined ? kind === 'literal' : name.split(/[.-]/).includes(outer);
  }

  /** Call if the text may not be the measured one. */
  doubt(): void {
    this.isDoubtful = true;
  }

  /** The lines of the declaration with a function; undefined if the text may name lines of other files. */
  extentOf({ startLine }: { readonly startLine: number }): LineExtent | undefined {
    this.hasDirectives ??= this.lines.some(isLineDirective);
    return this.isDoubtful || this.hasDirectives ? undefined : this.declarationWith(startLine);
  }

  /** The name of the top-level function that a line is in. */
  private functionAround(line: number): string | undefined {
    const { start } = this.declarationWith(line);
    return /^func\s+(?:\([^)]*\)\s*)?(\w+)/.exec(this.lines[start - 1] ?? '')?.[1];
  }

  private declarationWith(line: number): LineExtent {
    return functionExtent((number) => this.lines[number - 1], { startLine: line, firstLine: line, lastLine: line });
  }
}

/** Rows of lines that are outside the declaration of their function. */
function linesOutside(profile: Profile, declared: ReadonlyMap<number, SourceFile>): number[] {
  const { functions, lines } = profile;
  const extents = new Map<number, LineExtent | undefined>();
  const found: number[] = [];
  for (let row = 0; row < lines.count; row++) {
    const at = lines.function[row];
    const line = lines.line[row];
    const file = at === NONE || line <= 0 ? undefined : declared.get(at);
    if (!file) continue;
    if (!extents.has(at)) extents.set(at, file.extentOf({ startLine: functions.startLine[at] }));
    const extent = extents.get(at);
    if (extent && (line < extent.start || line > extent.end)) found.push(row);
  }
  return found;
}

/** For lines of inlined functions, the line of the call, if other frames show one call only. */
function callLines({ locations, lines }: Profile, rows: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  if (rows.length === 0) return found;
  const wanted = new Map<string, Set<number>>(rows.map((row) => [`${lines.function[row]} ${lines.line[row]}`, new Set()]));
  const outside = new Set(rows);
  for (let at = 0; at < locations.count; at++) {
    for (let row = locations.lineOffsets[at] + 1; row < locations.lineOffsets[at + 1]; row++) {
      if (!outside.has(row)) wanted.get(`${lines.function[row]} ${lines.line[row - 1]}`)?.add(lines.line[row]);
    }
  }
  for (const row of rows) {
    const calls = wanted.get(`${lines.function[row]} ${lines.line[row]}`)!;
    found.set(row, calls.size === 1 ? [...calls][0] : 0);
  }
  return found;
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

function folderOf(path: string): string {
  const slashes = slashed(path);
  return slashes.slice(0, Math.max(slashes.lastIndexOf('/'), 0));
}
