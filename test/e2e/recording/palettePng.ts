import { type Pixels, pngOf } from './animatedPng';

const MOST_COLORS = 256;

interface Color {
  readonly rgb: number;
  readonly count: number;
}

/**
 * A picture as a PNG of at most 256 colors, about a third of its size with all colors: pictures are most of what the
 * extension weighs. Screenshots have few colors but for the edges of letters, where a near one does as well.
 */
export function palettePng({ width, height, rgb }: Pixels): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const color = (rgb[at] << 16) | (rgb[at + 1] << 8) | rgb[at + 2];
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const boxes = boxesOf([...counts].map(([color, count]) => ({ rgb: color, count })));
  const indexes = new Map(boxes.flatMap((colors, index) => colors.map((color) => [color.rgb, index] as const)));
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < rgb.length; at += 3) {
    pixels[at / 3] = indexes.get((rgb[at] << 16) | (rgb[at + 1] << 8) | rgb[at + 2])!;
  }
  return pngOf({ width, height, indexes: pixels, palette: boxes.map(meanOf) });
}

/** Median cut: halves the box whose colors differ most, weighted by how often they occur, until there are enough. */
function boxesOf(colors: readonly Color[]): Color[][] {
  const boxes = [measured([...colors])];
  while (boxes.length < MOST_COLORS) {
    const widest = boxes.reduce((best, box) => (box.spread > best.spread ? box : best));
    if (widest.spread === 0) break;
    boxes.splice(boxes.indexOf(widest), 1, ...halves(widest.colors, widest.channel).map(measured));
  }
  return boxes.map((box) => box.colors);
}

/** The channel in which the colors of a box differ most, and how much they do: the sum of squares from their mean. */
function measured(colors: Color[]): { readonly colors: Color[]; readonly channel: number; readonly spread: number } {
  const spreads = [0, 1, 2].map((channel) => {
    const mean = meanIn(colors, channel);
    // The root lets rare colors have boxes beside those of large areas.
    return colors.reduce((sum, color) => sum + Math.sqrt(color.count) * (part(color.rgb, channel) - mean) ** 2, 0);
  });
  const spread = Math.max(...spreads);
  return { colors, channel: spreads.indexOf(spread), spread: colors.length === 1 ? 0 : spread };
}

/** The colors on both sides of the mean; neither side is empty, because the colors differ in this channel. */
function halves(colors: readonly Color[], channel: number): Color[][] {
  const mean = meanIn(colors, channel);
  const isLow = ({ rgb }: Color): boolean => part(rgb, channel) <= mean;
  return [colors.filter(isLow), colors.filter((color) => !isLow(color))];
}

function meanIn(colors: readonly Color[], channel: number): number {
  const [sum, weights] = colors.reduce(([total, all], { rgb, count }) => {
    return [total + Math.sqrt(count) * part(rgb, channel), all + Math.sqrt(count)];
  }, [0, 0]);
  return sum / weights;
}

/** The most frequent color of a box if it is most of it, so that large areas keep theirs; else the mean. */
function meanOf(colors: readonly Color[]): number {
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  const top = colors.reduce((best, color) => (color.count > best.count ? color : best));
  if (2 * top.count >= total) return top.rgb;
  return [0, 1, 2].reduce((rgb, channel) => {
    const mean = colors.reduce((sum, color) => sum + color.count * part(color.rgb, channel), 0) / total;
    return (rgb << 8) | Math.round(mean);
  }, 0);
}

function part(rgb: number, channel: number): number {
  return (rgb >> (16 - 8 * channel)) & 0xff;
}
