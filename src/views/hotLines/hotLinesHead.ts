import { callingText, type FirmLines, linesText } from '../../profile/text/changeWords';
import { type HotLineChoice, ORDERS, SCOPES } from './hotLineChoice';

/**
 * The row above the lines, which names the choice. If the lines that changed beyond noise are known, it begins with
 * them, because a narrow side bar shows only the first words.
 */
export function headOf(
  { order, scope }: HotLineChoice,
  isDifference: boolean,
  firm?: FirmLines,
): { label: string; description: string } {
  const by = `by ${isDifference ? 'the change of ' : ''}${ORDERS[order].label}`;
  const { label } = SCOPES[scope];
  if (!firm) return { label, description: by };
  const { count, calling = 0, removed = false, elsewhere = false, whyNone = '' } = firm;
  const where = `${label.toLowerCase()}${count === 0 && elsewhere ? ', but lines of other files did' : ''} · ${by}`;
  if (count === 0 && calling > 0) {
    const why = whyNone === '' ? '' : `; profiles cannot tell which line of it (${whyNone})`;
    return { label: capitalized(callingText(calling)), description: `changed beyond noise${removed ? ', as did removed lines' : ''}${why} · ${where}` };
  }
  if (count === 0 && removed) return { label: 'Removed lines', description: `changed beyond noise, others not · ${where}` };
  if (count === 0 && whyNone !== '') {
    return { label: 'Profiles cannot tell', description: `which line changed (${whyNone}) · ${where}` };
  }
  const also = removed ? ', as did removed lines,' : '';
  // A caller has no cost caused there, so the list has fewer lines.
  const callers = order === 'charged' && count > 1 && !removed ? ', callers included,' : '';
  return { label: capitalized(`${linesText(count)} changed`), description: `beyond noise${callers}${also} ${where}` };
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
