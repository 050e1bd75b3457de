/** The visible part of a scene: the scene's point p is at p * scale + (x, y) in CSS pixels of the window. */
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

/** The whole scene in the center with a margin, at most at its actual size. */
export function fitted(scene: Size, seen: Size, margin = 12): Viewport {
  const room = { width: Math.max(1, seen.width - 2 * margin), height: Math.max(1, seen.height - 2 * margin) };
  const wanted = Math.min(room.width / scene.width, room.height / scene.height, ACTUAL_SIZE);
  const scale = Math.max(MIN_SCALE, wanted);
  return { scale, x: (seen.width - scene.width * scale) / 2, y: (seen.height - scene.height * scale) / 2 };
}

/** The viewport zoomed around a point of the window, which keeps showing the same point of the scene. */
export function zoomed({ scale, x, y }: Viewport, factor: number, around: Point): Viewport {
  const next = Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale * factor));
  const grown = next / scale;
  return { scale: next, x: around.x - (around.x - x) * grown, y: around.y - (around.y - y) * grown };
}

export function moved({ scale, x, y }: Viewport, by: Point): Viewport {
  return { scale, x: x + by.x, y: y + by.y };
}

/** The viewport moved as little as possible to show a box of the scene, or the start of a box that is too large. */
export function revealing(view: Viewport, box: Box, seen: Size, margin = 24): Viewport {
  const { scale, x, y } = view;
  const shift = (start: number, length: number, room: number) => {
    const tooFar = start + length - (room - margin);
    return start < margin || length > room - 2 * margin ? margin - start : Math.max(0, tooFar) * -1;
  };
  return moved(view, {
    x: shift(box.x * scale + x, box.width * scale, seen.width),
    y: shift(box.y * scale + y, box.height * scale, seen.height),
  });
}

/**
 * The first viewport of a scene: the whole scene if it fits at a scale of `least` or more; otherwise at `scale`, with
 * as many of the path's last boxes in the center as fit.
 */
export function opening(
  scene: Size,
  seen: Size,
  { path, least, scale }: { readonly path: readonly Box[]; readonly least: number; readonly scale: number },
): Viewport {
  const whole = fitted(scene, seen);
  if (whole.scale >= least || path.length === 0) return whole;
  const fits = ({ width, height }: Size) => width * scale <= seen.width && height * scale <= seen.height;
  let shown = path[path.length - 1];
  for (const box of path.slice(0, -1).reverse()) {
    const both = around(shown, box);
    if (!fits(both)) break;
    shown = both;
  }
  return within(scene, seen, centered(shown, seen, scale));
}

/** The part of a scene that a window shows. */
export function visible({ scale, x, y }: Viewport, seen: Size): Box {
  return { x: -x / scale, y: -y / scale, width: seen.width / scale, height: seen.height / scale };
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The viewport moved so that a scene larger than the window leaves no empty space, and a smaller scene is centered. */
function within(scene: Size, seen: Size, { scale, x, y }: Viewport, margin = 12): Viewport {
  const place = (start: number, length: number, room: number) =>
    length + 2 * margin <= room ? (room - length) / 2 : Math.min(margin, Math.max(room - length - margin, start));
  return { scale, x: place(x, scene.width * scale, seen.width), y: place(y, scene.height * scale, seen.height) };
}

/** The viewport with a box of the scene in the center. */
export function centered(box: Box, seen: Size, scale: number): Viewport {
  const start = (from: number, length: number, room: number) => room / 2 - (from + length / 2) * scale;
  return { scale, x: start(box.x, box.width, seen.width), y: start(box.y, box.height, seen.height) };
}
