import type { MeasuredTable, Section } from './table';

/** A measured table with its notes, as Markdown. */
export function tableText({ title, sections, notes, load, date, quick }: MeasuredTable): string {
  const busy = `${load.map((value) => value.toFixed(1)).join(' → ')} processes ready to run`;
  const parts = sections.map((section) => `${section.title === '' ? '' : `**${section.title}**\n\n`}${grid(section)}`);
  const when = `*${date}${quick ? ', quick' : ''}; ${busy}*`;
  return [`## ${title}`, ...parts, ...notes.map((note) => `- ${note}`), when].join('\n\n').replaceAll('\n\n- ', '\n- ');
}

/** Columns of figures are right-aligned; the first holds names. */
export function grid({ head, rows }: Pick<Section, 'head' | 'rows'>): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, i) => Math.max(4, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n');
}
