import type { DetailText } from '../controls/detailFooter';
import { FEW_SAMPLES_TEXT, type FigureFormat } from '../text/figureTexts';
import { shortPath } from '../text/drawnNames';
import { rowText } from './rowText';
import type { Row } from './topRows';

/** The details of the focused row: full name, source and figures; undefined for rows without a function. */
export function rowDetails(row: Row | undefined, format: FigureFormat): DetailText | undefined {
  if (!row || !('file' in row)) return undefined;
  const { name, file, line } = row;
  const { flat, flatShare, cum, cumShare } = rowText(row, format);
  const { few, remarks } = row;
  const about = (column: 'flat' | 'cum') => {
    const remark = remarks?.[column];
    const isFew = few?.[column] === true;
    const why = isFew ? FEW_SAMPLES_TEXT : (remark?.text ?? '');
    return { why, isUnsure: isFew || remark?.isFirm === false };
  };
  const lineSuffix = line > 0 ? `:${line}` : '';
  return {
    name,
    source: file === '' ? 'no source known' : `${shortPath(file)}${lineSuffix}`,
    sourceTitle: file === '' ? '' : `${file}${lineSuffix}`,
    figures: [
      { name: 'flat', value: flat, ...about('flat') }, { name: 'flat %', value: flatShare, ...about('flat') },
      { name: 'cum', value: cum, ...about('cum') }, { name: 'cum %', value: cumShare, ...about('cum') },
    ],
    canShowCalls: true,
    hasSource: file !== '',
  };
}
