import type { Steps } from '../../profile/common/guard';
import { eachLine } from '../../profile/common/textLines';

/** Whether a text is the output of `go test -json`. */
export function isTestJson(text: string): boolean {
  return /^\s*\{"(?:Time|Action|ImportPath)":/.test(text.slice(0, 200));
}

/** The text in the output of `go test -json`. */
export interface TestText {
  readonly text: string;
  /** The line of the output in which a line of the text begins. Both are 1-based. */
  lineOf(line: number): number;
}

interface PackageText {
  readonly pieces: string[];
  /** For each line of the text, the line of the output in which it begins. */
  readonly lines: number[];
  endsLine: boolean;
}

/**
 * The text in the output of `go test -json`. Packages run at the same time, so their lines are interleaved; the result
 * has each package's text in one piece. Lines that are not JSON are left out. Runs in steps.
 */
export function* textOfTestJson(output: string): Steps<TestText> {
  const packages = new Map<string, PackageText>();
  let number = 0;
  yield* eachLine(output, (line) => {
    number++;
    const { Package: name = '', Output: piece } = eventOf(line);
    if (typeof name !== 'string' || typeof piece !== 'string' || piece === '') return;
    const text = packages.get(name) ?? { pieces: [], lines: [], endsLine: true };
    packages.set(name, text);
    if (text.endsLine) text.lines.push(number);
    for (let at = piece.indexOf('\n'); at >= 0 && at < piece.length - 1; at = piece.indexOf('\n', at + 1)) {
      text.lines.push(number);
    }
    text.endsLine = piece.endsWith('\n');
    text.pieces.push(piece);
  });
  const all = [...packages.values()];
  // Between two packages is a newline, which is a line of its own if the text before it ends with one.
  const lines = all.flatMap((text) => (text.endsLine ? [...text.lines, number] : text.lines));
  return { text: all.map(({ pieces }) => pieces.join('')).join('\n'), lineOf: (line) => lines[line - 1] ?? number };
}

function eventOf(line: string): { readonly Package?: unknown; readonly Output?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object;
  } catch {
    return {};
  }
}
