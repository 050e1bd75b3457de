const PAGE_BYTES = 4096;

export interface PagedRun {
  readonly ms: number;
  /** The pages of memory that the process got from the system meanwhile. */
  readonly newPages: number;
  /** The time that only writing to as many new pages takes. */
  readonly pagesMs: number;
}

export async function withNewPages(work: () => Promise<unknown>): Promise<PagedRun> {
  const before = process.resourceUsage().minorPageFault;
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const newPages = process.resourceUsage().minorPageFault - before;
  return { ms, newPages, pagesMs: writeTo(newPages) };
}

function writeTo(pages: number): number {
  const start = performance.now();
  const memory = new Uint8Array(pages * PAGE_BYTES);
  for (let at = 0; at < memory.length; at += PAGE_BYTES) memory[at] = 1;
  return performance.now() - start;
}
