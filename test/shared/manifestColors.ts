import { readFileSync } from 'node:fs';
import type { ThemeKind } from './palettes';

interface ManifestColor {
  readonly id: string;
  readonly description: string;
  /** A color such as `#ff000080`, or the name of another one. */
  readonly defaults: Readonly<Record<ThemeKind, string>>;
}

/** The colors that package.json contributes. */
export function manifestColors(): readonly ManifestColor[] {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { contributes: { colors: ManifestColor[] } }).contributes.colors;
}

export function manifestColor(id: string): ManifestColor {
  const found = manifestColors().find((color) => color.id === id);
  if (!found) throw new Error(`package.json has no color ${id}`);
  return found;
}
