export type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** The colors of a color theme that Linecost's colors are drawn on. */
export interface Palette {
  readonly kind: ThemeKind;
  /** `editor.background`. */
  readonly editor: string;
  /** `editor.foreground`. */
  readonly text: string;
  /** `editor.lineHighlightBackground`, if the theme fills the current line. */
  readonly currentLine?: string;
}

/** As the themes are published: those that come with VS Code 1.112, and the most used ones of the marketplace. */
export const PALETTES: Readonly<Record<string, Palette>> = {
  'Dark 2026': { kind: 'dark', editor: '#121314', text: '#bbbebf', currentLine: '#242526' },
  'Dark Modern': { kind: 'dark', editor: '#1f1f1f', text: '#cccccc' },
  'Dark+': { kind: 'dark', editor: '#1e1e1e', text: '#d4d4d4' },
  'Light Modern': { kind: 'light', editor: '#ffffff', text: '#3b3b3b' },
  'Light+': { kind: 'light', editor: '#ffffff', text: '#000000' },
  'Dark High Contrast': { kind: 'highContrast', editor: '#000000', text: '#ffffff' },
  'Light High Contrast': { kind: 'highContrastLight', editor: '#ffffff', text: '#292929' },
  'Solarized Dark': { kind: 'dark', editor: '#002b36', text: '#839496', currentLine: '#073642' },
  'Solarized Light': { kind: 'light', editor: '#fdf6e3', text: '#657b83', currentLine: '#eee8d5' },
  Monokai: { kind: 'dark', editor: '#272822', text: '#f8f8f2', currentLine: '#3e3d32' },
  'Quiet Light': { kind: 'light', editor: '#f5f5f5', text: '#333333', currentLine: '#e4f6d4' },
  'One Dark Pro': { kind: 'dark', editor: '#282c34', text: '#abb2bf', currentLine: '#2c313c' },
  'Tokyo Night': { kind: 'dark', editor: '#1a1b26', text: '#a9b1d6', currentLine: '#1e202e' },
  Dracula: { kind: 'dark', editor: '#282a36', text: '#f8f8f2' },
  Nord: { kind: 'dark', editor: '#2e3440', text: '#d8dee9', currentLine: '#3b4252' },
  'GitHub Dark': { kind: 'dark', editor: '#24292e', text: '#e1e4e8', currentLine: '#2b3036' },
  'GitHub Light': { kind: 'light', editor: '#ffffff', text: '#24292e', currentLine: '#f6f8fa' },
  'Gruvbox Dark': { kind: 'dark', editor: '#282828', text: '#ebdbb2', currentLine: '#3c383660' },
  'Gruvbox Light': { kind: 'light', editor: '#fbf1c7', text: '#3c3836', currentLine: '#ebdbb260' },
  'Catppuccin Mocha': { kind: 'dark', editor: '#1e1e2e', text: '#cdd6f4', currentLine: '#cdd6f412' },
  'Catppuccin Latte': { kind: 'light', editor: '#eff1f5', text: '#4c4f69', currentLine: '#4c4f6912' },
};

type Rgb = readonly [red: number, green: number, blue: number];

/** A color, which may have an alpha value, on a background. */
export function composite(color: string, background: Rgb): Rgb {
  const alpha = color.length > 7 ? parseInt(color.slice(7), 16) / 255 : 1;
  const [red, green, blue] = rgb(color);
  const mix = (part: number, under: number) => part * alpha + under * (1 - alpha);
  return [mix(red, background[0]), mix(green, background[1]), mix(blue, background[2])];
}

/** The backgrounds of lines: of all, and of the current one. */
export function lineBackgrounds({ editor, currentLine }: Palette): readonly Rgb[] {
  return currentLine === undefined ? [rgb(editor)] : [rgb(editor), composite(currentLine, rgb(editor))];
}

export function rgb(color: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16));
  return [red!, green!, blue!];
}

/** The contrast ratio of two colors, as WCAG 2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    return part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
