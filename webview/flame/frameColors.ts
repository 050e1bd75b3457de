import { packageOf } from '../../src/profile/text/names';
import type { Tone } from '../svg/palette';

/** Hues in degrees (OKLCH), evenly spaced around the circle; neighbors in the list are far apart. */
const HUES = Array.from({ length: 15 }, (_, slot) => (slot * 168 + 30) % 360);

/**
 * Colors by package: a package has one color in all frames, and two packages share one only when all are taken.
 * Lightness and chroma come from the style sheet, so a change of theme needs no redraw.
 */
export class FrameColors {
  private readonly slots = new Map<string, number>();
  private readonly tones = new Map<string, Tone>();

  /** CSS color of a function's frame; an empty name gives the neutral color. */
  of(name: string): string {
    const { chroma, hue } = this.toneOf(name);
    return chroma === 1
      ? `oklch(var(--frame-l) var(--frame-c) ${hue})`
      : `oklch(var(--frame-l) calc(var(--frame-c) * ${chroma}) ${hue})`;
  }

  toneOf(name: string): Tone {
    const known = this.tones.get(name);
    if (known !== undefined) return known;
    const tone = this.newTone(packageOf(name));
    this.tones.set(name, tone);
    return tone;
  }

  private newTone(packagePath: string): Tone {
    const prominence = prominenceOf(packagePath);
    if (prominence === 'runtime') return { chroma: 0.08, hue: 250 };
    if (prominence === 'standard') return { chroma: 0.3, hue: 180 + (hash(packagePath) % 110) };
    return { chroma: 1, hue: HUES[this.slotOf(packagePath)] };
  }

  private slotOf(packagePath: string): number {
    const known = this.slots.get(packagePath);
    if (known !== undefined) return known;
    const wanted = hash(packagePath) % HUES.length;
    const slot = this.farFromTaken(wanted, 48) ?? this.farFromTaken(wanted, 1) ?? wanted;
    this.slots.set(packagePath, slot);
    return slot;
  }

  /** The first slot from `wanted` on with a hue at least `degrees` away from all taken ones. */
  private farFromTaken(wanted: number, degrees: number): number | undefined {
    const taken = [...this.slots.values()].map((slot) => HUES[slot]);
    for (let step = 0; step < HUES.length; step++) {
      const slot = (wanted + step) % HUES.length;
      if (taken.every((hue) => hueDistance(hue, HUES[slot]) >= degrees)) return slot;
    }
    return undefined;
  }
}

function hueDistance(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** How strongly a package is colored: the runtime least, then the standard library, the user's code most. */
type Prominence = 'runtime' | 'standard' | 'code';

/** @param packagePath import path; empty for functions without one (assembly, C, the root) */
export function prominenceOf(packagePath: string): Prominence {
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
