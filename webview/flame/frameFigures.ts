import { MOVED, NOISE } from '../../src/profile/answers/changes';
import type { FlameWindow } from '../../src/profile/answers/flame';
import { plural } from '../../src/profile/text/counts';
import { judgementSign, judgementText } from '../../src/profile/text/judgementWords';
import { panelText, signedLabels } from '../text/figureTexts';
import { isRest, nextFrameOf } from './flameFrames';
import { changePercent, signOf } from '../../src/profile/text/screen/change';
import { carriedDigits } from '../../src/profile/text/screen/digits';
import { figureTexts } from '../../src/profile/text/screen/figure';
import { sharePart, shareText } from '../../src/profile/text/screen/share';
import { isShare } from '../../src/profile/text/relativeUnits';

/** The names and values of the figures of a row. A value is empty if the row has no such figure. */
export function figuresOf(window: FlameWindow, row: number): readonly (readonly [name: string, value: string])[] {
  const { signed, unit, total, weight, increases = false } = window;
  const [flat, cum] = [window.flat[row], window.cum[row]];
  const isCaller = window.caller[row] === 1;
  const hasFlat = !isRest(window, row) && !isCaller;
  if (signed) {
    const changes = changeTexts(window, row);
    const { now, before } = window.sides ?? { now: 'now', before: 'baseline' };
    const [increase, decrease] = window.compared ? [now, before] : ['increase', 'decrease'];
    return [
      ['flat', hasFlat ? changes.flat : ''], [increase, changes.increase], [decrease, changes.decrease],
      [changeName(window), changes.net],
      // The change of a share is of the total already.
      ...(isShare(unit) ? [] : [shareOfChange(window, row)]),
    ];
  }
  const valueOf = (value: number) => (increases ? signedLabels([value], window)[0] : panelText(value, window));
  const shareOf = (value: number) => shareText(value, total, increases, weight);
  const flatText = hasFlat ? valueOf(flat) : '';
  const nextShare = row === 0 ? '' : sharePart(cum, window.cum[nextFrameOf(window, row)], weight);
  return [
    ['flat', flatText], ['flat %', flatText === '' ? '' : shareOf(flat)],
    ['cum', valueOf(cum)], ['cum %', shareOf(cum)],
    [isCaller ? 'of callee' : 'of caller', nextShare],
  ];
}

/** The change as a share of what the row cost before; without a comparison, of all increases and decreases. */
function shareOfChange(window: FlameWindow, row: number): readonly [name: string, value: string] {
  const { compared, sides, total, weight } = window;
  const cum = window.cum[row];
  if (!compared) return ['of all changes', shareText(cum, total, true, weight)];
  return [`of ${sides?.before ?? 'baseline'}`, changePercent(cum, increaseAndDecrease(window, row).decrease, carriedDigits(cum, weight))];
}

/** What the change of a row is called: in a comparison it is the cost now minus the cost before. */
export function changeName({ compared }: FlameWindow): string {
  return compared ? 'change' : 'net';
}

/** Sums of shares that are the same differ by less, in percent. */
const ROUNDING = 1e-6;

/** Whether the change of a row says something: where shares are compared, those of the total are the same. */
export function isChangeKnown({ signed, compared, unit, cum }: FlameWindow, row: number): boolean {
  return signed && !(compared && isShare(unit) && Math.abs(cum[row]) < ROUNDING);
}

/** The net change of a row, in the unit of the other figures of the row. */
export function netText(window: FlameWindow, row: number): string {
  return changeTexts(window, row).net;
}

function changeTexts(window: FlameWindow, row: number) {
  const changes = increaseAndDecrease(window, row);
  const values = [window.flat[row], changes.increase, -changes.decrease, window.cum[row]];
  const labels = signedLabels(values, window);
  // The costs now and before are not changes, so they have no signs.
  const { unit, total, weight } = window;
  const costs = window.compared ? figureTexts(values.map(Math.abs), unit, { largest: total, weight }) : labels;
  return { flat: labels[0], increase: costs[1], decrease: costs[2], net: labels[3] };
}

/**
 * What the figures of a row do not show, in words: in a comparison, the judgement on its change (see judgementText);
 * otherwise, that it rests on few samples. Empty if there is nothing to remark.
 */
export function remarkOf(window: FlameWindow, row: number): string {
  const { changes, cum, signed } = window;
  if (changes) return judgementText(changes, row, cum[row]);
  const few = fewSamplesOf(window, row);
  if (signed) return few === 0 ? '' : 'change of too few samples: mostly chance';
  return few === 0 ? '' : `rests on ${few} ${plural('sample', few)}: mostly chance`;
}

/** The number of samples of a row, if they are so few that its figures are mostly chance; otherwise 0. */
export function fewSamplesOf({ fewSamples }: FlameWindow, row: number): number {
  return fewSamples?.[row] ?? 0;
}

/** `+`, `−` or `±` before a name; `~` for noise, also if the samples are few; `↔` for a cost that moved. */
export function netSign(window: FlameWindow, row: number): string {
  const { changes, cum } = window;
  if (fewSamplesOf(window, row) > 0) return '~';
  return (changes && cum[row] !== 0 && judgementSign(changes, row)) || signOf(cum[row]);
}

/** The part of a frame's width that its net change takes, from 0 to 1; 0 without a difference. */
export function netShare(window: FlameWindow, row: number): number {
  const size = window.size[row];
  return window.signed && size > 0 && !isRest(window, row) ? Math.abs(window.cum[row]) / size : 0;
}

/** The look of a row's net part: a CSS class. */
export function netLook(window: FlameWindow, row: number): 'grown' | 'shrunk' | 'noise' | 'moved' {
  const { changes, cum } = window;
  if (changes?.judgement[row] === NOISE || fewSamplesOf(window, row) > 0) return 'noise';
  if (changes?.judgement[row] === MOVED) return 'moved';
  return cum[row] > 0 ? 'grown' : 'shrunk';
}

/** The increase and the decrease in a row of a difference, both at least 0. */
export function increaseAndDecrease(
  { size, cum }: FlameWindow,
  row: number,
): { readonly increase: number; readonly decrease: number } {
  const [gross, net] = [size[row], cum[row]];
  return { increase: (gross + net) / 2, decrease: (gross - net) / 2 };
}
