/**
 * Milliseconds from `start` to the last frame in which the page changed. A frame counts as drawn once the browser has
 * finished the frame's work on the main thread.
 */
export async function untilSettled(start: number): Promise<number> {
  // Observes no earlier than this, because recording every attribute would cost the page more than some of its drawing.
  let changed = false;
  const observer = new MutationObserver(() => (changed = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  let last = start;
  do {
    changed = false;
    await drawn();
    last = performance.now();
    await quietFrame();
  } while (changed || document.getAnimations().length > 0);
  observer.disconnect();
  return last - start;
}

function drawn(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const after = new Promise((done) => (port1.onmessage = done));
  requestAnimationFrame(() => port2.postMessage(undefined));
  return after;
}

async function quietFrame(): Promise<void> {
  await drawn();
  await drawn();
}
