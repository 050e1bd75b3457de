import { Scanner, type LineExtent } from './functionExtent';
import { isDeclarationOf, kindOf, type ProfiledFunction, type SourceMatch, withoutTypeArguments } from './sourceMatch';

/** The costs of a file in a profile, in which functions have no start lines. */
export interface UnstartedCosts {
  /** The file's name in the profile. */
  readonly file: string;
  /** 1-based lines with costs. */
  readonly lines: ArrayLike<number>;
  readonly functions: readonly (ProfiledFunction & { readonly firstLine: number })[];
  readonly calls: readonly { readonly line: number; readonly function: string; readonly callee: string }[];
}

/**
 * Whether a program without start lines in its profile (Go before 1.20, other languages, stores that drop them) was
 * built from a text. It was not if a cost is
 *
 *     past the end of the text, or on a comment, a blank line, an import, a constant or a type
 *     outside of the function that it belongs to
 *     on a line that cannot call what the profile says that it calls
 *
 * `matches` if it has a function that the text declares around its costs, and none of these signs.
 * @param text the lines of the text
 */
export function sourceMatchByLines(text: readonly string[], costs: UnstartedCosts): SourceMatch {
  const language = LANGUAGES.find(({ ending }) => ending.test(costs.file));
  if (!language) return isPastEnd(text, costs) ? 'differs' : 'unknown';
  const code = codeOf(text, language);
  for (let i = 0; i < costs.lines.length; i++) if (!code[costs.lines[i] - 1]?.trim()) return 'differs';
  return language.isGo ? new GoSigns(text, code).match(costs) : declaredMatch(code, language, costs);
}

/** Whether a cost is past the end of the text. A last line that is empty counts, because the compiler may name it. */
function isPastEnd(text: readonly string[], { lines }: Pick<UnstartedCosts, 'lines'>): boolean {
  for (let i = 0; i < lines.length; i++) if (lines[i] > text.length) return true;
  return false;
}

interface Language {
  readonly ending: RegExp;
  readonly isGo?: true;
  /** What begins a comment to the end of the line. */
  readonly comment: string;
  /** Finds the name of the function that a line declares; unset if functions need no keyword. */
  readonly declared?: RegExp;
}

const LANGUAGES: readonly Language[] = [
  { ending: /\.(go|gno)$/, comment: '//', isGo: true },
  { ending: /\.(rs|cairo)$/, comment: '//', declared: /\bfn\s+(\w+)/ },
  { ending: /\.s$/, comment: '//' },
  { ending: /\.py$/, comment: '#', declared: /\b(?:def|class)\s+(\w+)/ },
  { ending: /\.(js|cjs|mjs|ts|cts|mts|jsx|tsx|c|cc|cpp|cxx|h|hpp|java|kt|swift|cs)$/, comment: '//' },
];

