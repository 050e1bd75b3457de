import { setAttributes, stopEvent } from './dom';
import { rowForKey } from './sortedTable';

const CONTROLS = 'button, input';

/**
 * Makes the rows of a table's body one tab stop. Arrow keys move between rows and between the controls of a row. Each
 * row has a `data-key`, which stays the same when the table is drawn again.
 */
export class RovingRows {
  private cursor = { key: '', control: 0 };

  constructor(private readonly table: HTMLTableElement) {
    table.addEventListener('keydown', (event) => this.onKeydown(event));
    table.addEventListener('focusin', ({ target }) => this.onFocusIn(target as Element));
  }

  /** Call after the rows are drawn. */
  update(): void {
    const rows = this.rows();
    const row = rows.find(({ dataset }) => dataset.key === this.cursor.key) ?? rows[0];
    const controls = row ? enabledIn(row) : [];
    this.setStop(controls[row?.dataset.key === this.cursor.key ? this.cursor.control : 0] ?? controls[0]);
  }

  private rows(): HTMLElement[] {
    return [...this.table.querySelectorAll<HTMLElement>('tbody tr')];
  }

  private setStop(stop: Element | undefined): void {
    for (const control of this.table.querySelectorAll(`tbody :is(${CONTROLS})`)) {
      setAttributes(control, { tabindex: control === stop ? 0 : -1 });
    }
  }

  private onKeydown(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('tbody tr');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const controls = enabledIn(row);
    const at = controls.indexOf(event.target as HTMLElement);
    const across = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (across !== 0) {
      stopEvent(event);
      controls[at + across]?.focus();
      return;
    }
    const rows = this.rows();
    const next = rowForKey(event.key, rows.indexOf(row), rows.length);
    if (next === undefined) return;
    stopEvent(event);
    const others = enabledIn(rows[next]);
    (others[at] ?? others.at(-1))?.focus();
  }

  private onFocusIn(target: Element): void {
    const row = target.closest<HTMLElement>('tbody tr');
    if (!row) return;
    this.cursor = { key: row.dataset.key ?? '', control: enabledIn(row).indexOf(target as HTMLElement) };
    this.setStop(target);
  }
}

function enabledIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.hasAttribute('disabled'));
}
