import { LoadedReports } from '../../../src/engine/loadedReports';
import { readProfile } from '../../../src/engine/node/readProfile';

/**
 * flameAtOnce.cjs PROFILE ROUNDS: in each round, loads the profile and makes its flame window at once, without the
 * worker. Prints for each window: the milliseconds, how many new pages of memory the process got from the system
 * meanwhile, and the milliseconds that only writing to this many new pages takes.
 */
const [path, rounds] = process.argv.slice(2) as [string, string];

const VIEW = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };
const PAGE_BYTES = 4096;

void main();

async function main(): Promise<void> {
  const { signal } = new AbortController();
  const windows: { ms: number; newPages: number; pagesMs: number }[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const profile = await readProfile({ kind: 'file', path }, signal);
    const reports = new LoadedReports(profile);
    await reports.loaded(signal);
    const pages = process.resourceUsage().minorPageFault;
    const start = performance.now();
    await reports.flame(profile.defaultSampleType, VIEW, signal);
    const ms = performance.now() - start;
    const newPages = process.resourceUsage().minorPageFault - pages;
    windows.push({ ms, newPages, pagesMs: writeTo(newPages) });
  }
  console.log(JSON.stringify(windows));
}

function writeTo(pages: number): number {
  const start = performance.now();
  const memory = new Uint8Array(pages * PAGE_BYTES);
  for (let at = 0; at < memory.length; at += PAGE_BYTES) memory[at] = 1;
  return performance.now() - start;
}
