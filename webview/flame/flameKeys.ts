import type { Step } from './focusSteps';

/** The action of a key in the flame graph. */
export type FlameKeyAction =
  | { readonly kind: 'step'; readonly to: Step }
  | { readonly kind: 'zoom' | 'zoomOut' | 'resetZoom' | 'openSource' | 'showSandwich' | 'copyName' | 'clearSearch' };

/** The properties of a KeyboardEvent that determine its action. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Readonly<Record<string, FlameKeyAction>> = {
  ArrowUp: { kind: 'step', to: 'up' },
  ArrowDown: { kind: 'step', to: 'down' },
  ArrowLeft: { kind: 'step', to: 'left' },
  ArrowRight: { kind: 'step', to: 'right' },
  n: { kind: 'step', to: 'nextMatch' },
  N: { kind: 'step', to: 'previousMatch' },
  Enter: { kind: 'zoom' },
  Backspace: { kind: 'zoomOut' },
  Home: { kind: 'resetZoom' },
  Escape: { kind: 'clearSearch' },
  o: { kind: 'openSource' },
  p: { kind: 'showSandwich' },
};

const WITH_CTRL: Readonly<Record<string, FlameKeyAction>> = {
  Enter: { kind: 'openSource' },
  c: { kind: 'copyName' },
};

/** The action of a key; undefined if the page handles it. */
export function flameKeyAction({ key, ctrlKey, metaKey, altKey }: KeyPress): FlameKeyAction | undefined {
  if (altKey) return undefined;
  return (ctrlKey || metaKey ? WITH_CTRL : PLAIN)[key];
}
