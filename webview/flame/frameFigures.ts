import { divided, panelLabel, percentage } from '../../src/profile/text/measurement';
import { formatValue } from '../../src/profile/text/reportColumns';
import type { FlameWindow } from '../../src/profile/answers/flame';
import type { TableFormat } from '../../src/profile/answers/table';
import { isRest, nextFrameOf } from './flameFrames';

/** What stands in the details of a row: names and values; an empty value where there is none. */
export function figuresOf(window: FlameWindow, row: number): readonly (readonly [name: string, value: string])[] {
  const { signed, unit, total } = window;
  const [flat, cum] = [window.flat[row], window.cum[row]];
  const isCaller = window.caller[row] === 1;
  const valueOf = (value: number) => (signed ? signedLabel(value, window) : panelLabel(value, unit, total));
  const flatText = isRest(window, row) || isCaller ? '' : valueOf(flat);
  if (signed) {
    const { grown, shrunk } = partsOf(window, row);
    const share = `${signOf(cum)}${percentage(cum, total)}`;
    return [
      ['flat', flatText], ['more', valueOf(grown)], ['less', valueOf(-shrunk)], ['net', valueOf(cum)],
      ['of total', share],
    ];
  }
  const next = row === 0 ? '' : percentage(cum, window.cum[nextFrameOf(window, row)]);
  return [
    ['flat', flatText], ['flat %', flatText === '' ? '' : percentage(flat, total)],
    ['cum', valueOf(cum)], ['cum %', percentage(cum, total)],
    [isCaller ? 'of callee' : 'of caller', next],
  ];
}

/** Of a difference: what grew and what shrank in a row, both at least 0. */
export function partsOf({ size, cum }: FlameWindow, row: number): { readonly grown: number; readonly shrunk: number } {
  const [both, net] = [size[row], cum[row]];
  return { grown: (both + net) / 2, shrunk: (both - net) / 2 };
}

/** A value of a window with its sign also where it is above 0: `+12ms`, `−4ms`, `0`. */
export function signedLabel(value: number, { unit, total }: Pick<FlameWindow, 'unit' | 'total'>): string {
  const text = panelLabel(Math.abs(value), unit, total);
  return value === 0 ? text : `${signOf(value)}${text}`;
}

/** A value of a table, in the unit of the whole panel unless the user asked for one. */
export function tableValue(value: number, format: TableFormat): string {
  const { unit, total, divideBy, isUnitAsked } = format;
  if (isUnitAsked) return formatValue(value, format);
  return panelLabel(divided(value, divideBy), unit, divided(total, divideBy));
}

/** `+`, `−`, or `±` for nothing. */
export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : '±';
}
