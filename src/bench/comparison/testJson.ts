import type { Steps } from '../../profile/common/guard';
import { eachLine } from '../../profile/common/textLines';

/** Whether a text is the output of `go test -json`. */
export function isTestJson(text: string): boolean {
  return /^\s*\{"(?:Time|Action|ImportPath)":/.test(text.slice(0, 200));
}

/**
 * The text in the output of `go test -json`. Packages run at the same time, so their lines are interleaved; the result
 * has each package's text in one piece. Lines that are not JSON are left out. Runs in steps.
 */
export function* textOfTestJson(text: string): Steps<string> {
  const packages = new Map<string, string[]>();
  yield* eachLine(text, (line) => {
    const { Package: name = '', Output: output } = eventOf(line);
    if (typeof name !== 'string' || typeof output !== 'string') return;
    const pieces = packages.get(name);
    if (pieces === undefined) packages.set(name, [output]);
    else pieces.push(output);
  });
  return [...packages.values()].map((pieces) => pieces.join('')).join('\n');
}

function eventOf(line: string): { readonly Package?: unknown; readonly Output?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object;
  } catch {
    return {};
  }
}
