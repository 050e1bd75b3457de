import type { Locator } from 'playwright-core';

/** A text that a decoration draws before or after the code, with its computed style. */
export interface DecorationText {
  readonly text: string;
  readonly color: string;
  readonly background: string;
  readonly fontFamily: string;
  readonly isItalic: boolean;
  /** The left and right edge, in pixels of the window. */
  readonly left: number;
  readonly right: number;
}

/** A visible line of an editor. */
export interface EditorLine {
  /** 1-based; 0 if the editor shows no line numbers. */
  readonly line: number;
  /** The code without decorations; a tab is replaced by spaces of the same width. */
  readonly text: string;
  /** The upper and lower edge, in pixels of the window. */
  readonly top: number;
  readonly bottom: number;
  /** The left edge of the code's first character, in pixels of the window; undefined on an empty line. */
  readonly codeLeft: number | undefined;
  readonly before: readonly DecorationText[];
  readonly after: readonly DecorationText[];
  /** Background colors of whole-line decorations. */
  readonly backgrounds: readonly string[];
}

/** @returns the visible lines of an editor, top to bottom, read in one step */
export function readLines(editor: Locator): Promise<EditorLine[]> {
  return editor.locator('.monaco-editor').first().evaluate(readInPage);
}

/** Runs in the page. Line numbers, backgrounds and code are three layers; elements with the same top are one line. */
function readInPage(root: Element): EditorLine[] {
  const elementsByTop = (selector: string): Map<number, Element> => {
    const boxes = [...root.querySelectorAll(selector)];
    return new Map(boxes.map((box) => [Math.round(box.getBoundingClientRect().top), box]));
  };
  const numberAt = elementsByTop('.margin-view-overlays > div');
  const overlayAt = elementsByTop('.view-overlays > div');

  const pseudoTexts = (line: Element, pseudo: '::before' | '::after'): DecorationText[] => {
    return [...line.querySelectorAll('span')].flatMap((span) => {
      const style = getComputedStyle(span, pseudo);
      if (!/^["']/.test(style.content) || style.content.length === 2) {
        return [];
      }
      const { left, right } = span.getBoundingClientRect();
      const { color, backgroundColor: background, fontFamily } = style;
      const text = style.content.slice(1, -1).replace(/\\(.)/g, '$1').replace(/[\u00a0\u202f]/g, ' ');
      return [{ text, color, background, fontFamily, isItalic: style.fontStyle === 'italic', left, right }];
    });
  };
  const codeLeft = (line: Element): number | undefined => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const first = walker.nextNode();
    if (!first || !first.nodeValue) {
      return undefined;
    }
    const range = document.createRange();
    range.setStart(first, 0);
    range.setEnd(first, 1);
    return range.getBoundingClientRect().left;
  };
  const backgrounds = (overlay: Element | undefined): string[] => {
    const colors = [...(overlay?.querySelectorAll('.cdr') ?? [])].map((box) => getComputedStyle(box).backgroundColor);
    return colors.filter((color) => color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent');
  };

  const lines = [...root.querySelectorAll('.view-line')].map((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return {
      line: Number(numberAt.get(Math.round(top))?.querySelector('.line-numbers')?.textContent ?? 0),
      text: (line.textContent ?? '').replace(/[\u00a0\u202f]/g, ' '),
      top,
      bottom,
      codeLeft: codeLeft(line),
      before: pseudoTexts(line, '::before'),
      after: pseudoTexts(line, '::after'),
      backgrounds: backgrounds(overlayAt.get(Math.round(top))),
    };
  });
  return lines.sort((a, b) => a.top - b.top);
}
