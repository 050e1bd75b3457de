import { packageOf } from '../../src/profile/text/functionNames';
import type { Tone } from '../svg/palette';
import { svgElement } from '../controls/dom';

/** Hues in degrees (OKLCH), evenly spaced around the circle; neighbors in the list are far apart. */
const HUES = Array.from({ length: 15 }, (_, slot) => (slot * 168 + 30) % 360);

/**
 * Assigns a color to each package. Packages outside the standard library share a color only after all HUES are in use.
 * Lightness and base chroma come from the style sheet, so a change of theme needs no redraw.
 */
export class FrameColors {
  private readonly slots = new Map<string, number>();
  private readonly tones = new Map<string, Tone>();

  /** CSS color of a function's frame; an empty name gives the neutral color. */
  cssColor(name: string): string {
    const { chroma, hue } = this.toneOf(name);
    return chroma === 1
      ? `oklch(var(--frame-l) var(--frame-c) ${hue})`
      : `oklch(var(--frame-l) calc(var(--frame-c) * ${chroma}) ${hue})`;
  }

  toneOf(name: string): Tone {
    const cached = this.tones.get(name);
    if (cached !== undefined) return cached;
    const tone = this.newTone(packageOf(name));
    this.tones.set(name, tone);
    return tone;
  }

  private newTone(packagePath: string): Tone {
    const origin = originOf(packagePath);
    if (origin === 'runtime') return { chroma: 0.08, hue: 250 };
    if (origin === 'standard') return { chroma: 0.3, hue: 180 + (hash(packagePath) % 110) };
    return { chroma: 1, hue: HUES[this.slotOf(packagePath)] };
  }

  private slotOf(packagePath: string): number {
    const assigned = this.slots.get(packagePath);
    if (assigned !== undefined) return assigned;
    const preferred = hash(packagePath) % HUES.length;
    // At least 48 degrees from the hues in use if possible, otherwise any free slot.
    const slot = this.freeSlot(preferred, 48) ?? this.freeSlot(preferred, 1) ?? preferred;
    this.slots.set(packagePath, slot);
    return slot;
  }

  /** The first slot, starting at `preferred`, whose hue is at least `degrees` from every hue in use. */
  private freeSlot(preferred: number, degrees: number): number | undefined {
    const used = [...this.slots.values()].map((slot) => HUES[slot]);
    for (let step = 0; step < HUES.length; step++) {
      const slot = (preferred + step) % HUES.length;
      if (used.every((hue) => hueDistance(hue, HUES[slot]) >= degrees)) return slot;
    }
    return undefined;
  }
}

function hueDistance(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return Math.min(difference, 360 - difference);
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** The origin of a package. Code has strong colors, the standard library pale ones, and the runtime the palest. */
type PackageOrigin = 'runtime' | 'standard' | 'code';

/** @param packagePath import path; empty for functions without a package (assembly, C) and for the root frame */
export function originOf(packagePath: string): PackageOrigin {
  const first = packagePath.split('/', 1)[0];
  if (first === '' || first === 'runtime') return 'runtime';
  return STANDARD.has(first) ? 'standard' : 'code';
}

/** First path elements of Go's standard library (https://pkg.go.dev/std). */
const STANDARD = new Set(
  (
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go ' +
    'hash html image index internal io iter log maps math mime net os path plugin reflect regexp slices sort strconv ' +
    'strings structs sync syscall testing text time unicode unique unsafe vendor weak'
  ).split(' '),
);

/** Pattern of rows that stand for smaller frames. */
export const HATCH = 'smaller-frames';
/** Striped pattern of a net decrease. A net increase has another color and no stripes. */
const SHRUNK = 'shrunk';

/** An SVG element that defines the patterns of frames. */
export function fillPatterns(): SVGSVGElement {
  const svg = svgElement('svg', { class: 'patterns', 'aria-hidden': 'true' });
  svg.append(svgElement('defs', {}, pattern(HATCH, 'hatch'), pattern(SHRUNK, 'shrunk')));
  return svg;
}

function pattern(id: string, look: string): SVGPatternElement {
  const stripe = svgElement('path', { class: `${look}-stripe`, d: 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2' });
  const ground = svgElement('rect', { class: `${look}-ground`, width: 6, height: 6 });
  const filled = svgElement('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' });
  filled.append(ground, stripe);
  return filled;
}
