import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { animatedPng, type Frame, pixelsOf } from './animatedPng';

const POINTER_ID = 'recorded-pointer';
/** The arrow's tip is at its upper left corner. */
const ARROW = 'M1 1v17l4.2-4 2.6 6 3-1.3-2.6-5.8h5.8z';
/** How a movement of the pointer is drawn. */
const STEPS = 7;
const STEP_MS = 50;

/** Takes pictures of a page for an animation. Screenshots do not contain the pointer, so it is drawn into the page. */
export class Recording {
  private readonly frames: Frame[] = [];
  private pointer = { x: 0, y: 0 };

  constructor(private readonly page: Page) {}

  /** Shows the pointer at a place of the page. */
  async start(x: number, y: number): Promise<void> {
    this.pointer = { x, y };
    await this.page.evaluate(addPointer, { id: POINTER_ID, arrow: ARROW });
    await this.placePointer(x, y);
  }

  /** Shows the page as it is for some time. */
  async hold(milliseconds: number): Promise<void> {
    const png = await this.page.screenshot({ caret: 'initial' });
    this.frames.push({ pixels: pixelsOf(png), milliseconds });
  }

  /** Shows every change of the page until the work has ended, each for the same time, however long it took. */
  async during<T>(work: Promise<T>, milliseconds: number, intervalMs: number): Promise<T> {
    let hasEnded = false;
    const ended = work.finally(() => (hasEnded = true));
    ended.catch(() => undefined);
    while (!hasEnded) {
      await this.hold(milliseconds);
      await Promise.race([pause(intervalMs), ended.catch(() => undefined)]);
    }
    return ended;
  }

  /** Moves the pointer to the middle of an element. */
  async pointTo(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error('The element to point to is not visible.');
    const from = this.pointer;
    const to = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
    for (let step = 1; step <= STEPS; step++) {
      // Slower at both ends.
      const share = (1 - Math.cos((Math.PI * step) / STEPS)) / 2;
      await this.placePointer(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
      await this.hold(STEP_MS);
    }
    this.pointer = to;
    await this.page.mouse.move(to.x, to.y);
  }

  /** Types a text, and shows it as it grows. */
  async type(text: string): Promise<void> {
    for (const part of text.match(/.{1,3}/g) ?? []) {
      await this.page.keyboard.type(part);
      await this.hold(110);
    }
  }

  /** The animation as an animated PNG file. */
  animation(): Buffer {
    return animatedPng(this.frames);
  }

  private async placePointer(x: number, y: number): Promise<void> {
    await this.page.evaluate(movePointer, { id: POINTER_ID, x, y });
  }
}

/** Runs in the page. */
function addPointer({ id, arrow }: { readonly id: string; readonly arrow: string }): void {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', arrow);
  path.setAttribute('fill', '#fff');
  path.setAttribute('stroke', '#000');
  svg.setAttribute('id', id);
  svg.setAttribute('width', '18');
  svg.setAttribute('height', '24');
  svg.style.cssText = 'position: fixed; z-index: 1000000; pointer-events: none';
  svg.append(path);
  document.body.append(svg);
}

/** Runs in the page. */
function movePointer({ id, x, y }: { readonly id: string; readonly x: number; readonly y: number }): void {
  const svg = document.getElementById(id);
  if (svg) Object.assign(svg.style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` });
}
