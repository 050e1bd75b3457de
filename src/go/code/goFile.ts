import type { Steps } from '../../profile/common/guard';
import type { Code } from './benchmarkFunctions';
import { type BracketedText, bracketedText, STEP_MASK } from './goTokens';
import { stringValue } from './printedName';

/** The declared functions of a Go file, and the code outside of them. */
export interface GoFile {
  /** Absolute path. */
  readonly path: string;
  /** Import paths by the name that the file uses for them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly functions: readonly DeclaredFunction[];
  /** What the file declares outside of functions, such as tables of cases. */
  readonly rest: readonly Code[];
}

export interface DeclaredFunction extends Code {
  /** `bench`, `.bench` for a method. */
  readonly key: string;
}

export function* goFile(path: string, text: string): Steps<GoFile> {
  const source = yield* bracketedText(text);
  const { texts } = source;
  const imports = new Map<string, string>();
  const functions: DeclaredFunction[] = [];
  const rest: Code[] = [];
  let from = 0;
  for (let at = 0; at < texts.length; at++) {
    if ((at & STEP_MASK) === 0) yield;
    const word = texts[at];
    if (word === '(' || word === '{' || word === '[') at = source.closing[at];
    else if (word === 'import') from = (at = importsAt(source, at + 1, imports)) + 1;
    else if (word === 'func') {
      const declared = functionAt(source, at);
      if (declared === undefined) continue;
      functions.push(declared);
      if (at > from) rest.push({ source, from, to: at });
      from = (at = declared.to - 1) + 1;
    }
  }
  if (from < texts.length) rest.push({ source, from, to: texts.length });
  return { path, imports, functions, rest };
}

/** Reads `"path"`, `name "path"` or a list of them in parentheses. @returns the index of the last token */
function importsAt({ texts, closing }: BracketedText, first: number, imports: Map<string, string>): number {
  const isList = texts[first] === '(';
  const end = isList ? closing[first] : first + (isString(texts[first]) ? 0 : 1);
  for (let at = isList ? first + 1 : first; at <= end && at < texts.length; at++) {
    if (!isString(texts[at])) continue;
    const path = stringValue(texts[at]) ?? '';
    const before = texts[at - 1];
    const isNamed = at > first && before !== undefined && !isString(before) && before !== '(' && before !== ';';
    imports.set(isNamed ? before : nameOfImport(path), path);
  }
  return end;
}

function isString(text: string | undefined): boolean {
  return text !== undefined && /^["`]/.test(text);
}

/** The name of a package that is imported without another name: `exec` for `os/exec`, `yaml` for `gopkg.in/yaml.v3`. */
export function nameOfImport(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? '').replace(/\.v\d+$/, '').replace(/^go-|-go$/, '');
}

/** Limit for the tokens of a signature, without those in brackets; a longer one is not read. */
const MAX_SIGNATURE_TOKENS = 200;

/** The function that is declared at a word `func`; undefined for function types, and functions without a body. */
function functionAt(source: BracketedText, at: number): DeclaredFunction | undefined {
  const { texts, closing } = source;
  const isMethod = texts[at + 1] === '(';
  const nameAt = isMethod ? closing[at + 1] + 1 : at + 1;
  const name = texts[nameAt];
  if (name === undefined || !/^[\p{L}_]/u.test(name)) return undefined;
  let body = nameAt + 1;
  const last = Math.min(texts.length, body + MAX_SIGNATURE_TOKENS);
  for (; body < last && texts[body] !== '{'; body++) {
    const text = texts[body];
    if (text === 'func' || text === 'var' || text === 'type' || text === 'const') {
      // `func` may be part of the result type, which stays on the line.
      if (source.lines[body] !== source.lines[body - 1]) return undefined;
    }
    if (text === '(' || text === '[') body = closing[body];
    // In a result such as `map[string]struct{}`.
    if ((text === 'struct' || text === 'interface') && texts[body + 1] === '{') body = closing[body + 1];
  }
  if (texts[body] !== '{') return undefined;
  const to = Math.min(closing[body] + 1, texts.length);
  return { key: isMethod ? `.${name}` : name, source, from: nameAt + 1, to };
}
