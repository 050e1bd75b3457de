import { instance } from '@viz-js/viz';
import { graphPicture, type GraphvizJson } from './graphPicture';
import type { LayoutReply } from './graphvizClient';

/** Graphviz knows the widths of this font; the page uses one that is about as wide. */
const FONT = { fontname: 'Arial' };
/** Control characters, which Graphviz would write into its JSON unescaped, or end a text at. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/g;

const starting = instance();

/** Lays out a graph in pprof's DOT with Graphviz's `dot`. Blocks the thread. */
export async function layOutDot(dot: string): Promise<LayoutReply> {
  const graphviz = await starting;
  const options = { format: 'json', yInvert: true, nodeAttributes: FONT, edgeAttributes: FONT };
  const { status, output, errors } = graphviz.render(readable(dot), options);
  if (status === 'success') return { picture: graphPicture(JSON.parse(output) as GraphvizJson) };
  return { problem: errors.find(({ level }) => level === 'error')?.message ?? 'no reason given' };
}

/** Escapes a text so that Graphviz draws it literally: it would draw `&lt;` as `<`. */
function readable(dot: string): string {
  return dot.replace(CONTROLS, '\ufffd').replaceAll('&', '&amp;');
}
