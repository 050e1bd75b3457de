import { changeText } from '../../profile/text/screen/change';
import { cellText } from '../../profile/text/screen/figure';
import { capitalized } from '../../profile/text/words';
import type { RemovedLine } from '../columns/removedLines';
import type { LinesOfPlace } from '../columns/removedSinceBaseline';
import { reasonOf } from './hoverComparison';
import { breakable, escapeMarkdown, figureCell, GAP } from './markdown';

/** Limit of the rows, so that the hover stays short. */
const MAX_LINES = 8;
const MAX_LINE_LENGTH = 60;

/** A table of removed lines, with their costs; only the costliest if there are many. */
export function removedTable(removed: readonly RemovedLine[], largest = 0): string {
  if (removed.length === 0) return '';
  const most = Math.max(largest, ...removed.flatMap(({ flat, cum }) => [Math.abs(flat), Math.abs(cum)]));
  const costliest = new Set([...removed].sort((a, b) => Math.abs(b.cum) - Math.abs(a.cum)).slice(0, MAX_LINES));
  const rows = removed.filter((line) => costliest.has(line)).map(({ text, flat, cum, unit, weight }) => {
    const code = text.trim();
    const shown = code.length > MAX_LINE_LENGTH ? `${code.slice(0, MAX_LINE_LENGTH)}…` : code;
    const figures = [flat, cum].map((value) => figureCell(cellText(value, unit, { largest: most, weight })));
    return `| ${[breakable(shown), ...figures].join(` | ${GAP}`)} |`;
  });
  const more = removed.length - rows.length;
  if (more > 0) rows.push(`| _and ${more} more_ |  |  |`);
  const [flat, cum] = ['flat', 'cum'].map((figure) => `${GAP}${removed[0].isOfBaseline ? `${figure}&nbsp;in&nbsp;baseline` : figure}`);
  return `| **Removed below this line** | ${flat} | ${cum} |\n|:--|--:|--:|\n${rows.join('\n')}\n\n`;
}

/** The table of each place where lines were removed since the baseline, with the joint judgement on these lines. */
export function removedPlacesText(places: readonly LinesOfPlace[], largest = 0): string {
  return places.map(({ lines, cum, judgement }) => {
    const together = lines.length > 1 && cum !== 0 ? `together ${changeText(-cum, lines[0].unit, { largest, weight: lines[0].weight })}` : '';
    const sentence = [together, reasonOf(judgement, -cum)].filter(Boolean).join(', ');
    return `${removedTable(lines, largest)}${sentence && `_${escapeMarkdown(capitalized(sentence))}._\n\n`}`;
  }).join('');
}
