/** The part of a frame's color that depends on its package. The theme and the look determine the rest. */
export interface Tone {
  /** Factor for the chroma, 0 to 1. */
  readonly chroma: number;
  /** Hue in degrees (OKLCH). */
  readonly hue: number;
}

/** The look of a frame. If several apply, the last one in this list wins. */
export type Look = 'plain' | 'few' | 'ancestor' | 'dimmed' | 'matched';

interface Shade {
  readonly lightness: number;
  readonly chroma: number;
  readonly text: string;
}

interface Theme {
  readonly background: string;
  readonly text: string;
  readonly faint: string;
  readonly shades: Readonly<Record<Look, Shade>>;
  readonly hatch: readonly [ground: string, stripe: string];
  readonly ground: string;
  readonly grown: string;
  readonly noise: string;
  readonly shrunk: readonly [ground: string, stripe: string];
}

/** The same colors as in styles/theme.css. */
const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    background: '#ffffff',
    text: '#1c1c1c',
    faint: '#616161',
    shades: {
      plain: { lightness: 0.855, chroma: 0.075, text: '#1c1c1c' },
      few: { lightness: 0.93, chroma: 0.035, text: '#636363' },
      ancestor: { lightness: 0.93, chroma: 0.035, text: '#1c1c1c' },
      dimmed: { lightness: 0.965, chroma: 0.003, text: '#696969' },
      matched: { lightness: 0.72, chroma: 0.15, text: '#111111' },
    },
    hatch: ['#efefef', '#d2d2d2'],
    ground: '#e6e6e6',
    grown: '#f2b36b',
    noise: '#cfcfcf',
    shrunk: ['#9cc7f0', '#7fb2e3'],
  },
  dark: {
    background: '#1f1f1f',
    text: '#f4f4f4',
    faint: '#9d9d9d',
    shades: {
      plain: { lightness: 0.44, chroma: 0.095, text: '#f4f4f4' },
      few: { lightness: 0.33, chroma: 0.045, text: '#b0b0b0' },
      ancestor: { lightness: 0.33, chroma: 0.045, text: '#f4f4f4' },
      dimmed: { lightness: 0.265, chroma: 0.008, text: '#a0a0a0' },
      matched: { lightness: 0.79, chroma: 0.125, text: '#111111' },
    },
    hatch: ['#353535', '#4c4c4c'],
    ground: '#3c3c3c',
    grown: '#8f4a00',
    noise: '#565656',
    shrunk: ['#1d5b94', '#2f6ea8'],
  },
};

/** The CSS classes of the frames in an SVG. Each has a light and a dark color. */
export class Palette {
  private readonly classes = new Map<string, { readonly tone: Tone; readonly look: Look }>();

  /** The class of a frame with this tone and look. */
  classOf(tone: Tone, look: Look): string {
    const name = `${look}-${Math.round(tone.hue)}-${Math.round(100 * tone.chroma)}`;
    this.classes.set(name, { tone, look });
    return name;
  }

  /** The style sheet: light by default, dark if the viewer prefers it. */
  css(): string {
    const dark = this.rulesOf(THEMES.dark);
    return `${BASE_CSS}\n${this.rulesOf(THEMES.light)}\n@media (prefers-color-scheme: dark) {\n${dark}\n}`;
  }

  private rulesOf({ background, text, faint, shades, hatch, ground, grown, noise, shrunk }: Theme): string {
    const rules = [
      `.paper, .frame { stroke: ${background}; }`, `.paper { fill: ${background}; }`, `text { fill: ${text}; }`,
      `.faint { fill: ${faint}; }`, `.ground { fill: ${ground}; }`, `.grown { fill: ${grown}; }`,
      `.noise { fill: ${noise}; }`, `.net.moved { stroke: ${text}; }`,
      `.hatch-ground { fill: ${hatch[0]}; }`, `.hatch-stripe { stroke: ${hatch[1]}; }`,
      `.shrunk-ground { fill: ${shrunk[0]}; }`, `.shrunk-stripe { stroke: ${shrunk[1]}; }`,
      ...Object.entries(shades).map(([look, shade]) => `.on-${look} { fill: ${shade.text}; }`),
    ];
    for (const [name, { tone, look }] of this.classes) {
      const { lightness, chroma } = shades[look];
      rules.push(`.${name} { fill: ${oklchToHex(lightness, chroma * tone.chroma, tone.hue)}; }`);
    }
    return rules.join('\n');
  }
}

const BASE_CSS = `text { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 11px; }
.caption { font-size: 14px; font-weight: 600; }
.found { font-weight: 600; }
.rest { fill: url(#hatch); }
.shrunk { fill: url(#stripes); }
.net { stroke: none; }
.net.moved { fill: none; stroke-dasharray: 2 2; }
.pale { opacity: 0.3; }`;

/**
 * An OKLCH color as hexadecimal sRGB, clipped to the gamut, for SVG viewers without OKLCH.
 * Source: https://bottosson.github.io/posts/oklab/
 * @param lightness 0 to 1
 * @param hue degrees
 */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Linear light as a byte of sRGB. */
function toByte(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}