/** The lines without comments and, in Go, without strings. */
function codeOf(text: readonly string[], { isGo, comment }: Language): string[] {
  if (!isGo) return text.map((line) => (line.trimStart().startsWith(comment) ? '' : line));
  const scanner = new Scanner();
  return text.map((line) => {
    const wasString = scanner.isInString;
    const code = scanner.read(line);
    // A string is code, even if nothing else is on its line.
    return code === '' && (wasString || scanner.isInString || /^\s*["`']/.test(line)) ? '""' : code;
  });
}

/** Whether each function is declared at or above its first cost. Finds functions by the last word of their names. */
function declaredMatch(code: readonly string[], { declared }: Language, { functions }: UnstartedCosts): SourceMatch {
  if (!declared) return 'unknown';
  const firstLines = new Map<string, number>();
  code.forEach((line, at) => {
    const name = declared.exec(line)?.[1];
    if (name !== undefined && !firstLines.has(name)) firstLines.set(name, at + 1);
  });
  let match: SourceMatch = 'unknown';
  for (const { name, firstLine } of functions) {
    const plain = withoutTypeArguments(name.replace(/<.+>(?=::)/s, '')).replace(/(?:::\{+\w+\}+)+$/, '');
    const last = /(\w+)$/.exec(plain)?.[1];
    // `<module>` and `{closure}` are not declared, and `#[derive(Clone)]` declares without a keyword.
    if (last === undefined || /[<>{}]$/.test(plain) || code[firstLine - 1]?.trimStart().startsWith('#[')) continue;
    const at = firstLines.get(last);
    if (at === undefined || at > firstLine) return 'differs';
    match = 'matches';
  }
  return match;
}

/** A declaration at the start of a line, as gofmt writes it. */
interface Declaration extends LineExtent {
  /** The text of its first line. */
  readonly text: string;
}

/** Packages whose functions the compiler calls for operators, and for calls that the text does not name. */
const CALLED_BY_COMPILER = /^(?:runtime|internal|reflect|sync\/atomic|type)(?:[/.:]|$)/;

/** Limit for the lines of one statement, above and below a line of it. */
const MAX_CONTINUED = 50;

class GoSigns {
  private readonly declarations: readonly Declaration[];

  constructor(
    private readonly text: readonly string[],
    private readonly code: readonly string[],
  ) {
    this.declarations = declarationsOf(text, code);
  }

  match({ lines, functions, calls }: UnstartedCosts): SourceMatch {
    for (let i = 0; i < lines.length; i++) if (!this.canCost(lines[i])) return 'differs';
    let match: SourceMatch = 'unknown';
    for (const each of functions) {
      const isAround = this.isAround(each);
      if (isAround === false) return 'differs';
      if (isAround) match = 'matches';
    }
    return calls.every((call) => this.canCall(call)) ? match : 'differs';
  }

  /** Whether the line may be compiled to instructions: it is in a function or the value of a variable. */
  private canCost(line: number): boolean {
    const around = this.declarationAt(line);
    if (!around || !/^(?:func|var)\b/.test(around.text)) return false;
    return !/^\s*(?:const|type)\b/.test(this.code[line - 1]);
  }

  /** Whether the text declares the function around its costs; undefined for names that do not appear in source text. */
  private isAround({ name, firstLine, lastLine }: UnstartedCosts['functions'][number]): boolean | undefined {
    const plain = withoutTypeArguments(name);
    const { kind, name: declared } = kindOf(plain);
    if (kind === 'other') return undefined;
    const parts = plain.slice(plain.lastIndexOf('/') + 1).split('.').slice(1);
    const names = kind === 'function' ? [declared] : parts.filter((part) => /^\w/.test(part) && !/^(?:func)?\d+$/.test(part));
    // A literal may be the value of a variable.
    if (kind === 'literal' && names.every((part) => part === 'init' || part === 'glob')) return undefined;
    const around = this.declarations.filter(({ start, end }) => start <= firstLine && lastLine <= end);
    if (kind === 'literal') return around.some(({ text }) => names.some((part) => isDeclarationOf(text, part))) || undefined;
    const isLinked = this.text.some((line) => line.startsWith('//go:linkname ') && line.endsWith(` ${plain}`));
    return isLinked ? undefined : around.some(({ text }) => isDeclarationOf(text, declared));
  }

  /** Whether the line may call the function. */
  private canCall({ line, callee }: UnstartedCosts['calls'][number]): boolean {
    const plain = withoutTypeArguments(callee);
    const { kind, name } = kindOf(plain);
    if (kind !== 'function' || !plain.includes('.') || CALLED_BY_COMPILER.test(plain)) return true;
    const around = this.declarationAt(line);
    if (!around || !/^func\b/.test(around.text)) return true;
    const statement = this.statementAt(line, around);
    if (new RegExp(`\\b${escaped(name)}\\b`).test(statement) || /\brange\b/.test(statement)) return true;
    const inFunction = this.code.slice(around.start, around.end);
    // Deferred calls are made where the function returns.
    const isReturn = /\breturn\b|^\s*\}/.test(this.code[line - 1]) || line === around.end;
    if (isReturn && inFunction.some((each) => /\bdefer\b/.test(each))) return true;
    if (!statement.includes('(')) return false;
    // The statement may call a function value, unless the function names this function elsewhere.
    const named = new RegExp(`\\b${escaped(name)}(?:\\[[^\\]]*\\])?\\(`);
    return !inFunction.some((each) => named.test(each));
  }

  /** The line with the lines that it continues, and those that continue it. */
  private statementAt(line: number, { start, end }: LineExtent): string {
    let first = line;
    let last = line;
    while (first > Math.max(start, line - MAX_CONTINUED) && this.isContinued(first - 1)) first--;
    while (last < Math.min(end, line + MAX_CONTINUED) && this.isContinued(last)) last++;
    return this.code.slice(first - 1, last).join('\n');
  }

  /** Whether the next line continues the statement. gofmt puts no space before the `{` of a composite literal. */
  private isContinued(line: number): boolean {
    return /(?:[,(\[.+\-*/%&|^=<>!]|[\w\])}]\{)$/.test(this.code[line - 1]);
  }

  private declarationAt(line: number): Declaration | undefined {
    return this.declarations.find(({ start, end }) => start <= line && line <= end);
  }
}

/** The declarations of the text, each up to the line before the next one. */
function declarationsOf(text: readonly string[], code: readonly string[]): Declaration[] {
  const starts = text.flatMap((line, at) => {
    return /^(?:func|var|const|type|import)\b/.test(line) && code[at].startsWith(line.slice(0, 3)) ? [at + 1] : [];
  });
  return starts.map((start, i) => ({ text: text[start - 1], start, end: (starts[i + 1] ?? text.length + 1) - 1 }));
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}
