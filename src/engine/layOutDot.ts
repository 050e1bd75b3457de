import { instance } from '@viz-js/viz';
import { graphPicture, type GraphvizJson } from './graphPicture';
import type { LayoutReply } from './graphvizClient';

/** Graphviz knows the character widths of this font; the page's font is about as wide. */
const FONT = { fontname: 'Arial' };
/** Graphviz would truncate a text at a control character, or write the character into its JSON unescaped. */
const CONTROL_CHARACTERS = /[\0-\x08\x0b-\x1f\x7f]/g;

const loading = instance();

/** Lays out a graph in pprof's DOT with Graphviz's `dot`. Blocks the thread. */
export async function layOutDot(dot: string): Promise<LayoutReply> {
  const graphviz = await loading;
  const options = { format: 'json', yInvert: true, nodeAttributes: FONT, edgeAttributes: FONT };
  const { status, output, errors } = graphviz.render(escapeDot(dot), options);
  if (status === 'success') return { picture: graphPicture(JSON.parse(output) as GraphvizJson) };
  return { problem: errors.find(({ level }) => level === 'error')?.message ?? 'no reason given' };
}

/**
 * Escapes DOT and replaces control characters, so that Graphviz draws the texts literally; otherwise it would draw
 * `&lt;` as `<`.
 */
function escapeDot(dot: string): string {
  return dot.replace(CONTROL_CHARACTERS, '\ufffd').replaceAll('&', '&amp;');
}
