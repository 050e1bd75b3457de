import { svgElement } from '../controls/dom';

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
