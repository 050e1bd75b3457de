import type { Page } from 'playwright-core';
import type { EditorLine } from './driver/index';

/** The right ends of a line's two drawn figures, in pixels of the window; undefined if nothing is drawn. */
export interface Ink {
  readonly line: number;
  readonly flatRight: number | undefined;
  readonly cumRight: number | undefined;
}

/** Reads from a picture of the window where the figures in front of the code end. */
export async function inkOf(page: Page, lines: readonly EditorLine[], columnsLeft: number): Promise<Ink[]> {
  const picture = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  const rows = lines.map(({ line, top, bottom, codeLeft }) => ({ line, top, bottom, codeLeft: codeLeft ?? 0 }));
  return page.evaluate(readInPage, { picture, rows, columnsLeft });
}

interface Job {
  readonly picture: string;
  readonly rows: readonly { line: number; top: number; bottom: number; codeLeft: number }[];
  readonly columnsLeft: number;
}

/** Runs in the page. Ink is a pixel that differs from the one above it at the upper edge of its line. */
async function readInPage({ picture, rows, columnsLeft }: Job): Promise<Ink[]> {
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
      const paper = brightness(x, first);
      for (let y = first + 1; y < last; y++) if (Math.abs(brightness(x, y) - paper) > 90) return true;
      return false;
    };
    const rightmost = (from: number, to: number): number | undefined => {
      for (let x = Math.floor(from); x > to; x--) if (hasInk(x)) return x;
      return undefined;
    };
    // Both columns are equally wide; between cum and the code is a little room. The heat of cum starts at 0.465.
    const middle = columnsLeft + (codeLeft - columnsLeft) * 0.45;
    return { line, cumRight: rightmost(codeLeft - 3, middle), flatRight: rightmost(middle, columnsLeft) };
  });
}
