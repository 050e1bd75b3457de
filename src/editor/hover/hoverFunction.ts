import { deltaArrow, deltaLabel, deltaPercentage } from '../../profile/text/delta';
import { label } from '../../profile/text/measurement';
import { isShare } from '../../profile/text/relativeUnits';
import type { FunctionHeading } from '../columns/functionHeadings';
import { capitalized, reasonOf } from './hoverVerdicts';
import { escapeMarkdown } from './markdown';

/**
 * `**Parse as a whole**: 320 ns/op, before 1255 ns/op: ▼ -935 ns/op, -74.50%.`, and why the change is noise or moved;
 * empty without a function.
 * @param largest of the figures that are read together, as in `label`
 */
export function functionSentences(heading: FunctionHeading | undefined, largest: number): string {
  if (!heading) return '';
  const { name, unit, now, before, judged } = heading;
  const change = now - before;
  const [valueNow, valueBefore] = [now, before].map((value) => label(value, unit, largest));
  // Beside the change of a share, its own percentage would read as another one.
  const percentages = isShare(unit) ? [] : [deltaPercentage(change, before)];
  const changed = [`${deltaArrow(change, unit)} ${deltaLabel(change, unit, largest)}`.trim(), ...percentages];
  const difference = deltaArrow(change, unit) === '' ? 'no change' : changed.join(', ');
  const values = before === 0 ? `${valueNow}, no cost in the baseline` : `${valueNow}, before ${valueBefore}: ${difference}`;
  const reason = reasonOf(judged, change);
  const sentences = [`${values}.`, reason && `${capitalized(reason)}.`].filter(Boolean).join(' ');
  return `**${escapeMarkdown(name)} as a whole**: ${escapeMarkdown(sentences)}\n\n`;
}
