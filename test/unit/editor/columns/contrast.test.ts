import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import { HEAT_COLORS, levelOf, lookOn } from '../../../../src/editor/columns/heat';
import { manifestColor } from '../../../shared/manifestColors';
import { composite, contrast, lineBackgrounds, type Palette, PALETTES } from '../../../shared/palettes';

/** The lowest contrast of a figure on a heat color, on all lines of a palette. */
function contrastOn(heatColor: string, palette: Palette): number {
  const { kind, text } = palette;
  const background = manifestColor(heatColor).defaults[kind];
  const own = lookOn(heatColor).color as { readonly id: string } | undefined;
  const foreground = own ? manifestColor(own.id).defaults[kind] : text;
  return Math.min(...lineBackgrounds(palette).map((line) => {
    const shown = composite(background, line);
    return contrast(composite(foreground, shown), shown);
  }));
}

/** The lowest contrast of a text without heat. @param id theme color */
function plainContrast(id: string, palette: Palette): number {
  const value = manifestColor(id).defaults[palette.kind];
  const foreground = value.startsWith('#') ? value : palette.text;
  return Math.min(...lineBackgrounds(palette).map((line) => contrast(composite(foreground, line), line)));
}

const ALL = Object.values(HEAT_COLORS).flat();

for (const [name, palette] of Object.entries(PALETTES)) {
  test(`hot figures have a contrast of 6.8: ${name}`, () => {
    for (const color of ALL.filter((each) => levelOf(each) >= 3)) {
      const ratio = contrastOn(color, palette);
      assert.ok(ratio >= 6.8, `${color}: ${ratio.toFixed(2)}`);
    }
  });

  test(`warm figures have a contrast of 6.8, or two thirds of that of the theme's text: ${name}`, () => {
    const least = Math.min(6.8, (plainContrast('linecost.costForeground', palette) * 2) / 3);
    for (const color of ALL.filter((each) => levelOf(each) < 3)) {
      const ratio = contrastOn(color, palette);
      assert.ok(ratio >= least, `${color}: ${ratio.toFixed(2)}`);
    }
  });

  test(`figures of few samples, headings and notes have a contrast of 4.5: ${name}`, () => {
    for (const id of ['linecost.fewSamplesForeground', 'linecost.noteForeground']) {
      const ratio = plainContrast(id, palette);
      assert.ok(ratio >= 4.5, `${id}: ${ratio.toFixed(2)}`);
    }
  });
}

test('at least eighteen palettes are checked, of every kind of theme', () => {
  const kinds = Object.values(PALETTES).map(({ kind }) => kind);
  assert.ok(kinds.length >= 18);
  assert.deepEqual([...new Set(kinds)].sort(), ['dark', 'highContrast', 'highContrastLight', 'light']);
});
