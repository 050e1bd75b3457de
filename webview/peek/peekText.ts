import { verdictText } from '../../src/profile/text/changeWords';
import type { PathCalls, Peek, PeekBlock, TableFormat } from '../../src/profile/answers/table';
import { figureRemark, type FigureRemark } from '../text/figureRemark';
import { tableLabel } from '../text/figureTexts';
import { percentage } from '../../src/profile/text/percentage';

/** The texts of a caller or callee. */
export interface CallText {
  readonly name: string;
  /** The name of the function to select; `name` if the node has no function. */
  readonly selectionName: string;
  readonly value: string;
  /** Share of the function's cum. */
  readonly share: string;
  readonly inlined: boolean;
  /** The share as a number, from -1 to 1. */
  readonly shareValue: number;
  /** In a comparison per operation, the verdict on the value. */
  readonly remark?: FigureRemark | undefined;
}

/** The texts of callers or callees. @param inPercent whether values are percentages of the total */
export function callTexts(
  calls: PathCalls,
  { cum }: PeekBlock,
  format: TableFormat,
  inPercent = false,
): readonly CallText[] {
  const { changes } = calls;
  const verdicts = changes && { ...changes.cum, moves: changes.moves };
  return calls.name.map((name, i) => ({
    name,
    selectionName: calls.function[i] || name,
    value: inPercent ? percentage(calls.value[i], format.total) : tableLabel(calls.value[i], format),
    share: percentage(calls.value[i], cum),
    inlined: calls.inlined[i] === 1,
    shareValue: cum === 0 ? 0 : calls.value[i] / Math.abs(cum),
    remark: verdicts && figureRemark(verdicts, i, calls.value[i]),
  }));
}

/** In a comparison, the verdicts on the figures of a block: `flat within the noise`; see verdictText. */
export function blockRemark({ changes, blocks }: Peek, block: PeekBlock): string {
  const index = blocks.indexOf(block);
  if (!changes) return '';
  const remarks = (['flat', 'cum'] as const).map((column) => {
    const text = verdictText({ ...changes[column], moves: changes.moves }, index, block[column]);
    return text === '' ? '' : `${column} ${text}`;
  });
  return remarks.filter((text) => text !== '').join(' · ');
}

/** The figures of the function itself. */
export function blockFigures(
  { flat, cum }: PeekBlock,
  format: TableFormat,
  inPercent = false,
): readonly (readonly [string, string])[] {
  const figures = [['flat', flat], ['cum', cum]] as const;
  return figures.flatMap(([name, value]) => {
    const share = [`${name} %`, percentage(value, format.total)] as const;
    return inPercent ? [share] : [[name, tableLabel(value, format)] as const, share];
  });
}
