import { percentage } from '../../src/profile/text/measurement';
import type { PathCalls, PeekBlock, TableFormat } from '../../src/profile/answers/table';
import { tableValue } from '../text/figures';

/** A caller or a callee as it is shown. */
export interface CallText {
  readonly name: string;
  /** The function alone, or the name where there is none. */
  readonly selects: string;
  readonly value: string;
  /** Part of the cum of the function between. */
  readonly share: string;
  readonly inlined: boolean;
  /** From -1 to 1, of that cum. */
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

/** The figures of the function between its callers and callees. */
export function blockFigures({ flat, cum }: PeekBlock, format: TableFormat): readonly (readonly [string, string])[] {
  return [
    ['flat', tableValue(flat, format)],
    ['flat %', percentage(flat, format.total)],
    ['cum', tableValue(cum, format)],
    ['cum %', percentage(cum, format.total)],
  ];
}
