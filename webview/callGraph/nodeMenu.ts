import type { TabId } from '../../src/pages/protocol/profilePage';
import { platformKeys } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import { type QuickField, refineItems } from '../refine/refineItems';

/** What the items of the menu do with the node. */
interface NodeActions {
  openSource(): void;
  showIn(tab: TabId): void;
  refineBy(field: QuickField): void;
  copyName(): void;
}

/** The context menu of a node. @param name its function; empty if the node is not a function */
export function nodeMenu(name: string, actions: NodeActions): MenuItem[] {
  const copyItem: MenuItem = { label: 'Copy name', key: platformKeys('Ctrl+C'), run: () => actions.copyName() };
  if (name === '') return [copyItem];
  return [
    { label: 'Open source', key: 'O', run: () => actions.openSource() },
    { label: 'Peek', run: () => actions.showIn('peek') },
    { label: 'Show in flame graph', run: () => actions.showIn('flame') },
    ...refineItems((field) => actions.refineBy(field)),
    copyItem,
  ];
}
