import type { TableFormat } from '../../src/profile/answers/table';
import type { PageAccess } from '../tab';
import { keysHere } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import { refineItems } from '../refine/refineItems';
import { nameOf, type Row } from './topRows';
import { copiedRow } from './rowText';

/** Actions on a row, for keys, buttons and menus. */
export class RowActions {
  constructor(private readonly around: PageAccess) {}

  openSource(profile: number, row: Row): void {
    if (!('file' in row) || row.file === '') return;
    const { function: name, file, line } = row;
    const at = line > 0 ? { line } : {};
    this.around.send({ kind: 'openFunction', profile, function: name, file, ...at });
  }

  peek(row: Row): void {
    const name = nameOf(row);
    if (name === undefined) return;
    this.around.select(name);
    this.around.open('peek');
  }

  copy(row: Row, format: TableFormat): void {
    if (row.kind === 'unknown') return;
    this.around.send({ kind: 'copy', text: copiedRow(row, format) });
    this.around.say('Row copied');
  }

  /** The menu of a row; empty for rows without a name. */
  menu(row: Row, { profile, format, fold }: MenuContext): readonly MenuItem[] {
    if (!('name' in row)) return [];
    const name = nameOf(row);
    return [
      { label: 'Open source', key: 'Enter', run: () => this.openSource(profile, row) },
      { label: 'Peek', key: keysHere('Alt+Enter'), run: () => this.peek(row) },
      ...(name ? refineItems((field) => this.around.refineBy(field, name)) : []),
      ...(fold ? [fold] : []),
      { label: 'Copy row', key: keysHere('Ctrl+C'), run: () => this.copy(row, format) },
      { label: 'Copy name', run: () => this.around.send({ kind: 'copy', text: row.name }) },
    ];
  }
}

export interface MenuContext {
  readonly profile: number;
  readonly format: TableFormat;
  /** The item that folds or unfolds the row; undefined if the row has no calls. */
  readonly fold: MenuItem | undefined;
}
