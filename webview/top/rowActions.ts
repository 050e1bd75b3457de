import type { TableFormat } from '../../src/profile/answers/table';
import type { PageAccess } from '../tab';
import { platformKeys } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import { refineItems } from '../refine/refineByFunction';
import { type Row, selectionNameOf } from './topRows';
import { rowAsText } from './rowText';

/** Actions on a row, for keys, buttons and menus. */
export class RowActions {
  constructor(private readonly page: PageAccess) {}

  openSource(row: Row): void {
    if (!('file' in row) || row.file === '') return;
    const { function: name, file, line } = row;
    const position = line > 0 ? { line } : {};
    this.page.order('openFunction', { function: name, file, ...position });
  }

  peek(row: Row): void {
    const name = selectionNameOf(row);
    if (name === undefined) return;
    this.page.select(name);
    this.page.openTab('peek');
  }

  copy(row: Row, format: TableFormat): void {
    if (row.kind === 'unknown') return;
    this.page.order('copy', { text: rowAsText(row, format) });
    this.page.announce('Row copied');
  }

  /** The menu of a row; empty for rows without a name. */
  menu(row: Row, { format, foldItem }: MenuContext): readonly MenuItem[] {
    if (!('name' in row)) return [];
    const name = selectionNameOf(row);
    return [
      { label: this.page.abilities.source.label, key: 'O', run: () => this.openSource(row) },
      { label: 'Callers & callees', key: platformKeys('Alt+Enter'), run: () => this.peek(row) },
      ...(name ? refineItems((field) => this.page.refineBy(field, name)) : []),
      ...(foldItem ? [foldItem] : []),
      { label: 'Copy row', key: platformKeys('Ctrl+C'), run: () => this.copy(row, format) },
      { label: 'Copy name', run: () => this.page.order('copy', { text: row.name }) },
    ];
  }
}

export interface MenuContext {
  readonly format: TableFormat;
  /** The item that folds or unfolds the row; undefined if the row has no calls. */
  readonly foldItem: MenuItem | undefined;
}
