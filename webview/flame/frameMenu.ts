import type { FlameActions } from './flameActions';
import { fileOf, isRest, type Frames } from './flameFrames';
import { platformKeys } from '../controls/helpList';
import { refineItems } from '../refine/refineItems';
import type { MenuItem } from '../controls/popup';

/** The context menu of a frame. */
export function frameMenu(actions: FlameActions, { window, children }: Frames, row: number): MenuItem[] {
  const zoom: MenuItem = { label: 'Zoom in', key: 'Enter', run: () => actions.zoom(row) };
  if (isRest(window, row)) return [zoom];
  const name = actions.functionOf(row);
  const sandwich: MenuItem = { label: 'Callers & callees', key: 'P', run: () => actions.showSandwich(row) };
  const items: MenuItem[] = [
    { label: actions.sourceWords.label, key: 'O', run: () => actions.openSource(row) },
    zoom,
    ...(actions.canShowSandwich(row) ? [sandwich] : []),
    ...(name === '' ? [] : [{ label: 'Start at this function', run: () => actions.startAt(name) }]),
    ...(row === 0 ? [] : refineItems((field) => actions.refineBy(field, row))),
    { label: 'Copy name', key: platformKeys('Ctrl+C'), run: () => actions.copyName(row) },
  ];
  if (fileOf(window, row) === '') items.shift();
  return children[row]?.length === 0 && row === window.zoomed ? items.filter((item) => item !== zoom) : items;
}
