import { withThousands } from '../../src/profile/text/counts';
import { figuresOf, netLook, netSign, remarkOf } from './frameFigures';
import { fileOf, foldedInto, isRest, nameOf, rowsNextTo, type Frames, type Side } from './flameFrames';
import { fittingLabel, labelsOf } from './frameLabels';
import { Palette, type Look, type Tone } from '../svg/palette';
import { wrapText } from '../svg/wrapText';
import { escaped, px, tag } from '../svg/xml';

const ROW = 18;
const MARGIN = 12;
/** Height above the frames for the caption and the first line of remarks. */
const CAPTION = 52;
/** Height of each further line of remarks. */
const REMARKS = 15;
/** Maximum width in pixels of a character in the fonts of the style sheet. */
const CHARACTER = 6.7;
const LABEL_PADDING = 4;

/** The content of the SVG. */
export interface Picture {
  readonly frames: Frames;
  /** Width of the graph in CSS pixels. */
  readonly width: number;
  readonly toneOf: (functionName: string) => Tone;
  /** The title of the profile. */
  readonly caption: string;
  /** Sample type, total, refinement, options and search. */
  readonly remarks: readonly string[];
}

/**
 * A flame graph as a self-contained SVG without scripts. Each frame has its figures as a title. Colors follow the
 * viewer's preference for light or dark.
 */
export function flameSvg(picture: Picture): string {
  return new Drawing(picture).svg();
}

class Drawing {
  private readonly palette = new Palette();
  private readonly rows: string[] = [];

  constructor(private readonly picture: Picture) {}

