import { label, percentage } from '../src/profile/measurement';
import type { FlameWindow } from '../src/profile/reports';
import { isRest, nextFrameOf } from './frames';

/** What stands in the details of a row: names and values; an empty value where there is none. */
export function figuresOf(window: FlameWindow, row: number): readonly (readonly [name: string, value: string])[] {
  const { signed, unit, total } = window;
  const [flat, cum] = [window.flat[row] as number, window.cum[row] as number];
  const isCaller = window.caller[row] === 1;
  const valueOf = (value: number) => (signed ? signedLabel(value, unit) : label(value, unit));
  const flatText = isRest(window, row) || isCaller ? '' : valueOf(flat);
  if (signed) {
    const { grown, shrunk } = partsOf(window, row);
    const share = `${signOf(cum)}${percentage(cum, total)}`;
    return [
      ['flat', flatText], ['more', signedLabel(grown, unit)], ['less', signedLabel(-shrunk, unit)], ['net', valueOf(cum)],
      ['of total', share],
    ];
  }
  const next = row === 0 ? '' : percentage(cum, window.cum[nextFrameOf(window, row)] as number);
  return [
    ['flat', flatText], ['cum', valueOf(cum)], ['of total', percentage(cum, total)],
    [isCaller ? 'of callee' : 'of caller', next],
  ];
}

/** Of a difference: what grew and what shrank in a row, both at least 0. */
export function partsOf({ size, cum }: FlameWindow, row: number): { readonly grown: number; readonly shrunk: number } {
  const [both, net] = [size[row] as number, cum[row] as number];
  return { grown: (both + net) / 2, shrunk: (both - net) / 2 };
}

/** With its sign also where it is above 0: `+12ms`, `−4ms`, `0`. */
export function signedLabel(value: number, unit: string): string {
  const text = label(Math.abs(value), unit);
  return value === 0 ? text : `${signOf(value)}${text}`;
}

/** `+`, `−`, or `±` for nothing. */
export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : '±';
}
