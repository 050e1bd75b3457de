import { functionExtent } from './functionExtent';

/** The lines of a function in a text; 1-based. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** A function of a file whose declaration is in another file of its package now. */
export interface FunctionElsewhere {
  /** `Parse`, `Reader.Read`. */
  readonly name: string;
  readonly before: Lines;
  readonly now: Lines & { readonly path: string };
}

type Texts = ReadonlyMap<string, string>;

/**
 * Finds the functions of a file that are declared in another file of its folder now, as after a file was renamed or
 * split. A function is followed by its name, if one file declares it now, and that file did not before.
 * @param path absolute path of the file; `before` has its text
 */
export function functionsElsewhere(path: string, before: Texts, now: Texts): FunctionElsewhere[] {
  const old = before.get(path)!;
  const left = declarations(now.get(path) ?? '');
  const gone = [...declarations(old)].filter(([name]) => !left.has(name));
  if (gone.length === 0) return [];
  const folder = folderOf(path);
  const others = [...now].filter(([other, text]) => {
    const isOther = other !== path && text !== before.get(other);
    return isOther && folderOf(other) === folder && packageOf(text) === packageOf(old);
  });
  const declared = others.map(([other, text]) => {
    return { path: other, all: declarations(text), known: declarations(before.get(other) ?? '') };
  });
  return gone.flatMap(([name, own]): FunctionElsewhere[] => {
    const found = declared.filter(({ all, known }) => all.has(name) && !known.has(name));
    const there = found[0]?.all.get(name);
    if (found.length !== 1 || own === 'several' || there === undefined || there === 'several') return [];
    return [{ name, before: own, now: { ...there, path: found[0].path } }];
  });
}

/** The functions and methods that a text declares at the start of a line, as gofmt writes them. */
function declarations(text: string): Map<string, Lines | 'several'> {
  const found = new Map<string, Lines | 'several'>();
  if (text === '') return found;
  const lines = text.split('\n');
  lines.forEach((line, at) => {
    const [, receiver, name] = /^func\s+(?:\(\s*(?:\w+\s+)?\*?\s*(\w+)[^)]*\)\s*)?(\w+)/.exec(line) ?? [];
    if (name === undefined || name === '_') return;
    const key = receiver === undefined ? name : `${receiver}.${name}`;
    const place = { startLine: at + 1, firstLine: at + 1, lastLine: at + 1 };
    found.set(key, found.has(key) ? 'several' : functionExtent((number) => lines[number - 1], place));
  });
  return found;
}

function packageOf(text: string): string | undefined {
  return /^package\s+(\w+)/m.exec(text)?.[1];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
