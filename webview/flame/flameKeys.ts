import { childRows, type Frames } from './flameFrames';

/** The action of a key in the flame graph. */
export type FlameKeyAction =
  | { readonly kind: 'step'; readonly to: Step }
  | { readonly kind: 'zoom' | 'zoomOut' | 'resetZoom' | 'openSource' | 'showSandwich' | 'copyName' | 'clear' };

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
  Escape: { kind: 'clear' },
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

/**
 * A move of the focus: `up` to the caller, `down` to the heaviest callee, `left` and `right` along the level. In a
 * sandwich view, `up` from the function or one of its callers goes to the heaviest caller.
 */
export type Step = 'up' | 'down' | 'left' | 'right' | 'nextMatch' | 'previousMatch';

/** The row that a step goes to; the same row if there is no other. */
export function stepFrom(frames: Frames, row: number, step: Step): number {
  const { window } = frames;
  const isCaller = window.caller[row] === 1;
  switch (step) {
    case 'up':
      if (isCaller || row === 0) return heaviest(frames, childRows(frames, row, 'callers')) ?? row;
      return window.parent[row] ?? row;
    case 'down':
      if (isCaller) return window.parent[row] ?? row;
      return heaviest(frames, childRows(frames, row, 'callees')) ?? row;
    case 'left':
      return neighborInLevel(frames, row, -1);
    case 'right':
      return neighborInLevel(frames, row, 1);
    case 'nextMatch':
      return nextMatchFrom(frames, row, 1);
    case 'previousMatch':
      return nextMatchFrom(frames, row, -1);
  }
}

function heaviest({ weight }: Frames, rows: readonly number[]): number | undefined {
  const weightOf = (row: number) => weight[row];
  return rows.length === 0 ? undefined : rows.reduce((best, row) => (weightOf(row) > weightOf(best) ? row : best));
}

function neighborInLevel({ levels, depth }: Frames, row: number, offset: 1 | -1): number {
  const level = levels[depth[row]] ?? [];
  return level[level.indexOf(row) + offset] ?? row;
}

function nextMatchFrom({ levels, window }: Frames, row: number, offset: 1 | -1): number {
  const matches = levels.flat().filter((drawn) => window.matched[drawn]);
  if (matches.length === 0) return row;
  const index = matches.indexOf(row);
  if (index < 0) return (offset > 0 ? matches[0] : matches.at(-1)) as number;
  return matches[(index + offset + matches.length) % matches.length];
}
