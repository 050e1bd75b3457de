import type { CallStep } from './nodeNeighbors';

/** The action of a key in the call graph. */
export type CallGraphKey =
  | { readonly kind: 'step'; readonly to: CallStep }
  | { readonly kind: 'openSource' | 'select' | 'copyName' | 'clear' | 'zoomIn' | 'zoomOut' | 'fit' };

/** The properties of a KeyboardEvent that determine its action. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Readonly<Record<string, CallGraphKey>> = {
  ArrowUp: { kind: 'step', to: 'caller' },
  ArrowDown: { kind: 'step', to: 'callee' },
  ArrowLeft: { kind: 'step', to: 'left' },
  ArrowRight: { kind: 'step', to: 'right' },
  Enter: { kind: 'openSource' },
  o: { kind: 'openSource' },
  ' ': { kind: 'select' },
  Escape: { kind: 'clear' },
  '+': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'fit' },
};

const WITH_CONTROL: Readonly<Record<string, CallGraphKey>> = {
  Enter: { kind: 'openSource' },
  c: { kind: 'copyName' },
};

/** The action of a key; undefined if the page handles it. */
export function callGraphKey({ key, ctrlKey, metaKey, altKey }: Pressed): CallGraphKey | undefined {
  if (altKey) return undefined;
  return (ctrlKey || metaKey ? WITH_CONTROL : PLAIN)[key];
}
