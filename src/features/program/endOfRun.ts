import { readFile } from 'node:fs/promises';
import type { QueryEngine } from '../../engine/client';
import type { GoEnvironment } from '../../go/captureTypes';
import type { RunFolder } from '../../go/agent/runFolder';
import { inSlices } from '../../go/timeSlices';
import { sizeText } from '../../go/trace/traceCost';
import { traceProfiles } from '../../go/trace/traceProfiles';
import { leakedGoroutines, leaksText } from '../../goroutines/leakedGoroutines';
import { withProgress } from '../../ui/progress';
import { profileOfGoroutines } from '../goroutines/readGoroutines';
import type { NamedLeaks } from '../leaks/leaksSentence';
import type { LiveProfiles } from './liveProfiles';

interface EndOfRun {
  /** The program's name. */
  readonly title: string;
  readonly folder: RunFolder;
  readonly profiles: LiveProfiles;
  readonly maxBytes: number;
}

/** Adds the goroutines that a program has leaked. undefined if they were not looked for. */
export async function addLeaks(
  { title, folder, profiles, maxBytes }: EndOfRun,
  engine: QueryEngine,
): Promise<NamedLeaks | undefined> {
  const { signal } = new AbortController();
  const found = await folder.leaks(maxBytes, signal);
  if (!found) return undefined;
  const leaks = { name: title, count: found.count, text: await inSlices(leakedGoroutines(found.text), signal) };
  if (leaks.text !== '') await profiles.addLeaks(await profileOfGoroutines(leaksText([leaks]), engine));
  return leaks;
}

/**
 * Adds what goroutines of a program have waited for, from its execution trace. Never rejects: the other profiles are
 * complete. Returns why they are missing, if they are.
 */
export async function addTrace(
  { title, folder, profiles, maxBytes }: EndOfRun,
  go: GoEnvironment,
): Promise<string | undefined> {
  const path = await folder.tracePath();
  if (path === undefined) return undefined;
  const name = `The trace of ${title}`;
  try {
    await withProgress(`Reading the trace of ${title}`, async (progress, signal) => {
      const trace = await readFile(path);
      await profiles.keepTrace(trace);
      const onProgress = (finished: number) => {
        progress.report(`${sizeText(trace.length)}: ${finished} of 4 profiles`, { isLong: true });
      };
      const made = await traceProfiles(path, { name, go, signal, maxProfileBytes: maxBytes, onProgress });
      await profiles.addTrace(made);
    });
    return undefined;
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'reading it was cancelled' : String((error as Error).message);
  }
}
