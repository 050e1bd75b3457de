import { shortLabels } from '../../src/profile/text/names';
import { withoutTypeArguments } from '../text/shortNames';

/** Width of a text in pixels, in the font that frames are labelled with. */
export type Measure = (text: string) => number;

/**
 * Ever shorter labels of a function, the full name first; type arguments go before anything else does. Example:
 * `a.org/b/srv.(*T[go.shape.int]).Do` → `a.org/b/srv.(*T[…]).Do`, `srv.(*T[…]).Do`, `(*T[…]).Do`, `Do`.
 */
export function labelsOf(name: string): readonly string[] {
  return [...new Set([...shortLabels(name).slice(0, 1), ...shortLabels(withoutTypeArguments(name))])];
}

/** More functions than are ever drawn at once. */
const NAMES_KEPT = 5000;

/** Labels of functions, worked out once: windows that follow each other have much the same ones. */
export class KeptLabels {
  private readonly kept = new Map<string, readonly string[]>();

  of(name: string): readonly string[] {
    const known = this.kept.get(name);
    if (known) return known;
    if (this.kept.size >= NAMES_KEPT) this.kept.clear();
    const labels = labelsOf(name);
    this.kept.set(name, labels);
    return labels;
  }
}

/** The longest label that fits; the shortest where none does (it is cut off with an ellipsis). */
export function fittingLabel(labels: readonly string[], width: number, measure: Measure): string {
  return labels.find((label) => measure(label) <= width) ?? labels.at(-1) ?? '';
}

/** Measures by adding up the widths of single characters, each measured once: labels are many, characters few. */
export function addingMeasure(measureOne: Measure): Measure {
  const widths = new Map<string, number>();
  const widthOf = (character: string) => {
    const known = widths.get(character) ?? measureOne(character);
    widths.set(character, known);
    return known;
  };
  return (text) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character);
    return sum;
  };
}
