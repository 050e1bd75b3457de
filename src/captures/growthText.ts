import { plural } from '../profile/text/counts';
import { durationText } from '../profile/text/intervalText';
import { figureText } from '../profile/text/screen/figure';
import { basename } from '../profile/text/shortNames';
import type { StoredGrowth } from './disk/captureStore';

/** `heap grew 5 of 5 intervals: +14 MiB in 2 min at cache.go:88`, `goroutines grew …: +150 goroutines in …`. */
export function growthText({ kind, file, line, by, millis }: StoredGrowth): string {
  const what = kind === 'heap' ? 'heap' : 'goroutines';
  const amount = kind === 'heap' ? figureText(by, 'bytes', { digits: 2 }) : `${by} ${plural('goroutine', by)}`;
  return `${what} grew 5 of 5 intervals: +${amount} in ${durationText(millis * 1e6)} at ${basename(file)}:${line}`;
}