  svg(): string {
    const { frames, width, caption, remarks } = this.picture;
    this.addSide('callers');
    this.addSide('callees');
    const lines = wrapText(remarks.join(' · '), Math.max(20, Math.floor(width / CHARACTER)));
    const top = CAPTION + Math.max(0, lines.length - 1) * REMARKS;
    const [wide, high] = [px(width + 2 * MARGIN), top + frames.levels.length * ROW + MARGIN];
    const size = { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` };
    const body = [
      tag('title', { id: 'caption' }, escaped(`Flame graph: ${caption}`)),
      tag('desc', { id: 'remarks' }, escaped(remarks.join('. '))),
      tag('style', {}, escaped(this.palette.css())),
      tag('defs', {}, pattern('hatch', 'hatch'), pattern('stripes', 'shrunk')),
      tag('rect', { class: 'paper', width: '100%', height: '100%' }),
      tag('text', { class: 'caption', x: MARGIN, y: 22 }, escaped(caption)),
      ...lines.map((line, i) => tag('text', { class: 'faint', x: MARGIN, y: 40 + i * REMARKS }, escaped(line))),
      tag('g', { transform: `translate(${MARGIN} ${top})` }, '\n', ...this.rows),
    ];
    const named = { role: 'img', 'aria-labelledby': 'caption remarks' };
    const svg = tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, ...named }, '\n', body.join('\n'), '\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
  }

  /** Adds the rows of one side, level by level from row 0, children from the left. Only `callees` adds row 0. */
  private addSide(side: Side): void {
    const { frames, width } = this.picture;
    let level = [{ row: 0, x: 0, width }];
    if (side === 'callees') this.addRow(0, 0, width);
    while (level.length > 0) {
      const next: typeof level = [];
      for (const { row, x, width: room } of level) {
        let left = x;
        for (const child of rowsNextTo(frames, row, side)) {
          const part = (room * (frames.weight[child])) / (frames.weight[row]);
          this.addRow(child, left, part);
          next.push({ row: child, x: left, width: part });
          left += part;
        }
      }
      level = next;
    }
  }

  private addRow(row: number, x: number, width: number): void {
    const { frames } = this.picture;
    const { window } = frames;
    const y = (frames.depth[row]) * ROW;
    const look = this.lookOf(row);
    const parts = [tag('title', {}, escaped(titleOf(frames, row))), this.boxOf(row, look, { x, y, width })];
    const label = this.labelOf(row, width - 2 * LABEL_PADDING);
    if (label !== '') {
      const found = look === 'matched' ? ' found' : '';
      const on = isRest(window, row) ? 'faint' : window.signed && look !== 'dimmed' ? 'on-plain' : `on-${look}`;
      const attributes = { class: on + found, x: px(x + LABEL_PADDING), y: y + 13 };
      parts.push(tag('text', attributes, escaped(label)));
    }
    this.rows.push(`${tag('g', {}, ...parts)}\n`);
  }

  private boxOf(row: number, look: Look, { x, y, width }: { x: number; y: number; width: number }): string {
    const { window } = this.picture.frames;
    const fill = isRest(window, row) ? 'rest' : window.signed ? 'ground' : this.colorOf(row, look);
    // An inlined frame has no upper edge.
    const edges = window.inlined[row] === 1 ? `0 ${px(width)} ${px(width + 2 * ROW)}` : 'none';
    const box = { class: `frame ${fill}`, x: px(x), y, width: px(width), height: ROW, 'stroke-dasharray': edges };
    return tag('rect', box) + this.netOf(row, look, { x, y, width });
  }

  private netOf(row: number, look: Look, { x, y, width }: { x: number; y: number; width: number }): string {
    const { window } = this.picture.frames;
    const [net, size] = [window.cum[row], window.size[row]];
    const part = window.signed && size > 0 && !isRest(window, row) ? (Math.abs(net) / size) * width : 0;
    if (part < 1) return '';
    const pale = look === 'ancestor' || look === 'dimmed' ? ' pale' : '';
    const rect = { x: px(x + 0.5), y: y + 1, width: px(part - 1), height: ROW - 2 };
    return tag('rect', { class: `net ${netLook(window, row)}${pale}`, ...rect });
  }

  private colorOf(row: number, look: Look): string {
    const { frames, toneOf } = this.picture;
    return this.palette.classOf(toneOf(nameOf(frames.window, row)), look);
  }

  private lookOf(row: number): Look {
    const { window, path } = this.picture.frames;
    if (window.matchedFrames > 0) return window.matched[row] ? 'matched' : 'dimmed';
    return row !== window.zoomed && path.includes(row) ? 'ancestor' : 'plain';
  }

  /** Empty if fewer than three characters fit. */
  private labelOf(row: number, room: number): string {
    const { window } = this.picture.frames;
    const fits = Math.floor(room / CHARACTER);
    if (fits < 3) return '';
    const count = `${withThousands(window.rest[row] ?? 0)} smaller`;
    const labels = isRest(window, row) ? [`${count} frames`, count] : labelsOf(nameOf(window, row));
    const sign = window.signed && !isRest(window, row) ? `${netSign(window, row)} ` : '';
    const text = sign + fittingLabel(labels, fits - sign.length, (label) => [...label].length);
    const characters = [...text];
    return characters.length <= fits ? text : `${characters.slice(0, fits - 1).join('')}…`;
  }
}

/** The details of a row, as lines. */
function titleOf({ window }: Frames, row: number): string {
  const rest = window.rest[row] ?? 0;
  const name = rest > 0 ? `${withThousands(rest)} smaller frames` : nameOf(window, row);
  const line = window.line[row];
  const file = isRest(window, row) ? '' : fileOf(window, row);
  const source = file === '' || line === 0 ? file : `${file}:${line}`;
  const figures = figuresOf(window, row).filter(([, value]) => value !== '').map(([what, value]) => `${what} ${value}`);
  const folded = foldedInto(window, row);
  const through = (folded?.names ?? []).map((at) => `through ${window.names[at]}`);
  const inlined = window.inlined[row] === 1 ? 'inlined' : '';
  return [name, source, figures.join(', '), remarkOf(window, row), inlined, ...through].filter((text) => text !== '').join('\n');
}

function pattern(id: string, look: string): string {
  const stripe = tag('path', { class: `${look}-stripe`, d: 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2', 'stroke-width': 1.5 });
  const ground = tag('rect', { class: `${look}-ground`, width: 6, height: 6 });
  return tag('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, ground, stripe);
}
