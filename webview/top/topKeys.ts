/** The action of a key in the table. */
export type TopKeyAction =
  | { readonly kind: 'move'; readonly to: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last' }
  | { readonly kind: 'unfold' | 'fold' | 'openSource' | 'peek' | 'copyRow' | 'copyAll' | 'menu' | 'clearSearch' }
  /** For any other character: moves the focus to the search field, which receives the character. */
  | { readonly kind: 'type' };

/** The properties of a KeyboardEvent that determine its action. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const PLAIN: Readonly<Record<string, TopKeyAction>> = {
  ArrowUp: { kind: 'move', to: 'up' },
  ArrowDown: { kind: 'move', to: 'down' },
  PageUp: { kind: 'move', to: 'pageUp' },
  PageDown: { kind: 'move', to: 'pageDown' },
  Home: { kind: 'move', to: 'first' },
  End: { kind: 'move', to: 'last' },
  ArrowRight: { kind: 'unfold' },
  ArrowLeft: { kind: 'fold' },
  Enter: { kind: 'unfold' },
  o: { kind: 'openSource' },
  ContextMenu: { kind: 'menu' },
  Escape: { kind: 'clearSearch' },
};

const WITH_CTRL: Readonly<Record<string, TopKeyAction>> = {
  Enter: { kind: 'openSource' },
  Home: { kind: 'move', to: 'first' },
  End: { kind: 'move', to: 'last' },
};

/** Keys that the page or the browser handles. */
const OTHER_KEYS = ['/', '?', ' '];

export function topKeyAction({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): TopKeyAction | undefined {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'c') return { kind: shiftKey ? 'copyAll' : 'copyRow' };
    return WITH_CTRL[key];
  }
  if (altKey) return key === 'Enter' ? { kind: 'peek' } : undefined;
  if (shiftKey && key === 'F10') return { kind: 'menu' };
  if (PLAIN[key]) return PLAIN[key];
  return key.length === 1 && !OTHER_KEYS.includes(key) ? { kind: 'type' } : undefined;
}
