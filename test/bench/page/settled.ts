/**
 * Milliseconds from `start` to the last frame in which the page changed. A frame counts as drawn once the browser has
 * finished the frame's work on the main thread.
 */
export async function untilSettled(start: number): Promise<number> {
  // The observer starts only now, because recording every attribute can take the page longer than drawing.
  let changed = false;
  const observer = new MutationObserver(() => (changed = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  let last = start;
  do {
    changed = false;
    await nextFrame();
    last = performance.now();
    await twoFrames();
  } while (changed || document.getAnimations().length > 0);
  observer.disconnect();
  return last - start;
}

/** Waits until the browser has drawn a frame. */
function nextFrame(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const after = new Promise((done) => (port1.onmessage = done));
  requestAnimationFrame(() => port2.postMessage(undefined));
  return after;
}

async function twoFrames(): Promise<void> {
  await nextFrame();
  await nextFrame();
}
