import { re2 } from '../../profile/common/regexp';

/** The value of -bench, as the testing package reads it: alternatives of expressions, one for each level of names. */
export class BenchPattern {
  private readonly alternatives: readonly (readonly string[])[];
  private readonly first: readonly ((name: string) => boolean)[];

  /** @throws Error if an expression is invalid */
  constructor(text: string) {
    this.alternatives = splitPattern(text);
    this.first = this.alternatives.map(([expression = '']) => {
      const compiled = re2().RE2JS.compile(expression);
      return (name: string) => compiled.test(name);
    });
  }

  matches(name: string): boolean {
    return this.first.some((matches) => matches(name));
  }

  /** The expressions for the cases of a benchmark that matches, as in `size=1/fast`; undefined if all cases match. */
  casesOf(name: string): string | undefined {
    const rests = this.alternatives.filter((_, i) => this.first[i](name)).map(([, ...rest]) => rest.join('/'));
    // The benchmark's own name comes before each alternative.
    return rests.includes('') || rests.length === 0 ? undefined : rests.join(`|^${name}$/`);
  }
}

/** Source: Go's testing/match.go, splitRegexp. */
function splitPattern(text: string): string[][] {
  const alternatives: string[][] = [[]];
  let [brackets, parentheses, start] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '[') brackets++;
    else if (char === ']') brackets = Math.max(0, brackets - 1);
    else if (char === '(' && brackets === 0) parentheses++;
    else if (char === ')' && brackets === 0) parentheses--;
    else if (char === '\\') i++;
    else if ((char === '/' || char === '|') && brackets === 0 && parentheses === 0) {
      alternatives.at(-1)!.push(text.slice(start, i));
      start = i + 1;
      if (char === '|') alternatives.push([]);
    }
  }
  alternatives.at(-1)!.push(text.slice(start));
  return alternatives;
}
