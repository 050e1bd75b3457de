import { figureColumns, formatValue, percentage } from '../../src/profile/text/reportColumns';
import { countText } from '../../src/profile/text/screen/digits';
import { type FigureFormat, tableLabel, tableShare } from '../text/figureTexts';
import type { CallRow, FunctionRow, Row } from './topRows';

/** The texts in the cells of a row. A text is empty if the row has no such figure. */
export interface RowText {
  readonly flat: string;
  readonly flatShare: string;
  readonly sum: string;
  readonly cum: string;
  readonly cumShare: string;
  /** For a call: its share of the cum of the unfolded function. */
  readonly share: string;
  readonly name: string;
  /** Shown after the name. */
  readonly remark: string;
}

const EMPTY_TEXTS: RowText = { flat: '', flatShare: '', sum: '', cum: '', cumShare: '', share: '', name: '', remark: '' };

export function rowText(row: Row, format: FigureFormat): RowText {
  const value = (figure: number): string => tableLabel(figure, format);
  const share = (figure: number): string => tableShare(figure, format);
  switch (row.kind) {
    case 'unknown':
      return { ...EMPTY_TEXTS, name: '…' };
    case 'function': {
      const { flat, sum, cum, name } = row;
      const figures = { flat: value(flat), flatShare: share(flat), cum: value(cum), cumShare: share(cum) };
      return { ...EMPTY_TEXTS, ...figures, sum: share(sum), name };
    }
    case 'group': {
      const name = row.direction === 'callers' ? 'Callers' : 'Callees';
      return { ...EMPTY_TEXTS, name, remark: row.calls === undefined ? '' : row.count === 0 ? 'none' : countText(row.count) };
    }
    case 'call': {
      const ofRoot = tableShare(row.value, { ...format, total: row.root.cum });
      const figures = { cum: value(row.value), cumShare: share(row.value), share: ofRoot };
      const flatFigures = row.direction === 'callees' ? { flat: value(row.flat), flatShare: share(row.flat) } : {};
      return { ...EMPTY_TEXTS, ...figures, ...flatFigures, name: row.name, remark: row.inlined ? 'inlined' : '' };
    }
    case 'more':
      return { ...EMPTY_TEXTS, name: `Show ${countText(row.parent.count - (row.parent.calls?.length ?? 0))} more` };
  }
}

/** The suffix that a narrow table omits: `/op` of `12 ns/op`, ` allocs/req` of `2 allocs/req`; empty without one. */
export function operationUnit(text: string): string {
  return /(\u202f[kMGTPE]?\u202f?allocs)?\/(op|req|s)$/.exec(text)?.[0] ?? '';
}

/** Accessible name of a row, with the function's name first. */
export function rowAccessibleName(row: Row, format: FigureFormat): string {
  const { flat, flatShare, sum, cum, cumShare, share, name, remark } = rowText(row, format);
  switch (row.kind) {
    case 'unknown':
      return 'Loading';
    case 'function':
      return `${name}, flat ${flat}, ${withRemark(flatShare, row, 'flat')}, sum ${sum}, ` +
        `cum ${cum}, ${withRemark(cumShare, row, 'cum')}`;
    case 'group':
      return `${name} of ${row.root.name}${remark === '' ? '' : `, ${remark}`}`;
    case 'call': {
      const flatText = flat === '' ? '' : `, flat ${withRemark(flat, row, 'flat')}`;
      return `${name}, ${share} of ${row.root.name}, cum ${withRemark(cum, row, 'cum')}${flatText}${remark === '' ? '' : `, ${remark}`}`;
    }
    case 'more':
      return name;
  }
}

/** A figure, followed by its remark and, if it has few samples, by `mostly chance`. */
function withRemark(figure: string, row: FunctionRow | CallRow, column: 'flat' | 'cum'): string {
  const cum = row.kind === 'call' ? row.value : row.cum;
  const isFew = row.few?.[column] === true && (column === 'flat' ? row.flat : cum) !== 0;
  return [figure, row.remarks?.[column].text, isFew && 'mostly chance'].filter(Boolean).join(', ');
}

/** A row as text to copy, with figures as pprof prints them. A call has its share before its name. */
export function rowAsText(row: Row, format: FigureFormat): string {
  if (row.kind === 'function') return `${figureColumns(row, row.sum, format)}  ${row.name}`;
  const { name, remark } = rowText(row, format);
  if (row.kind !== 'call') return name;
  const cum = formatValue(row.value, format);
  return `${cum.padStart(10)} ${percentage(row.value, row.root.cum).padStart(6)}  ${name}${remark === '' ? '' : ` (${remark})`}`;
}
