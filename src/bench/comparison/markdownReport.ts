import { deltaText, evidenceText } from '../statistics/compareSamples';
import { percentChange } from '../statistics/goNumbers';
import { commonScale, isBinaryUnit, scaledText } from '../statistics/units';
import { rangeText } from '../statistics/summary';
import { keyText } from '../benchstat/projection';
import { type ColumnMean, type Row, type Table, type Tables, tableTitles } from '../benchstat/tables';

/** The tables of benchstat in Markdown, for a pull request; footnotes are listed below each table. */
export function markdownReport(tables: Tables): string {
  const titles = tableTitles(tables);
  return tables.tables.map((table, i) => new MarkdownTable(table, tables, titles[i]).text()).join('\n');
}

class MarkdownTable {
  private readonly notes: string[] = [];
  private readonly isBinary: boolean;

  constructor(
    private readonly table: Table,
    private readonly tables: Tables,
    private readonly titles: readonly string[],
  ) {
    this.isBinary = isBinaryUnit(table.unit);
  }

  text(): string {
    const { table, tables, titles } = this;
    const headers = table.columns.flatMap((key, i) => {
      const label = `${escaped(keyText(tables.columnFields, key))} (${escaped(table.unit)})`;
      return i === 0 ? [label] : [label, 'vs base'];
    });
    const lines = [line(['', ...headers]), line([':--', ...headers.map(() => '--:')]), ...table.rows.map((row) => this.row(row))];
    if (table.rows.length > 1) lines.push(this.means(table.means));
    const notes = this.notes.map((note, i) => `${i === 0 ? '\n' : ''}${i + 1}. ${escaped(note)}`);
    const heading = titles.length === 0 ? [] : [...titles.map((title) => `${escaped(title)}  `), ''];
    return [...heading, ...lines, ...notes, ''].join('\n');
  }

  private row({ label, cells }: Row): string {
    const scale = commonScale(cells.map(({ summary }) => summary.center), this.isBinary);
    const texts = this.blank();
    for (const { column, summary, sampleWarnings, comparison } of cells) {
      const figure = `${scaledText(summary.center, scale)} ± ${rangeText(summary)}`;
      texts[centerAt(column)] = figure + this.marks([...sampleWarnings, ...summary.warnings]);
      if (comparison === undefined) continue;
      const delta = escaped(deltaText(comparison, comparison.old, summary.center));
      texts[centerAt(column) + 1] = `${delta} (${evidenceText(comparison)})${this.marks(comparison.warnings)}`;
    }
    return line([escaped(label), ...texts]);
  }

  private means(means: readonly ColumnMean[]): string {
    const texts = this.blank();
    means.forEach(({ center, ratio, warnings }, column) => {
      const at = centerAt(column);
      if (center !== undefined) texts[at] = scaledText(center, commonScale([center], this.isBinary));
      if (column > 0) texts[at + 1] = ratio === undefined ? '?' : percentChange(ratio);
      texts[column > 0 ? at + 1 : at] += this.marks(warnings);
    });
    return line(['geomean', ...texts]);
  }

  private blank(): string[] {
    return new Array<string>(2 * this.table.columns.length - 1).fill('');
  }

  private marks(warnings: readonly string[]): string {
    const numbers = warnings.map((warning) => {
      if (!this.notes.includes(warning)) this.notes.push(warning);
      return this.notes.indexOf(warning) + 1;
    });
    return numbers.map((number) => ` <sup>${number}</sup>`).join('');
  }
}

/** Index of the cell with a column's center, after the label: the first column has one cell, the others two. */
const centerAt = (column: number): number => (column === 0 ? 0 : 2 * column - 1);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Escapes inline Markdown and HTML, and joins lines, so that the text fits in a table cell. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~#&]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}
