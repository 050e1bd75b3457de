import { declaredFunctions } from './functionExtent';

/** The lines of a function in a text; 1-based. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** A function whose declaration is now in another file of its package. */
export interface FunctionElsewhere {
  /** `Parse`, `Reader.Read`. */
  readonly name: string;
  readonly before: Lines;
  readonly now: Lines & { readonly path: string };
}

type Texts = ReadonlyMap<string, string>;

/**
 * Finds the functions of a file that are now declared in another file of its folder, for example after the file was
 * renamed or split. Matches functions by name, if exactly one file newly declares the name.
 * @param path absolute path of the file; `before` has its text
 */
export function functionsElsewhere(path: string, before: Texts, now: Texts): FunctionElsewhere[] {
  const old = before.get(path)!;
  const remaining = declarations(now.get(path) ?? '');
  const missing = [...declarations(old)].filter(([name]) => !remaining.has(name));
  if (missing.length === 0) return [];
  const folder = folderOf(path);
  const others = [...now].filter(([other, text]) => {
    const isOther = other !== path && text !== before.get(other);
    return isOther && folderOf(other) === folder && packageOf(text) === packageOf(old);
  });
  const declared = others.map(([other, text]) => {
    return { path: other, current: declarations(text), earlier: declarations(before.get(other) ?? '') };
  });
  return missing.flatMap(([name, oldLines]): FunctionElsewhere[] => {
    const found = declared.filter(({ current, earlier }) => current.has(name) && !earlier.has(name));
    const newLines = found[0]?.current.get(name);
    if (found.length !== 1 || oldLines === 'several' || newLines === undefined || newLines === 'several') return [];
    return [{ name, before: oldLines, now: { ...newLines, path: found[0].path } }];
  });
}

/** The functions that a text declares, by name. */
function declarations(text: string): Map<string, Lines | 'several'> {
  const found = new Map<string, Lines | 'several'>();
  for (const { name, start, end } of declaredFunctions(text.split('\n'))) {
    found.set(name, found.has(name) ? 'several' : { start, end });
  }
  return found;
}

function packageOf(text: string): string | undefined {
  return /^package\s+(\w+)/m.exec(text)?.[1];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
