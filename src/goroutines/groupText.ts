import type { GroupChange, GroupRow } from './answers';

/** A group as text: a line above its stack, in the form of Go's own dumps. */
export function groupText(row: GroupRow): string {
  const { count, state, longestWait, labels, frames, createdBy, title, services, change } = row;
  const wait = longestWait > 0 ? `up to ${longestWait} ${longestWait === 1 ? 'minute' : 'minutes'}` : '';
  const status = [state, wait].filter(Boolean).join(', ');
  const labelsText = labels.length > 0 ? ` {${labels.map(({ text }) => text).join('; ')}}` : '';
  const changed = change ? ` (${changeText(change, count)})` : '';
  const head = `${goroutinesText(count)}${changed}${status && ` [${status}]`}${labelsText}:`;
  const from = services ? [services.map((each) => `${each.text}: ${each.count}`).join(', ')] : [];
  const lines = frames.flatMap(({ function: name, file, line }) => [name, ...(file ? [`\t${file}:${line}`] : [])]);
  const created = createdBy ? [`created by ${createdBy.function}`, `\t${createdBy.file}:${createdBy.line}`] : [];
  return `${[...(title ? [title] : []), ...from, head, ...lines, ...created].join('\n')}\n`;
}

/** `12 before, 3 came, 1 left, 9 stuck`. */
function changeText({ before, moves }: GroupChange, count: number): string {
  if (!moves) return before === count ? 'as before' : `${before} before`;
  const { came, left, stuck, arrived, wentOn } = moves;
  const kinds: [number, string][] = [
    [came, 'came'], [left, 'left'], [arrived, 'from other places'], [wentOn, 'to other places'], [stuck, 'stuck'],
  ];
  return [`${before} before`, ...kinds.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)].join(', ');
}

export function goroutinesText(count: number): string {
  return count === 1 ? '1 goroutine' : `${count} goroutines`;
}
