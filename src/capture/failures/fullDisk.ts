import { statfs } from 'node:fs/promises';
import type { Steps } from '../../profile/work/guard';
import { findInLines } from '../../profile/work/textLines';
import { CaptureError } from '../contracts';

/** What systems call it in the words of Go. */
const WORDS = ['no space left on device', 'not enough space on the disk', 'disk quota exceeded'];
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const ADVICE = 'make room there, or set GOTMPDIR in linecost.go.env to a folder on another disk';

/**
 * The failure of tools that had no room on a disk, from what they printed; undefined: they had.
 * @param prefix only lines that begin so: a test may have the same words of its own
 */
export function* fullDisk(output: string, prefix = ''): Steps<CaptureError | undefined> {
  for (const words of WORDS) {
    const line = yield* findInLines(output, (each) => (each.startsWith(prefix) ? each : undefined), { having: words });
    if (line !== undefined) return fullDiskError(line.trim(), output);
  }
  return undefined;
}

/** With less than this the next file fails. */
const LEAST_BYTES = 1 << 14;

/** Whether a folder has no room for another file. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => undefined);
  return room !== undefined && room.blocks > 0 && room.bavail * room.bsize < LEAST_BYTES;
}

/** The same from an error of the system; undefined: it is another. */
export function fullDiskOf(error: unknown, folder: string): CaptureError | undefined {
  if (!(error instanceof Error) || !CODES.has((error as NodeJS.ErrnoException).code)) return undefined;
  return fullDiskError(folder, error.message);
}

export function fullDiskError(where: string, detail: string): CaptureError {
  return new CaptureError('diskFull', `The disk for temporary files is full (${where}): ${ADVICE}.`, undefined, detail);
}
