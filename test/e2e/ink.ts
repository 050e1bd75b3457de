import type { Page } from 'playwright-core';
import type { EditorLine } from './driver/index';

/** The right edges of a line's two figures, in pixels of the window; undefined if no pixel is drawn. */
export interface Ink {
  readonly line: number;
  readonly flatRight: number | undefined;
  readonly cumRight: number | undefined;
}

/** Measures the right edges of the figures before the code in a picture of the window. */
export async function inkOf(page: Page, lines: readonly EditorLine[], columnsLeft: number): Promise<Ink[]> {
  const picture = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  const rows = lines.map(({ line, top, bottom, codeLeft }) => ({ line, top, bottom, codeLeft: codeLeft ?? 0 }));
  return page.evaluate(readInPage, { picture, rows, columnsLeft });
}

interface InkQuery {
  readonly picture: string;
  readonly rows: readonly { line: number; top: number; bottom: number; codeLeft: number }[];
  readonly columnsLeft: number;
}

/** Runs in the page. A pixel is ink if it differs from the pixel at the top of its column in the same line. */
async function readInPage({ picture, rows, columnsLeft }: InkQuery): Promise<Ink[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  const brightness = (x: number, y: number): number => {
    const [r, g, b] = context.getImageData(x, y, 1, 1).data;
    return r + g + b;
  };
  return rows.map(({ line, top, bottom, codeLeft }) => {
    const [first, last] = [Math.ceil(top) + 2, Math.floor(bottom) - 2];
    const hasInk = (x: number): boolean => {
      const background = brightness(x, first);
      for (let y = first + 1; y < last; y++) if (Math.abs(brightness(x, y) - background) > 90) return true;
      return false;
    };
    const rightmost = (from: number, to: number): number | undefined => {
      for (let x = Math.floor(from); x > to; x--) if (hasInk(x)) return x;
      return undefined;
    };
    // The columns have the same width, and a gap separates cum from the code. The color behind cum starts at 0.465.
    const middle = columnsLeft + (codeLeft - columnsLeft) * 0.45;
    return { line, cumRight: rightmost(codeLeft - 3, middle), flatRight: rightmost(middle, columnsLeft) };
  });
}
