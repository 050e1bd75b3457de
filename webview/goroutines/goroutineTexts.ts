import type { DumpHead, GroupRow, GroupsAnswer, StackFrame } from '../../src/goroutines/answers';
import { basename } from '../../src/profile/text/shortNames';

export function countText(count: number): string {
  return count.toLocaleString('en-US').replaceAll(',', ' ');
}

export function goroutinesText(count: number): string {
  return count === 1 ? '1 goroutine' : `${countText(count)} goroutines`;
}

/** `5 min`, `3 h 20 min`, `2 d 4 h`. */
function waitText(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts = days > 0 ? [[days, 'd'], [hours, 'h']] : [[hours, 'h'], [minutes % 60, 'min']];
  return parts.filter(([value]) => value !== 0).map(([value, unit]) => `${value} ${unit}`).join(' ');
}

/** `chan receive · up to 5 min · locked to a thread`. */
export function statusText({ state, longestWait, locked, count }: GroupRow): string {
  const wait = longestWait > 0 ? `${count > 1 ? 'up to ' : ''}${waitText(longestWait)}` : '';
  const lockedText = locked === 0 ? '' : locked === count ? 'locked to a thread' : `${countText(locked)} locked to threads`;
  return [state, wait, lockedText].filter(Boolean).join(' · ');
}

/** `main.go:12`; empty for remarks. */
export function placeText({ file, line }: StackFrame): string {
  return file === '' ? '' : `${basename(file)}:${line}`;
}

/** `goroutines 7, 8, 9 and 991 more`; empty if no number is known. */
export function idsText({ ids, count }: GroupRow): string {
  if (ids.length === 0) return '';
  const more = count > ids.length ? ` and ${countText(count - ids.length)} more` : '';
  return `${count === 1 ? 'goroutine' : 'goroutines'} ${ids.join(', ')}${more}`;
}

/** `1 002 goroutines in 8 groups`. */
export function foundText({ goroutines, count }: GroupsAnswer): string {
  return `${goroutinesText(goroutines)} in ${count === 1 ? '1 group' : `${countText(count)} groups`}`;
}

/** A sentence if the text has fewer goroutines than it states. */
export function cutText({ stated, goroutines }: DumpHead): string {
  if (stated === undefined) return '';
  return `The text states ${goroutinesText(stated)}, but has ${countText(goroutines)}: it is cut off.`;
}
