import type { FunctionSetup, SetupLines } from '../answers/flame';
import { basename, functionNamed } from '../text/names';

/**
 * Whether the benchmark's timer is on while a setup line runs. Timed lines run once per round. `unknown`: captures of
 * earlier versions of Linecost do not tell.
 */
export type SetupKind = 'timed' | 'untimed' | 'unknown';

export const SETUP_TEXTS: Readonly<Record<SetupKind, string>> = {
  untimed: 'Setup: the timer of the benchmark is stopped here, so go test leaves this line out of its results.',
  timed: 'Setup: this line runs once per round, not once per operation.',
  unknown: 'Setup: this line is not part of the operation.',
};

/**
 * The kind of a setup line; undefined if the line is not part of the benchmark's setup.
 * @param line 1-based
 * @param functions the symbols of the functions that contain the line
 */
export function setupKind(
  setup: SetupLines | undefined,
  { file, line }: { readonly file: string; readonly line: number },
  functions: readonly string[],
): SetupKind | undefined {
  if (setup === undefined) return undefined;
  const part = [setup, ...(setup.helpers ?? [])].find((part) =>
    part.file === basename(file) && isWithin(line, part.lines) &&
    functions.some((symbol) => functionNamed(symbol, part.function)));
  if (part === undefined) return undefined;
  if (part.timed === undefined) return 'unknown';
  return isWithin(line, part.timed) ? 'timed' : 'untimed';
}

function isWithin(line: number, stretches: FunctionSetup['lines']): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}
