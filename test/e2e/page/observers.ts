import type { Page } from 'playwright-core';

declare global {
  // Exists only inside the page.
  var observing: Set<unknown>;
}

/** Counts, from now on, the observers of sizes and elements that observe something. */
export async function watchObservers(page: Page): Promise<{ count(): Promise<number> }> {
  await page.evaluate(() => {
    const observing = globalThis.observing = new Set();
    for (const { prototype } of [ResizeObserver, MutationObserver]) {
      const { observe, disconnect } = prototype as { observe(...given: unknown[]): void; disconnect(): void };
      Object.assign(prototype, {
        observe(this: unknown, ...given: unknown[]) {
          observing.add(this);
          observe.apply(this, given);
        },
        disconnect(this: unknown) {
          observing.delete(this);
          disconnect.call(this);
        },
      });
    }
  });
  return { count: () => page.evaluate(() => observing.size) };
}
