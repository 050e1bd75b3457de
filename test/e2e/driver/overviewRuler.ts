import type { Locator } from 'playwright-core';

export interface RulerMark {
  /** The upper and lower edge as fractions of the ruler's height. */
  readonly top: number;
  readonly bottom: number;
  /** Such as `rgb(255, 0, 0)`. */
  readonly color: string;
}

/** @returns the marks in the middle column of pixels of the overview ruler; a mark is a run of one color */
export function readOverviewRuler(editor: Locator): Promise<RulerMark[]> {
  return editor.locator('canvas.decorationsOverviewRuler').first().evaluate(readInPage);
}

/** Runs in the page. */
function readInPage(element: Element): RulerMark[] {
  const canvas = element as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height).data ?? [];
  const marks: { top: number; bottom: number; color: string }[] = [];
  for (let y = 0; y < canvas.height; y++) {
    const [r, g, b, opacity = 0] = pixels.slice(y * 4, y * 4 + 4);
    if (opacity < 64) {
      continue;
    }
    const color = `rgb(${r}, ${g}, ${b})`;
    const last = marks.at(-1);
    if (last?.color === color && Math.abs(last.bottom - y / canvas.height) < 1e-9) {
      last.bottom = (y + 1) / canvas.height;
    } else {
      marks.push({ top: y / canvas.height, bottom: (y + 1) / canvas.height, color });
    }
  }
  return marks;
}
