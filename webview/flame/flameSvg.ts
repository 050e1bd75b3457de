import { countText } from '../../src/profile/text/screen/digits';
import { changeName, fewSamplesOf, figuresOf, isChangeKnown, netLook, netShare, netSign, netText, remarkOf } from './frameFigures';
import { childRows, fileOf, foldedInto, type Frames, isRest, nameOf, type Side } from './flameFrames';
import { fittingLabel, labelsOf } from './frameLabels';
import { type Look, Palette, type Tone } from '../svg/palette';
import { escapeXml, roundPixels, tag, wrapText } from '../svg/svgText';
import { sampleTypeName } from '../../src/profile/text/sampleTypeNames';
import type { FlameWindow } from '../../src/profile/answers/flame';
import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import type { Refinement } from '../../src/pages/protocol/refineState';
import { STACK_OPTION_TEXTS, STACK_OPTIONS } from './flameActions';
import { sharePart } from '../../src/profile/text/screen/share';
import { panelText } from '../text/figureTexts';
import { refinementText } from '../../src/profile/text/chipText';
import { kindOf, type ProfileState, visibleSampleType } from '../profileState';

const ROW_HEIGHT = 18;
const MARGIN = 12;
/** Height above the frames for the caption and the first line of remarks. */
const CAPTION_HEIGHT = 52;
/** Height of each further line of remarks. */
const REMARK_LINE_HEIGHT = 15;
/** Maximum width in pixels of a character in the fonts of the style sheet. */
const CHARACTER_WIDTH = 6.7;
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
  return new SvgBuilder(picture).build();
}

class SvgBuilder {
  private readonly palette = new Palette();
  private readonly rowTags: string[] = [];

  constructor(private readonly picture: Picture) {}

