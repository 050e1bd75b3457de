import type { FlameView, FlameWindow } from '../../../src/profile/reports';

/** A call tree made up for the page's tests; frames are numbered parents first, 0 is the root. */
export interface FakeFrame {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly flat: number;
  readonly inlined: boolean;
  readonly parent: number;
  readonly children: FakeFrame[];
  cum: number;
}

/** A tree told as text, two spaces a level: `name flat [file:line] [inlined]`. Spaces in names are written `␣`. */
export function fakeTree(picture: string): FakeFrame[] {
  const frames: FakeFrame[] = [];
  const open: FakeFrame[] = [];
  for (const row of picture.split('\n').filter((line) => line.trim() !== '')) {
    const depth = (row.length - row.trimStart().length) / 2;
    const [name = '', flat = '0', at = '', mark = ''] = row.trim().split(/ +/);
    const [file = '', line = '0'] = at.split(/:(?=\d+$)/);
    const parent = open[depth - 1];
    const parts = { name: name.replaceAll('␣', ' '), file, line: Number(line), flat: Number(flat) };
    const frame = { id: frames.length, ...parts, inlined: mark !== '', parent: parent?.id ?? 0, children: [], cum: 0 };
    parent?.children.push(frame);
    frames.push(frame);
    open.splice(depth, Infinity, frame);
  }
  return summed(frames);
}

/** A tree of a given size, always the same one, with the shapes that real profiles have. */
export function largeTree(size: number): FakeFrame[] {
  const random = randomNumbers(7);
  const packages = [
    'runtime', 'net/http', 'encoding/json', 'strings', 'github.com/acme/shop/cart', 'github.com/acme/shop/price',
    'github.com/acme/shop/internal/store', 'golang.org/x/net/http2', 'google.golang.org/grpc', 'main', 'sync', 'sort',
  ];
  const frames: FakeFrame[] = [];
  const add = (parent: FakeFrame | undefined, name: string) => {
    const file = `/home/dev/src/${name.split('.(')[0]}/file${frames.length % 9}.go`;
    const [line, flat] = [1 + (frames.length % 400), Math.floor(random() ** 6 * 1e7)];
    const parts = { name, file, line, flat, inlined: random() < 0.15, parent: parent?.id ?? 0 };
    const frame = { id: frames.length, ...parts, children: [], cum: 0 };
    parent?.children.push(frame);
    frames.push(frame);
    return frame;
  };
  add(undefined, 'all');
  while (frames.length < size) {
    const parent = frames[Math.floor(frames.length * random() ** 0.7)] as FakeFrame;
    const owner = packages[Math.floor(random() ** 1.5 * packages.length)];
    add(parent, `${owner}.(*Type${Math.floor(random() * 9)}).Method${Math.floor(random() * 40)}`);
  }
  return summed(frames);
}

/** Answers a view as the worker would: a breadth-first walk by width, the rest of a level in one row. */
export function fakeWindow(tree: readonly FakeFrame[], unit: string, view: FlameView): FlameWindow {
  const search = patternOf(view.search);
  const start = tree.find(({ name }) => name === view.from) ?? (tree[0] as FakeFrame);
  const root = view.root === 0 ? start : (tree[view.root] ?? start);
  const rows: Row[] = [];
  let zoomed = 0;
  for (const frame of ancestry(tree, root, start)) {
    zoomed = rows.push({ frame, parent: zoomed, rest: 0, restFrom: 0 }) - 1;
  }
  const shown = sorted(root).slice(view.restFrom);
  const whole = view.restFrom > 0 ? sum(shown) : Math.abs(root.cum);
  for (let at = zoomed; at < rows.length; at++) {
    const { frame, rest } = rows[at] as Row;
    if (rest === 0) expand(rows, at, at === zoomed ? shown : sorted(frame), view, whole);
  }
  return columns(rows, zoomed, tree, unit, search);
}

