import type { CallStep } from './findNodes';

/** The action of a key in the call graph. */
export type CallGraphKeyAction =
  | { readonly kind: 'step'; readonly to: CallStep }
  | { readonly kind: 'goIn' | 'openSource' | 'select' | 'copyName' | 'clear' | 'zoomIn' | 'zoomOut' | 'fit' };

/** The properties of a KeyboardEvent that determine its action. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Readonly<Record<string, CallGraphKeyAction>> = {
  ArrowUp: { kind: 'step', to: 'caller' },
  ArrowDown: { kind: 'step', to: 'callee' },
  ArrowLeft: { kind: 'step', to: 'left' },
  ArrowRight: { kind: 'step', to: 'right' },
  Enter: { kind: 'goIn' },
  o: { kind: 'openSource' },
  ' ': { kind: 'select' },
  Escape: { kind: 'clear' },
  '+': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'fit' },
};

const WITH_CTRL: Readonly<Record<string, CallGraphKeyAction>> = {
  Enter: { kind: 'openSource' },
  c: { kind: 'copyName' },
};

/** The action of a key; undefined if the page handles it. */
export function callGraphKeyAction({ key, ctrlKey, metaKey, altKey }: KeyPress): CallGraphKeyAction | undefined {
  if (altKey) return undefined;
  return (ctrlKey || metaKey ? WITH_CTRL : PLAIN)[key];
}
