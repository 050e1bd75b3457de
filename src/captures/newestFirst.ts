import type { CaptureRecord } from './disk/captureRecord';

/** Corrects the order of captures sorted by time, newest first, in case the clock was set back between them. */
export function newestFirst(captures: readonly CaptureRecord[]): CaptureRecord[] {
  const ordered: CaptureRecord[] = [];
  const added = new Set<CaptureRecord>();
  const add = (capture: CaptureRecord): void => {
    if (added.has(capture)) return;
    added.add(capture);
    // A capture is newer than its base.
    for (const later of captures) if (later.turns?.base.id === capture.id) add(later);
    ordered.push(capture);
  };
  for (const capture of captures) add(capture);
  return ordered;
}
