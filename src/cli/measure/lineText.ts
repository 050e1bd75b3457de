import { relative } from 'node:path';
import { threeDigits } from './threeDigits';
import type { RegressedLine } from './regressedLines';

/** Of a line that is part of a text. */
export interface LineWords {
  /** `lru/lru.go:42`, relative to the working directory. */
  readonly place: string;
  /** `+31 ns/op (412 → 443)` */
  readonly change: string;
  /** Its source, at most 100 characters; may be empty. */
  readonly source: string;
}

const MAX_SOURCE = 100;

export function lineWords({ file, line, text, before, now, unit }: RegressedLine, cwd: string): LineWords {
  const inside = relative(cwd, file).replaceAll('\\', '/');
  return {
    place: `${inside.startsWith('../..') ? file : inside}:${line}`,
    change: `+${threeDigits(now - before)} ${unit}/op (${threeDigits(before)} → ${threeDigits(now)})`,
    source: text.length > MAX_SOURCE ? `${text.slice(0, MAX_SOURCE - 1)}…` : text,
  };
}
