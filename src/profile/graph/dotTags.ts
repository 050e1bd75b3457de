import { compareBytes } from '../common/utf8';
import { scaledLabel } from '../text/measurement';
import { meanOf } from '../lines/figures';
import { MAX_TAGS, type NodeTags, type Tag } from './nodeTags';
import { shortName } from '../text/shortNames';
import { lastElement, nameComponents } from '../text/pprofName';
import type { NodeInfo } from './nodeInfo';

/** The label boxes of a node. Source: google/pprof internal/graph, addNodelets and collapsedTags. */

/**
 * The boxes in DOT; empty if there are none.
 * @param node its name in DOT: `N3`
 * @param hasCallees whether the node has callees; if so, only flat is shown, because the callees show the rest
 */
export function tagBoxes(
  node: string,
  { texts, numbers }: NodeTags,
  hasCallees: boolean,
  formatValue: (value: number) => string,
): string {
  const writer = new BoxWriter(hasCallees, formatValue);
  heaviestFirst(texts, hasCallees).slice(0, MAX_TAGS).forEach((tag, index) => {
    if (writer.text(node, index, tag)) writer.numbers(`${node}_${index}`, numbers.get(tag.name) ?? []);
  });
  writer.numbers(node, numbers.get('') ?? []);
  return writer.out;
}

/** The tags with names escaped for a quoted string, except the `\n` between several labels of one box. */
export function escapedTags({ texts, numbers }: NodeTags): NodeTags {
  const nameOf = (name: string) => name.split('\\n').map(escaped).join('\\n');
  const escapedTag = (tag: Tag): Tag => ({ ...tag, name: nameOf(tag.name), unit: escaped(tag.unit) });
  const all = (tags: readonly Tag[]) => tags.map(escapedTag);
  return { texts: all(texts), numbers: new Map([...numbers].map(([name, tags]) => [nameOf(name), all(tags)])) };
}

class BoxWriter {
  out = '';

  constructor(
    private readonly flatOnly: boolean,
    private readonly formatValue: (value: number) => string,
  ) {}

  /** @returns whether the tag has a value to show */
  text(node: string, index: number, tag: Tag): boolean {
    const value = this.flatOnly ? flatOf(tag) : cumOf(tag);
    if (value !== 0) this.box(`${node}_${index}`, node, tag.name, value, '');
    return value !== 0;
  }

  numbers(source: string, tags: readonly Tag[]): void {
    collapsedTags(tags, this.flatOnly).forEach((tag, index) => {
      const isFlat = this.flatOnly || flatOf(tag) === cumOf(tag);
      const value = isFlat ? flatOf(tag) : cumOf(tag);
      if (value !== 0) this.box(`N${source}_${index}`, source, tag.name, value, isFlat ? '' : ' style="dotted"');
    });
  }

  private box(id: string, source: string, name: string, value: number, style: string): void {
    const weight = this.formatValue(value);
    this.out += `${id} [label = "${name}" id="${id}" fontsize=8 shape=box3d tooltip="${weight}"]\n`;
    const texts = `label=" ${weight}" weight=100 tooltip="${weight}" labeltooltip="${weight}"`;
    this.out += `${source} -> ${id} [${texts}${style}]\n`;
  }
}

const flatOf = ({ flat, flatDivisor }: Tag): number => meanOf(flat, flatDivisor);
const cumOf = ({ cum, cumDivisor }: Tag): number => meanOf(cum, cumDivisor);

function heaviestFirst(tags: readonly Tag[], flatOnly: boolean): Tag[] {
  return [...tags].sort(
    (a, b) =>
      (flatOnly ? 0 : Math.abs(b.cum) - Math.abs(a.cum)) ||
      Math.abs(b.flat) - Math.abs(a.flat) ||
      compareBytes(a.name, b.name),
  );
}

/** Reduces numeric tags to MAX_TAGS groups: each lighter tag joins the heavy tag with the nearest value. */
function collapsedTags(tags: readonly Tag[], flatOnly: boolean): Tag[] {
  const sorted = heaviestFirst(tags, flatOnly);
  if (sorted.length <= MAX_TAGS) return sorted;
  const groups = sorted.slice(0, MAX_TAGS).map((tag) => [tag]);
  for (const tag of sorted.slice(MAX_TAGS)) {
    const distances = groups.map(([first]) => Math.abs(first.value - tag.value));
    groups[distances.indexOf(Math.min(...distances))].push(tag);
  }
  return heaviestFirst(groups.map(mergedTag), flatOnly);
}

/** Merges numeric tags; the name contains the smallest and the largest value. */
function mergedTag(tags: readonly Tag[]): Tag {
  const sum = (part: (tag: Tag) => number): number => tags.reduce((total, tag) => total + part(tag), 0);
  const values = tags.map(({ value }) => value);
  const ends = tags.length === 1 ? values : [Math.min(...values), Math.max(...values)];
  const name = ends.map((end) => scaledLabel(end, tags[0].unit, 'auto')).join('..');
  return {
    name,
    value: 0,
    unit: '',
    flat: meanOf(sum(({ flat }) => flat), sum(({ flatDivisor }) => flatDivisor)),
    flatDivisor: 0,
    cum: meanOf(sum(({ cum }) => cum), sum(({ cumDivisor }) => cumDivisor)),
    cumDivisor: 0,
  };
}

/** How names and colors are written in DOT. Source: google/pprof internal/graph, dotgraph.go. */

/** Escapes a text for a quoted string; line breaks become left-justified lines. */
export function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\l');
}

/** A node's name on several lines: package, type, function, position. */
export function multilineName(info: NodeInfo): string {
  const name = escaped(shortName(info.name))
    .replaceAll('::', '\\n')
    .replaceAll('[...]', '[…]')
    .replaceAll('.', '\\n');
  const file = info.file === '' ? '' : lastElement(info.file);
  return `${nameComponents({ ...info, name, file }).join('\\n')}\\n`;
}
