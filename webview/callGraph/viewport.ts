/** The visible part of a scene: the scene's point p is at p * scale + (x, y) in CSS pixels of the container. */
export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Box = Point & Size;

/** A scene's unit is the point, 1/72 inch; a CSS pixel is 1/96 inch. */
export const ACTUAL_SIZE = 96 / 72;
const MAX_SCALE = 4;
const MIN_SCALE = 0.02;
/** The least distance between a box and what would cover it, in CSS pixels. */
const COVER_GAP = 4;
/** The smallest scale at which all texts are readable. Selecting a node zooms in to this scale. */
export const READABLE_SCALE = 1.25;
/** The scale at which a node and its callers and callees are seen closely. Enter zooms in to this scale. */
export const CLOSE_SCALE = 1.6;

/** Around the whole scene, in CSS pixels. */
const SCENE_MARGIN = 12;
/** Around a box that is scrolled into view, in CSS pixels. */
const BOX_MARGIN = 24;

/** The whole scene in the center with a margin, at most at its actual size. */
export function fitScene(scene: Size, container: Size): Viewport {
  const width = Math.max(1, container.width - 2 * SCENE_MARGIN);
  const height = Math.max(1, container.height - 2 * SCENE_MARGIN);
  const fittingScale = Math.min(width / scene.width, height / scene.height, ACTUAL_SIZE);
  const scale = Math.max(MIN_SCALE, fittingScale);
  return { scale, x: (container.width - scene.width * scale) / 2, y: (container.height - scene.height * scale) / 2 };
}

/** The viewport zoomed around a point of the container, which keeps showing the same point of the scene. */
export function zoomAt({ scale, x, y }: Viewport, factor: number, anchor: Point): Viewport {
  const newScale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale * factor));
  const ratio = newScale / scale;
  return { scale: newScale, x: anchor.x - (anchor.x - x) * ratio, y: anchor.y - (anchor.y - y) * ratio };
}

export function pan({ scale, x, y }: Viewport, delta: Point): Viewport {
  return { scale, x: x + delta.x, y: y + delta.y };
}

/** The viewport moved as little as possible to show a box of the scene, or the start of a box that is too large. */
export function revealBox(viewport: Viewport, box: Box, container: Size): Viewport {
  const { scale, x, y } = viewport;
  const shift = (start: number, length: number, available: number) => {
    const overflow = start + length - (available - BOX_MARGIN);
    const isAtStart = start < BOX_MARGIN || length > available - 2 * BOX_MARGIN;
    return isAtStart ? BOX_MARGIN - start : Math.max(0, overflow) * -1;
  };
  return pan(viewport, {
    x: shift(box.x * scale + x, box.width * scale, container.width),
    y: shift(box.y * scale + y, box.height * scale, container.height),
  });
}

/**
 * The viewport moved as little as possible so that nothing covers some boxes of the scene; undefined if there is none.
 * @param covers what lies on the container, in its coordinates
 */
export function uncover(
  viewport: Viewport,
  boxes: readonly Box[],
  container: Size,
  covers: readonly Box[],
): Viewport | undefined {
  const inContainer = (box: Box) => boxInContainer(viewport, box);
  const targets = boxes.map(inContainer);
  const around = targets.reduce(boundingBox);
  const pairs = targets.flatMap((box) => covers.map((cover) => ({ box, cover })));
  const xs = [0, ...pairs.flatMap(({ box, cover }) =>
    [cover.x + cover.width + COVER_GAP - box.x, cover.x - COVER_GAP - box.x - box.width])];
  const ys = [0, ...pairs.flatMap(({ box, cover }) =>
    [cover.y + cover.height + COVER_GAP - box.y, cover.y - COVER_GAP - box.y - box.height])];
  const fitsAt = ({ x, y }: Point) =>
    around.x + x >= 0 && around.x + around.width + x <= container.width
    && around.y + y >= 0 && around.y + around.height + y <= container.height
    && !pairs.some(({ box, cover }) => overlap({ ...box, x: box.x + x, y: box.y + y }, cover));
  const shifts = xs.flatMap((x) => ys.map((y) => ({ x, y }))).filter(fitsAt);
  if (shifts.length === 0) return undefined;
  return pan(viewport, shifts.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a)));
}

/** The viewport in which the center of a box is where that of another one was. */
export function keepBox({ scale, x, y }: Viewport, before: Box, now: Box): Viewport {
  const [from, to] = [centerOf(before), centerOf(now)];
  return { scale, x: x + (from.x - to.x) * scale, y: y + (from.y - to.y) * scale };
}

/** The box whose center is nearest to that of the visible part of a scene. */
export function nearestToMiddle<B extends Box>(boxes: readonly B[], visible: Box): B | undefined {
  const middle = centerOf(visible);
  const distance = (box: Box) => Math.hypot(centerOf(box).x - middle.x, centerOf(box).y - middle.y);
  return boxes.toSorted((a, b) => distance(a) - distance(b)).at(0);
}

function centerOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The part of a scene that the container shows. */
export function visibleBox({ scale, x, y }: Viewport, container: Size): Box {
  return { x: -x / scale, y: -y / scale, width: container.width / scale, height: container.height / scale };
}

function boxInContainer({ scale, x, y }: Viewport, box: Box): Box {
  return { x: box.x * scale + x, y: box.y * scale + y, width: box.width * scale, height: box.height * scale };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function boundingBox(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The viewport with a box of the scene in the center. */
export function centerBox(box: Box, container: Size, scale: number): Viewport {
  const offset = (start: number, length: number, available: number) => available / 2 - (start + length / 2) * scale;
  return { scale, x: offset(box.x, box.width, container.width), y: offset(box.y, box.height, container.height) };
}
