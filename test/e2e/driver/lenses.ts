import type { Locator } from 'playwright-core';
import { until } from './until';

/** The lenses above one line. */
export interface Lens {
  /** 1-based; 0 if the line is not visible. */
  readonly line: number;
  readonly titles: readonly string[];
}

/** @returns the visible lenses, top to bottom */
export function readLenses(editor: Locator): Promise<Lens[]> {
  return editor.locator('.monaco-editor').first().evaluate(readInPage);
}

/** Clicks the first lens above a line whose title matches. Tries repeatedly, because VS Code redraws lenses. */
export async function clickLens(editor: Locator, line: number, title: string | RegExp): Promise<void> {
  await until(`a lens ${title} above line ${line}`, async () => {
    const titles = (await readLenses(editor)).find((lens) => lens.line === line)?.titles ?? [];
    const index = titles.findIndex((text) => (typeof title === 'string' ? text === title : title.test(text)));
    if (index < 0) {
      return false;
    }
    await editor.locator(`.codelens-decoration[data-above-line="${line}"] a`).nth(index).click({ timeout: 2000 });
    return true;
  });
}

/** Runs in the page. A lens belongs to the line below it. Sets data-above-line of each lens to the line's number. */
function readInPage(root: Element): Lens[] {
  const numbers = [...root.querySelectorAll('.line-numbers')].map((element) => {
    return { line: Number(element.textContent), top: element.getBoundingClientRect().top };
  });
  root.querySelectorAll('[data-above-line]').forEach((box) => box.removeAttribute('data-above-line'));
  const boxes = [...root.querySelectorAll<HTMLElement>('.codelens-decoration')]
    .map((box) => ({ box, bottom: box.getBoundingClientRect().bottom }))
    .filter(({ box }) => box.offsetParent !== null && getComputedStyle(box).visibility !== 'hidden')
    .sort((a, b) => a.bottom - b.bottom);
  return boxes.map(({ box, bottom }) => {
    const below = numbers.filter(({ top }) => top > bottom - 6).sort((a, b) => a.top - b.top)[0];
    box.dataset.aboveLine = String(below?.line ?? 0);
    const titles = [...box.querySelectorAll('a')].map((link) => (link.textContent ?? '').replace(/[\u00a0\u202f]/g, ' '));
    return { line: below?.line ?? 0, titles };
  });
}
