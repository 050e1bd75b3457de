import { Uri } from 'vscode';

/** What a bar shows: a cost, growth or shrinkage since the baseline, or a figure that may be chance. */
export type BarKind = 'cost' | 'growth' | 'shrinkage' | 'chance';

interface Palette {
  readonly track: string;
  readonly edge: string;
  readonly fill: Readonly<Record<BarKind, string>>;
}

/** The track is opaque, so that the bar stands out in any theme and in a selected row. */
const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  dark: {
    track: '#181818', edge: '#7a7a7a', fill: { cost: '#f0a04b', growth: '#f0a04b', shrinkage: '#62aef7', chance: '#cfcfcf' },
  },
  light: {
    track: '#ffffff', edge: '#949494', fill: { cost: '#b95a00', growth: '#b95a00', shrinkage: '#1a6fc9', chance: '#4a4a4a' },
  },
};

/** An icon of 16 × 16 units, which VS Code draws as that many pixels. */
const SIZE = 16;
const INNER = SIZE - 2;
/** Bars differ by at least a quarter of a pixel. */
const STEPS = 4 * INNER;

interface ThemedIcon {
  readonly light: Uri;
  readonly dark: Uri;
}

const drawn = new Map<string, ThemedIcon>();

/**
 * A bar. A cost fills it from the left; a change starts in the middle, growth to the right, shrinkage to the left.
 * @param part 0 to 1, of the whole bar or, for a change, of its half; negative for shrinkage
 * @param isChange whether zero is in the middle
 */
export function shareIcon(part: number, kind: BarKind, isChange: boolean): ThemedIcon {
  const steps = Math.round(Math.min(1, Math.abs(part)) * STEPS);
  // What is not nothing is seen.
  const filled = part === 0 ? 0 : Math.max(isChange ? 8 : 4, steps);
  const key = `${Math.sign(part) * filled} ${kind} ${isChange}`;
  const known = drawn.get(key);
  if (known) return known;
  const icon = {
    light: uriOf(barSvg(filled / STEPS, { kind, isChange, isLeft: part < 0 }, PALETTES.light)),
    dark: uriOf(barSvg(filled / STEPS, { kind, isChange, isLeft: part < 0 }, PALETTES.dark)),
  };
  drawn.set(key, icon);
  return icon;
}

interface Bar {
  readonly kind: BarKind;
  readonly isChange: boolean;
  readonly isLeft: boolean;
}

function barSvg(part: number, { kind, isChange, isLeft }: Bar, { track, edge, fill }: Palette): string {
  const width = part * (isChange ? INNER / 2 : INNER);
  const x = !isChange ? 1 : isLeft ? SIZE / 2 - width : SIZE / 2;
  const zero = isChange ? `<path d="M8 3v10" stroke="${edge}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`
    + `<rect x=".5" y="4.5" width="15" height="7" fill="${track}" stroke="${edge}"/>${zero}`
    + `<rect x="${x}" y="5" width="${width}" height="6" fill="${fill[kind]}"/></svg>`;
}

function uriOf(svg: string): Uri {
  return Uri.parse(`data:image/svg+xml;base64,${btoa(svg)}`);
}
