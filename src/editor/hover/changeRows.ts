import { deltaArrow, deltaLabel, deltaPercentage } from '../../profile/text/delta';
import { formatListValue } from '../../profile/text/measurement';
import { isShare } from '../../profile/text/relativeUnits';
import { escapeMarkdown, figureCell, GAP } from './markdown';

/** A figure in both profiles, and the difference. */
export interface FigureChange {
  readonly now: number;
  readonly before: number;
  readonly change: number;
  /** Whether chance explains the change; unset if that is said elsewhere. */
  readonly isNoise?: boolean;
}

/**
 * Rows of the figures of a sample type: flat, unless it is and was zero, and cum.
 * @param largest of the other figures of this type that are read with them, as in `label`
 */
export function changeRows(name: string, unit: string, flat: FigureChange, cum: FigureChange, largest = 0): string[] {
  const most = Math.max(largest, ...[flat, cum].flatMap(({ now, before }) => [Math.abs(now), Math.abs(before)]));
  const row = (what: string, { now, before, change, isNoise = false }: FigureChange) => {
    const values = [now, before].map((value) => figureCell(formatListValue(value, unit, most)));
    const cells = [...values, changeText(change, unit, isNoise, most), percentText(change, before, unit)];
    return `| ${name} ${what} | ${cells.join(` | ${GAP}`)} |`;
  };
  return [...(flat.change === 0 && flat.before === 0 ? [] : [row('flat', flat)]), row('cum', cum)];
}

/** `▼ -340ms`, or `~ -340ms` for noise. */
export function changeText(change: number, unit: string, isNoise = false, largest?: number): string {
  return figureCell(`${isNoise ? '~' : deltaArrow(change, unit)} ${deltaLabel(change, unit, largest)}`.trim());
}

function percentText(change: number, old: number, unit: string): string {
  // Beside the change of a share, its own percentage would read as another one.
  if (deltaArrow(change, unit) === '' || (isShare(unit) && old !== 0)) return '';
  return escapeMarkdown(deltaPercentage(change, old));
}
