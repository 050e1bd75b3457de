import { countText } from '../../src/profile/text/screen/digits';
import type { DetailText } from '../controls/detailFooter';
import { figuresOf, remarkOf } from './frameFigures';
import { fileOf, foldedInto, isRest, nameOf, nextFrameOf, type Frames } from './flameFrames';
import { briefName, shortPath } from '../text/drawnNames';

/** The details of one frame: full name, source and figures. */
export function frameDetails({ window }: Frames, row: number, canShowCalls: boolean): DetailText {
  const rest = window.rest[row] ?? 0;
  const file = isRest(window, row) ? '' : fileOf(window, row);
  const line = window.line[row];
  const lineSuffix = line > 0 ? `:${line}` : '';
  const placeholder = isRest(window, row) ? restText(window, row) : row === 0 ? '' : 'no source known';
  const source = file === '' ? placeholder : `${shortPath(file)}${lineSuffix}`;
  const remarks = [remarkOf(window, row), source, window.inlined[row] ? 'inlined' : '', foldedText(window, row)];
  return {
    name: rest > 0 ? `${countText(rest)} smaller frames` : nameOf(window, row),
    source: remarks.filter((remark) => remark !== '').join(' · '),
    sourceTitle: [file === '' ? '' : `${file}${lineSuffix}`, foldedNames(window, row)].filter((part) => part !== '').join('\n'),
    figures: figuresOf(window, row).map(([name, value]) => ({ name, value })),
    canShowCalls,
    hasSource: file !== '',
  };
}

/** The details of a selected function that has no frame: its name, and advice. */
export function missingDetails({ window }: Frames, name: string): DetailText {
  const advice = window.zoomed === 0 ? '.' : '; zoom out to look for it.';
  return {
    name,
    source: `Not among the functions that the graph shows${advice}`,
    figures: figuresOf(window, 0).map(([figure]) => ({ name: figure, value: '' })),
    canShowCalls: false,
    hasSource: false,
  };
}

function restText(window: Frames['window'], row: number): string {
  const next = nameOf(window, nextFrameOf(window, row));
  return window.caller[row] ? `callers of ${next}` : `called by ${next}`;
}

/** `through main.run and main.loop`, `through main.run and 4 others`. */
function foldedText(window: Frames['window'], row: number): string {
  const folded = foldedInto(window, row);
  if (folded === undefined) return '';
  const [first = '', second = ''] = folded.names.map((name) => briefName(window.names[name] ?? ''));
  if (folded.count === 1) return `through ${first}`;
  return `through ${first} and ${folded.count === 2 ? second : `${folded.count - 1} others`}`;
}

function foldedNames(window: Frames['window'], row: number): string {
  return (foldedInto(window, row)?.names ?? []).map((name) => `through ${window.names[name]}`).join('\n');
}