  build(): string {
    const { frames, width, caption, remarks } = this.picture;
    this.addSide('callers');
    this.addSide('callees');
    const lines = wrapText(remarks.join(' · '), Math.max(20, Math.floor(width / CHARACTER_WIDTH)));
    const top = CAPTION_HEIGHT + Math.max(0, lines.length - 1) * REMARK_LINE_HEIGHT;
    const [fullWidth, fullHeight] = [roundPixels(width + 2 * MARGIN), top + frames.levels.length * ROW_HEIGHT + MARGIN];
    const size = { width: fullWidth, height: fullHeight, viewBox: `0 0 ${fullWidth} ${fullHeight}` };
    const body = [
      tag('title', { id: 'caption' }, escapeXml(`Flame graph: ${caption}`)),
      tag('desc', { id: 'remarks' }, escapeXml(remarks.join('. '))),
      tag('style', {}, escapeXml(this.palette.css())),
      tag('defs', {}, pattern('hatch', 'hatch'), pattern('stripes', 'shrunk')),
      tag('rect', { class: 'paper', width: '100%', height: '100%' }),
      tag('text', { class: 'caption', x: MARGIN, y: 22 }, escapeXml(caption)),
      ...lines.map((line, i) => tag('text', { class: 'faint', x: MARGIN, y: 40 + i * REMARK_LINE_HEIGHT }, escapeXml(line))),
      tag('g', { transform: `translate(${MARGIN} ${top})` }, '\n', ...this.rowTags),
    ];
    const ariaAttributes = { role: 'img', 'aria-labelledby': 'caption remarks' };
    const svg = tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, ...ariaAttributes }, '\n', body.join('\n'), '\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
  }

  /** Adds the rows of one side, level by level from row 0, children from the left. Only `callees` adds row 0. */
  private addSide(side: Side): void {
    const { frames, width } = this.picture;
    let level = [{ row: 0, x: 0, width }];
    if (side === 'callees') this.addRow(0, 0, width);
    while (level.length > 0) {
      const next: typeof level = [];
      for (const { row, x, width: parentWidth } of level) {
        let childX = x;
        for (const child of childRows(frames, row, side)) {
          const childWidth = (parentWidth * (frames.weight[child])) / (frames.weight[row]);
          this.addRow(child, childX, childWidth);
          next.push({ row: child, x: childX, width: childWidth });
          childX += childWidth;
        }
      }
      level = next;
    }
  }

  private addRow(row: number, x: number, width: number): void {
    const { frames } = this.picture;
    const { window } = frames;
    const y = (frames.depth[row]) * ROW_HEIGHT;
    const look = this.lookOf(row);
    const parts = [tag('title', {}, escapeXml(titleOf(frames, row))), this.boxOf(row, look, { x, y, width })];
    const label = this.labelOf(row, width - 2 * LABEL_PADDING);
    if (label !== '') {
      const matchClass = look === 'matched' ? ' found' : '';
      const textClass = isRest(window, row) ? 'faint' : window.signed && look !== 'dimmed' ? 'on-plain' : `on-${look}`;
      const attributes = { class: textClass + matchClass, x: roundPixels(x + LABEL_PADDING), y: y + 13 };
      parts.push(tag('text', attributes, escapeXml(label)));
    }
    this.rowTags.push(`${tag('g', {}, ...parts)}\n`);
  }

  private boxOf(row: number, look: Look, { x, y, width }: { x: number; y: number; width: number }): string {
    const { window } = this.picture.frames;
    const fill = isRest(window, row) ? 'rest' : window.signed ? 'ground' : this.colorOf(row, look);
    // An inlined frame has no upper edge.
    const edges = window.inlined[row] === 1 ? `0 ${roundPixels(width)} ${roundPixels(width + 2 * ROW_HEIGHT)}` : 'none';
    const box = { class: `frame ${fill}`, x: roundPixels(x), y, width: roundPixels(width), height: ROW_HEIGHT, 'stroke-dasharray': edges };
    return tag('rect', box) + this.netOf(row, look, { x, y, width });
  }

  private netOf(row: number, look: Look, { x, y, width }: { x: number; y: number; width: number }): string {
    const { window } = this.picture.frames;
    const netWidth = netShare(window, row) * width;
    if (netWidth < 1) return '';
    const paleClass = look === 'ancestor' || look === 'dimmed' ? ' pale' : '';
    const rect = { x: roundPixels(x + 0.5), y: y + 1, width: roundPixels(netWidth - 1), height: ROW_HEIGHT - 2 };
    return tag('rect', { class: `net ${netLook(window, row)}${paleClass}`, ...rect });
  }

  private colorOf(row: number, look: Look): string {
    const { frames, toneOf } = this.picture;
    return this.palette.classOf(toneOf(nameOf(frames.window, row)), look);
  }

  private lookOf(row: number): Look {
    const { window, path } = this.picture.frames;
    if (window.matchedFrames > 0) return window.matched[row] ? 'matched' : 'dimmed';
    if (row !== window.zoomed && path.includes(row)) return 'ancestor';
    return !window.signed && fewSamplesOf(window, row) > 0 ? 'few' : 'plain';
  }

  /** Empty if fewer than three characters fit. */
  private labelOf(row: number, maxWidth: number): string {
    const { window } = this.picture.frames;
    const maxCharacters = Math.floor(maxWidth / CHARACTER_WIDTH);
    if (maxCharacters < 3) return '';
    const count = `${countText(window.rest[row] ?? 0)} smaller`;
    const labels = isRest(window, row) ? [`${count} frames`, count] : labelsOf(nameOf(window, row));
    const sign = window.signed && !isRest(window, row) ? `${netSign(window, row)} ` : '';
    const text = sign + fittingLabel(labels, maxCharacters - sign.length, (label) => [...label].length);
    const characters = [...text];
    return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join('')}…`;
  }
}

/** The details of a row, as lines. */
function titleOf({ window }: Frames, row: number): string {
  const rest = window.rest[row] ?? 0;
  const name = rest > 0 ? `${countText(rest)} smaller frames` : nameOf(window, row);
  const line = window.line[row];
  const file = isRest(window, row) ? '' : fileOf(window, row);
  const source = file === '' || line === 0 ? file : `${file}:${line}`;
  const figures = figuresOf(window, row).filter(([, value]) => value !== '').map(([figure, value]) => `${figure} ${value}`);
  const folded = foldedInto(window, row);
  const through = (folded?.names ?? []).map((index) => `through ${window.names[index]}`);
  const inlined = window.inlined[row] === 1 ? 'inlined' : '';
  return [name, source, figures.join(', '), remarkOf(window, row), inlined, ...through].filter((text) => text !== '').join('\n');
}

function pattern(id: string, look: string): string {
  const stripe = tag('path', { class: `${look}-stripe`, d: 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2', 'stroke-width': 1.5 });
  const ground = tag('rect', { class: `${look}-ground`, width: 6, height: 6 });
  return tag('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, ground, stripe);
}

/** What the remarks describe. */
interface RemarksInput {
  readonly frames: Frames;
  readonly view: FlameRequest;
  readonly profile: ProfileState;
  readonly refinement: Refinement;
}

/** `total 3.20 s`; `total +3.20 s` of increases; of changes in both directions, what percentages are of. */
function totalRemark(window: FlameWindow): string {
  const { total, signed, increases, compared } = window;
  const figure = panelText(total, window);
  if (signed) return compared ? `percentages of ${figure}` : `increases and decreases together ${figure}`;
  return `total ${increases ? '+' : ''}${figure}`;
}

/** The remarks below the caption of an SVG: sample type, total, refinement, options and search. */
export function svgRemarks({ frames: { window, path }, view, profile, refinement }: RemarksInput): string[] {
  const { unit = '' } = profile.sampleTypes[profile.sampleType] ?? {};
  const typeName = sampleTypeName(kindOf(profile), visibleSampleType(profile));
  const remarks = [`${typeName} (${unit})`, totalRemark(window), profile.samples];
  const refinedText = refinementText(refinement);
  if (refinedText !== '') remarks.push(`refined by ${refinedText}`);
  if (isChangeKnown(window, 0)) remarks.push(`${changeName(window)} ${netText(window, 0)} here`);
  if (view.from !== undefined && !view.callers) {
    remarks.push(`stacks from ${view.from} on: ${sharePart(window.covered, 1)} of the total`);
  }
  if (path.length > 1) remarks.push(`zoomed to ${nameOf(window, window.zoomed)}`);
  remarks.push(...STACK_OPTIONS.filter((option) => view[option]).map((option) => STACK_OPTION_TEXTS[option].brief));
  if (window.matchedFrames > 0) {
    remarks.push(`${sharePart(window.matchedValue, window.total, window.weight)} found by ${view.search}`);
  }
  return remarks;
}
