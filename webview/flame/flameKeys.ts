import type { Step } from './focusSteps';

/** The action of a key in the flame graph. */
export type FlameKey =
  | { readonly kind: 'step'; readonly to: Step }
  | { readonly kind: 'zoom' | 'zoomOut' | 'resetZoom' | 'openSource' | 'turnAround' | 'copyName' | 'clearSearch' };

/** The properties of a KeyboardEvent that determine its action. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Readonly<Record<string, FlameKey>> = {
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
  p: { kind: 'turnAround' },
};

const WITH_CONTROL: Readonly<Record<string, FlameKey>> = {
  Enter: { kind: 'openSource' },
  c: { kind: 'copyName' },
};

/** The action of a key; undefined if the page handles it. */
export function flameKey({ key, ctrlKey, metaKey, altKey }: Pressed): FlameKey | undefined {
  if (altKey) return undefined;
  return (ctrlKey || metaKey ? WITH_CONTROL : PLAIN)[key];
}
