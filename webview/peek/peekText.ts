import { percentage } from '../../src/profile/text/measurement';
import type { PathCalls, PeekBlock, TableFormat } from '../../src/profile/answers/table';
import { tableValue } from '../text/figureTexts';

/** The texts of a caller or callee. */
export interface CallText {
  readonly name: string;
  /** The function's name, to select; the whole name if there is no function. */
  readonly selects: string;
  readonly value: string;
  /** Share of the function's cum. */
  readonly share: string;
  readonly inlined: boolean;
  /** The share as a number, from -1 to 1. */
  readonly part: number;
}

export function callTexts(calls: PathCalls, { cum }: PeekBlock, format: TableFormat): readonly CallText[] {
  return calls.name.map((name, at) => ({
    name,
    selects: calls.function[at] || name,
    value: tableValue(calls.value[at], format),
    share: percentage(calls.value[at], cum),
    inlined: calls.inlined[at] === 1,
    part: cum === 0 ? 0 : calls.value[at] / Math.abs(cum),
  }));
}

/** The figures of the function itself. */
export function blockFigures({ flat, cum }: PeekBlock, format: TableFormat): readonly (readonly [string, string])[] {
  return [
    ['flat', tableValue(flat, format)],
    ['flat %', percentage(flat, format.total)],
    ['cum', tableValue(cum, format)],
    ['cum %', percentage(cum, format.total)],
  ];
}
