import type { PathCalls, Peek, PeekBlock } from '../../src/profile/answers/table';
import { type FigureFormat, figureRemark, type FigureRemark, tableLabel, tableShare } from '../text/figureTexts';
import { isShare } from '../../src/profile/text/relativeUnits';
import { shareText } from '../../src/profile/text/screen/share';

/** The texts of a caller or callee. */
export interface CallText {
  readonly name: string;
  /** The name of the function to select; `name` if the node has no function. */
  readonly selectionName: string;
  readonly value: string;
  /** Share of the function's cum; empty beside a change of a share, which would read as another change of it. */
  readonly share: string;
  readonly inlined: boolean;
  /** The share as a number, from -1 to 1. */
  readonly shareValue: number;
  /** In a comparison per operation, the judgement on the value. */
  readonly remark?: FigureRemark | undefined;
}

/** The texts of callers or callees. @param inPercent whether values are percentages of the total */
export function callTexts(
  calls: PathCalls,
  { cum }: PeekBlock,
  format: FigureFormat,
  inPercent = false,
): readonly CallText[] {
  const { changes } = calls;
  const judgements = changes && { ...changes.cum, moves: changes.moves };
  return calls.name.map((name, i) => ({
    name,
    selectionName: calls.function[i] || name,
    value: inPercent ? tableShare(calls.value[i], format) : tableLabel(calls.value[i], format),
    share: isShare(format.unit) ? '' : shareText(calls.value[i], cum, format.isSigned === true, format.weight),
    inlined: calls.inlined[i] === 1,
    shareValue: cum === 0 ? 0 : calls.value[i] / Math.abs(cum),
    remark: judgements && figureRemark(judgements, i, calls.value[i]),
  }));
}

export type BlockColumn = 'flat' | 'cum';

/** In a comparison, the judgement on a figure of a block. */
export function blockRemark(
  { changes, blocks }: Peek,
  block: PeekBlock,
  column: BlockColumn,
): FigureRemark | undefined {
  if (!changes) return undefined;
  return figureRemark({ ...changes[column], moves: changes.moves }, blocks.indexOf(block), block[column]);
}

/** `flat mostly chance`, `flat and cum mostly chance`; empty if there is no remark on either. */
export function remarksText(flat: string, cum: string): string {
  if (flat === cum) return flat === '' ? '' : `flat and cum ${flat}`;
  return [flat && `flat ${flat}`, cum && `cum ${cum}`].filter(Boolean).join(' · ');
}

/** A figure of the function itself. */
export interface BlockFigure {
  readonly name: string;
  readonly text: string;
  readonly column: BlockColumn;
}

/** The figures of the function itself. */
export function blockFigures(block: PeekBlock, format: FigureFormat, inPercent = false): readonly BlockFigure[] {
  return (['flat', 'cum'] as const).flatMap((column): BlockFigure[] => {
    const share = { name: `${column} %`, text: tableShare(block[column], format), column };
    return inPercent ? [share] : [{ name: column, text: tableLabel(block[column], format), column }, share];
  });
}

/** The format of the figures of Peek, which have signs if they are changes or some of them are negative. */
export function peekFormat(peek: Peek, areChanges: boolean): FigureFormat {
  const hasNegative = peek.blocks.some(({ flat, cum, callers, callees }) =>
    flat < 0 || cum < 0 || [callers, callees].some((calls) => calls.value.some((value) => value < 0)));
  return { ...peek, isSigned: hasNegative || areChanges };
}
