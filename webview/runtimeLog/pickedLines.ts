import type { LogKind, LogLine, LogPicks } from '../../src/runtimeLog/answers';
import { countText, THIN_SPACE } from '../../src/profile/text/screen/digits';
import { plural } from '../../src/profile/text/counts';
import { element } from '../controls/dom';

type OpenLine = (line: number) => void;

const KINDS: readonly LogKind[] = ['gc', 'sched'];

/** What was selected: its lines, as printed, with a button that opens each. */
export function pickedLines(picks: LogPicks, isRange: boolean, open: OpenLine | undefined): HTMLElement[] {
  const shown = KINDS.filter((kind) => picks[kind].first);
  if (isRange && shown.length === 0) return [element('p', {}, 'No lines in this range.')];
  return shown.map((kind) => {
    const { first, count, pause } = picks[kind];
    const about = isRange ? [element('span', { class: 'remark' }, rangeText(kind, count, pause))] : [];
    return element('p', { class: 'picked' }, ...about, ...lineElements(first!, open));
  });
}

/** A line as printed. */
export function lineElements({ line, text }: LogLine, open: OpenLine | undefined): HTMLElement[] {
  const place = `line ${countText(line)}`;
  const link = open
    ? element('button', { class: 'link', title: 'Open this line of the log' }, `Open ${place}`)
    : element('span', { class: 'remark' }, place);
  if (open) link.addEventListener('click', () => open(line));
  return [link, element('code', {}, text)];
}

function rangeText(kind: LogKind, count: number, pause: number): string {
  const pauses = kind === 'gc' ? `, pauses of ${countText(pause)}${THIN_SPACE}ms together` : '';
  return `${linesText(kind, count)}${pauses}${count > 1 ? '; the first is' : ':'}`;
}

/** `12 collections`, `1 scheduler line`. */
export function linesText(kind: LogKind, count: number): string {
  return `${countText(count)} ${plural(kind === 'gc' ? 'collection' : 'scheduler line', count)}`;
}
