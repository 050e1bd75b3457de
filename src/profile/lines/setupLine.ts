import type { FunctionSetup, SetupLines } from '../answers/flame';
import { basename, functionNamed } from '../text/names';

/** A set-up line whose time the benchmark's timer measures, once a round, or does not measure. */
export type SetupKind = 'timed' | 'untimed';

export const SETUP_TEXTS: Readonly<Record<SetupKind, string>> = {
  untimed: 'Set-up: the timer of the benchmark is stopped here, so go test leaves this line out of its results.',
  timed: 'Set-up: this line runs once a round, not once an operation.',
};

/**
 * Whether a line of the profile is set-up of the benchmark; undefined if it is not.
 * @param line 1-based
 * @param functions the symbols of the functions around the line
 */
export function setupKind(
  setup: SetupLines | undefined,
  { file, line }: { readonly file: string; readonly line: number },
  functions: readonly string[],
): SetupKind | undefined {
  if (setup === undefined) return undefined;
  const own = [setup, ...(setup.helpers ?? [])].find((part) =>
    part.file === basename(file) && isWithin(line, part.lines) &&
    functions.some((symbol) => functionNamed(symbol, part.function)));
  if (own === undefined) return undefined;
  return isWithin(line, own.timed ?? []) ? 'timed' : 'untimed';
}

function isWithin(line: number, stretches: FunctionSetup['lines']): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}
