import type { FunctionSetup, SetupLines } from '../answers/flame';
import type { FileCosts } from '../answers/lines';
import { functionNamed } from '../text/functionNames';
import { basename } from '../text/shortNames';
import type { LineNumber } from '../indexes';

/**
 * Whether the benchmark's timer is on while a setup line runs. Timed lines run once per round. `unknown`: captures of
 * earlier versions of Linecost do not tell.
 */
export type SetupKind = 'timed' | 'untimed' | 'unknown';

export const SETUP_TEXTS: Readonly<Record<SetupKind, string>> = {
  untimed: 'Setup: this line is not timed, so go test leaves it out of its results.',
  timed: 'Setup: this line runs once per round, not once per operation.',
  unknown: 'Setup: this line is not part of the operation.',
};

/** A captured line, and the symbols of the functions that contain it. */
export interface LinePlace {
  readonly file: string;
  readonly line: LineNumber;
  readonly functions: readonly string[];
}

/** The place of a captured line. */
export function placeIn({ file, functions }: Pick<FileCosts, 'file' | 'functions'>, line: number): LinePlace {
  const functionsHere = functions.filter(({ startLine, firstLine, lastLine }) =>
    (startLine || firstLine) <= line && line <= lastLine);
  return { file, line, functions: functionsHere.map(({ name }) => name) };
}

/** The kind of a setup line; undefined if the line is not part of the benchmark's setup. */
export function setupKind(setup: SetupLines | undefined, place: LinePlace): SetupKind | undefined {
  const part = partWith(setup, place);
  if (part === undefined) return undefined;
  if (part.timed === undefined) return 'unknown';
  return isWithin(place.line, part.timed) ? 'timed' : 'untimed';
}

/** Whether a setup line runs once per round however many operations the round has. False if that is unknown. */
export function runsOncePerRound(setup: SetupLines | undefined, place: LinePlace): boolean {
  const { timed = [], repeated } = partWith(setup, place) ?? {};
  return isWithin(place.line, timed) || (repeated !== undefined && !isWithin(place.line, repeated));
}

function partWith(setup: SetupLines | undefined, { file, line, functions }: LinePlace): FunctionSetup | undefined {
  if (setup === undefined) return undefined;
  return [setup, ...(setup.helpers ?? [])].find((part) =>
    part.file === basename(file) && isWithin(line, part.lines) &&
    functions.some((symbol) => functionNamed(symbol, part.function)));
}

function isWithin(line: number, stretches: FunctionSetup['lines']): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}
