import { element } from '../controls/dom';
import { LatestOnly, unlessCancelled } from '../hostLink';
import type { BenchmarksHost } from './benchmarksHost';
import { trendPicture } from './rowPictures';

/** The cells of a table that show earlier captures of each row. The figures are asked for while rows are drawn. */
export class Trends {
  private readonly known = new Map<string, readonly number[]>();
  /** The newest cell of each drawn row, by its name. */
  private readonly cells = new Map<string, HTMLElement>();
  private pending: ReadonlySet<string> = new Set();
  private readonly request = new LatestOnly();

  /** @param table the index of the table */
  constructor(
    private readonly table: number,
    private readonly unit: string,
    private readonly ask: BenchmarksHost['ask'],
  ) {}

  cellOf(name: string): HTMLElement {
    const cell = element('td', { class: 'trend' });
    this.cells.set(name, cell);
    this.fill(name, cell);
    return cell;
  }

  /** Asks for the figures of rows whose figures are not known. Call when the rows are drawn. */
  update(names: readonly string[]): void {
    for (const [name, cell] of this.cells) if (!cell.isConnected) this.cells.delete(name);
    const missing = names.filter((name) => !this.known.has(name));
    if (missing.every((name) => this.pending.has(name))) return;
    this.pending = new Set(missing);
    this.ask('trends', { table: this.table, names: missing }, this.request)
      .then((trends) => this.show(missing, trends), unlessCancelled(() => (this.pending = new Set())));
  }

  private show(names: readonly string[], trends: readonly (readonly number[])[]): void {
    this.pending = new Set();
    names.forEach((name, i) => {
      this.known.set(name, trends[i] ?? []);
      const cell = this.cells.get(name);
      if (cell) this.fill(name, cell);
    });
  }

  private fill(name: string, cell: HTMLElement): void {
    const values = this.known.get(name) ?? [];
    // One point is no line.
    cell.replaceChildren(...(values.length > 1 ? [trendPicture(values, this.unit)] : []));
  }
}