/** Matches nothing where the pattern is empty, or not finished yet. */
function patternOf(search: string): RegExp {
  try {
    return new RegExp(search === '' ? '(?!)' : search, 'i');
  } catch {
    return /(?!)/;
  }
}

interface Row {
  readonly frame: FakeFrame;
  readonly parent: number;
  readonly rest: number;
  readonly restFrom: number;
}

function expand(rows: Row[], parent: number, children: readonly FakeFrame[], view: FlameView, whole: number): void {
  for (const [rank, frame] of children.entries()) {
    const narrow = (Math.abs(frame.cum) / whole) * view.width < view.minWidth;
    if (narrow || rows.length >= view.maxFrames - 1) {
      const rest = children.slice(rank).reduce((count, child) => count + countFrames(child), 0);
      const offset = (rows[parent] as Row).frame.children.length - children.length;
      if (rows.length < view.maxFrames) rows.push({ frame, parent, rest, restFrom: rank + offset });
      return;
    }
    rows.push({ frame, parent, rest: 0, restFrom: 0 });
  }
}

function columns(rows: Row[], zoomed: number, tree: readonly FakeFrame[], unit: string, search: RegExp): FlameWindow {
  const names = [...new Set(rows.map(({ frame }) => frame.name))];
  const files = [...new Set(rows.map(({ frame }) => frame.file))];
  const parentFrame = ({ parent }: Row) => (rows[parent] as Row).frame;
  const restOf = (row: Row) => sorted(parentFrame(row)).slice(row.restFrom);
  const matches = tree.filter(({ name }) => search.test(name));
  const column = (value: (row: Row) => number) => Uint32Array.from(rows, value);
  return {
    total: Math.abs((tree[0] as FakeFrame).cum),
    unit,
    id: column((row) => (row.rest > 0 ? parentFrame(row).id : row.frame.id)),
    parent: column(({ parent }) => parent),
    name: column(({ frame }) => names.indexOf(frame.name)),
    file: column(({ frame }) => files.indexOf(frame.file)),
    line: column(({ frame }) => frame.line),
    flat: Float64Array.from(rows, ({ frame, rest }) => (rest > 0 ? 0 : frame.flat)),
    cum: Float64Array.from(rows, (row) => (row.rest > 0 ? sum(restOf(row)) : row.frame.cum)),
    inlined: Uint8Array.from(rows, ({ frame, rest }) => Number(frame.inlined && rest === 0)),
    rest: column(({ rest }) => rest),
    restFrom: column(({ restFrom }) => restFrom),
    matched: Uint8Array.from(rows, ({ frame }) => Number(search.test(frame.name))),
    zoomed,
    names,
    files,
    matchedValue: matches.reduce((value, { flat }) => value + flat, 0),
    matchedFrames: matches.length,
  };
}

function ancestry(tree: readonly FakeFrame[], frame: FakeFrame, start: FakeFrame): FakeFrame[] {
  const path = [frame];
  for (let at = frame; at !== start && at.id !== 0; path.unshift(at)) at = tree[at.parent] as FakeFrame;
  return path;
}

const sortedChildren = new WeakMap<FakeFrame, readonly FakeFrame[]>();

function sorted(frame: FakeFrame): readonly FakeFrame[] {
  const known = sortedChildren.get(frame) ?? [...frame.children].sort((a, b) => Math.abs(b.cum) - Math.abs(a.cum));
  sortedChildren.set(frame, known);
  return known;
}

function sum(frames: readonly FakeFrame[]): number {
  return frames.reduce((value, { cum }) => value + Math.abs(cum), 0);
}

function countFrames(frame: FakeFrame): number {
  return frame.children.reduce((count, child) => count + countFrames(child), 1);
}

function summed(frames: FakeFrame[]): FakeFrame[] {
  for (const frame of frames) frame.cum = frame.flat;
  for (const frame of [...frames].reverse()) {
    if (frame.id > 0) (frames[frame.parent] as FakeFrame).cum += frame.cum;
  }
  return frames;
}

/** Mulberry32: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
