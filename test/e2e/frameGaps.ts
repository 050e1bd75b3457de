import type { Page } from 'playwright-core';

export interface FrameGaps {
  /** Milliseconds between two frames, the longest there was. */
  readonly longestGap: number;
  /** Milliseconds of the longest task of the page's main thread, 0 where none took 50. */
  readonly longestTask: number;
}

/** What the page's main thread was busy with while something was done. */
export async function frameGaps(page: Page, act: () => Promise<unknown>): Promise<FrameGaps> {
  const watch = await page.evaluateHandle(() => {
    const seen = { longestGap: 0, longestTask: 0, isOver: false };
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      seen.longestGap = Math.max(seen.longestGap, now - last);
      last = now;
      if (!seen.isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    return { seen, observer };
  });
  await act();
  return watch.evaluate(({ seen, observer }) => {
    seen.isOver = true;
    observer.disconnect();
    return { longestGap: Math.round(seen.longestGap), longestTask: Math.round(seen.longestTask) };
  });
}
