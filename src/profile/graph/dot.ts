import { within64 } from '../wideNumbers';
import { meanOf } from '../lines/figures';
import { escaped, escapedTags, multilineName, tagBoxes } from './dotTags';
import { sortEdges } from './nodeEdges';
import type { SelectedGraph } from './selectGraph';
import { percentage } from '../text/reportColumns';
import { MINUS } from '../text/screen/digits';
import type { NodeIndex } from '../indexes';

export interface DotOptions {
  /** The binary's name, or empty. */
  readonly title: string;
  /** Lines of the legend. */
  readonly labels: readonly string[];
  /** The 100 % of percentages and colors, in the sample type's unit. */
  readonly total: number;
  formatValue(value: number): string;
  /**
   * Set for a layout by Graphviz, which is drawn in the panel: then, the binary's name, label values and units are
   * escaped too, which pprof writes unescaped, and calls of functions without a node are left out, which pprof writes
   * as calls of N0. Graphviz would take a quote in them for the end of the string, and draw a node N0.
   */
  readonly drawn?: DrawnFigures;
}

/** The figures of a graph in the panel. */
export interface DrawnFigures {
  /** In a comparison, the value without its sign. */
  formatSize(value: number): string;
  /** The share of the total, without a sign. */
  formatShare(value: number): string;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
  /** Set in a comparison: values then have signs, and the colors of changes. */
  readonly comparison?: DrawnComparison;
}

/** How a comparison is drawn. */
interface DrawnComparison {
  /** Whether the values are shares of the total, beside which a percentage would be the same figure again. */
  readonly areShares: boolean;
  /** Marks a figure that is not a firm change: `~`, `↔`; empty for others. @param index as in `nodes` */
  markOf(index: number, column: 'flat' | 'cum'): string;
}

const MIN_FONT = 8;
const FONT_GROWTH = 16;

/**
 * The graph in DOT, byte for byte as pprof writes it.
 * Source: google/pprof internal/graph, ComposeDot.
 * @param selected in the order `entropy`
 */
export function dotText(selected: SelectedGraph, unescaped: DotOptions): string {
  const options = unescaped.drawn ? escapedOptions(unescaped) : unescaped;
  const composer = new DotComposer(selected, options);
  return [
    `digraph "${options.title || 'unnamed'}" {\n`,
    'node [style=filled fillcolor="#f8f8f8"]\n',
    legend(options),
    ...Array.from(selected.nodes, (node) => composer.node(node)),
    ...composer.edges(),
    '}\n',
  ].join('');
}

function escapedOptions({ title, formatValue, drawn, ...options }: DotOptions): DotOptions {
  const format = drawn && !drawn.comparison ? drawn.formatSize : formatValue;
  return { ...options, ...(drawn && { drawn }), title: escaped(title), formatValue: (value) => escaped(format(value)) };
}

function legend({ title, labels }: DotOptions): string {
  if (labels.length === 0) return '';
  const tooltip = title === '' ? '' : ` tooltip="${title}"`;
  const text = labels.map(escaped).join('\\l');
  return `subgraph cluster_L { "${escaped(labels[0])}" [shape=box fontsize=16 label="${text}\\l"${tooltip}] }\n`;
}

class DotComposer {
  /** For each node: its number in DOT, from 1; 0 for a node that is not shown. */
  private readonly numbers: Uint32Array;
  private readonly nodesWithBoxes = new Set<number>();
  private readonly largestFlat: number;

  constructor(
    private readonly selected: SelectedGraph,
    private readonly options: DotOptions,
  ) {
    const { nodes, graph } = selected;
    this.numbers = new Uint32Array(graph.infoOf.length);
    nodes.forEach((node, index) => {
      this.numbers[node] = index + 1;
    });
    this.largestFlat = nodes.reduce((largest, node) => {
      return this.markOf(node, 'flat') === '' ? Math.max(largest, Math.abs(this.flat(node))) : largest;
    }, 0);
  }

  node(node: NodeIndex): string {
    const { selected: { graph, names, tags, nodeEdges }, options } = this;
    const flat = this.flat(node);
    const cum = this.cum(node);
    const number = this.numbers[node];
    const info = graph.infoOf[node];
    const value = this.valueText(cum, this.markOf(node, 'cum'));
    const share = cum / Math.abs(options.total);
    const color = (shade: 'border' | 'fill') => this.color(share, shade, this.markOf(node, 'cum') === '');
    const attributes = [
      `label="${multilineName(graph.infos[info])}${this.figures(node, flat, cum)}"`,
      `id="node${number}"`,
      `fontsize=${this.markOf(node, 'flat') === '' ? this.fontSize(flat) : MIN_FONT}`,
      'shape=box',
      `tooltip="${escaped(names.of(info))} (${value})"`,
      `color="${color('border')}"`,
      `fillcolor="${color('fill')}"`,
    ];
    const hasCallees = nodeEdges.calleesOf(node).length > 0;
    const nodeTags = options.drawn ? escapedTags(tags.get(node)!) : tags.get(node)!;
    const boxes = tagBoxes(`N${number}`, nodeTags, hasCallees, (weight) => options.formatValue(weight));
    if (boxes !== '') this.nodesWithBoxes.add(node);
    return `N${number} [${attributes.join(' ')}]\n${boxes}`;
  }

  /** All edges, heaviest first, as a hint for the layout. Must be called after `node` was called for all nodes. */
  edges(): string[] {
    const { nodes, nodeEdges, graph, names } = this.selected;
    const all = Array.from(nodes, (node) => nodeEdges.calleesOf(node)).flat();
    // In a difference, flat and cum of a function can be 0, although its calls are not.
    const hasNode = (edge: number) => this.numbers[graph.edges.callee[edge]] > 0;
    const written = this.options.drawn ? all.filter(hasNode) : all;
    return sortEdges(written, graph, names).map((edge) => this.edge(edge));
  }

  private flat(node: NodeIndex): number {
    const { flat, flatDivisor } = this.selected.graph;
    return meanOf(flat[node], flatDivisor?.[node]);
  }

  private cum(node: NodeIndex): number {
    const { cum, cumDivisor } = this.selected.graph;
    return meanOf(cum[node], cumDivisor?.[node]);
  }

  private figures(node: NodeIndex, flat: number, cum: number): string {
    const withPercent = (value: number, column: 'flat' | 'cum'): string => {
      const { drawn, total } = this.options;
      const text = this.valueText(value, this.markOf(node, column));
      if (drawn?.comparison?.areShares) return text;
      const share = drawn ? drawn.formatShare(value) : percentage(value, total);
      return `${text} (${drawn?.comparison ? signOf(value) : ''}${share})`;
    };
    const flatText = flat === 0 ? '0' : withPercent(flat, 'flat');
    return cum === flat ? flatText : `${flatText}${flat === 0 ? ' ' : '\\n'}of ${withPercent(cum, 'cum')}`;
  }

  /** In a comparison: `+12 ms`, `~ +12 ms`. */
  private valueText(value: number, mark: string): string {
    const { drawn, formatValue } = this.options;
    if (!drawn?.comparison) return formatValue(value);
    return `${mark}${mark && ' '}${signOf(value)}${drawn.formatSize(Math.abs(value))}`;
  }

  /** See DrawnComparison. */
  private markOf(node: NodeIndex, column: 'flat' | 'cum'): string {
    const number = this.numbers[node];
    return number === 0 ? '' : (this.options.drawn?.comparison?.markOf(number - 1, column) ?? '');
  }

  private color(share: number, shade: 'border' | 'fill', isFirm: boolean): string {
    if (!this.options.drawn?.comparison) return shareColor(share, shade);
    return changeColor(isFirm ? share : 0, shade);
  }

  /**
   * The mark of a call's change, if it is that of one of its ends: then it is as firm. Undefined if it is not known how
   * firm it is.
   */
  private callMark(caller: NodeIndex, callee: NodeIndex, weight: number): string | undefined {
    const end = [callee, caller].find((node) => this.cum(node) === weight);
    if (end !== undefined) return this.markOf(end, 'cum');
    return this.options.drawn?.comparison ? undefined : '';
  }

  private fontSize(flat: number): number {
    if (this.largestFlat === 0 || flat === 0) return MIN_FONT;
    return MIN_FONT + Math.ceil(FONT_GROWTH * Math.sqrt(Math.abs(flat) / this.largestFlat));
  }

  private edge(edge: number): string {
    const { selected: { graph: { edges } }, options: { total } } = this;
    const caller = edges.caller[edge];
    const callee = edges.callee[edge];
    const weight = meanOf(edges.weight[edge], edges.divisor?.[edge]);
    const isResidual = edges.residual[edge] === 1;
    const mark = this.callMark(caller, callee, weight);
    const value = this.valueText(weight, mark ?? '');
    const attributes = [`label=" ${value}${edges.inlined[edge] === 1 ? '\\n (inline)' : ''}"`];
    if (total !== 0) {
      attributes.push(...thickness('weight', weight, total, 100));
      if (mark === '') attributes.push(...thickness('penwidth', weight, total, 5));
      attributes.push(`color="${this.color(weight / Math.abs(total), 'border', mark === '')}"`);
    }
    const ends = [this.nameOf(caller), isResidual ? '...' : '->', this.nameOf(callee)].join(' ');
    const tooltip = `"${ends} (${value})"`;
    attributes.push(`tooltip=${tooltip}`, `labeltooltip=${tooltip}`);
    if (isResidual) attributes.push('style="dotted"');
    // Leave room for the label boxes between the node and its callees.
    if (this.nodesWithBoxes.has(caller)) attributes.push('minlen=2');
    return `N${this.numbers[caller]} -> N${this.numbers[callee]} [${attributes.join(' ')}]\n`;
  }

  private nameOf(node: NodeIndex): string {
    const { names, graph } = this.selected;
    return escaped(names.of(graph.infoOf[node]));
  }
}

function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? MINUS : '';
}

/** An integer from 1 (left out) to 1 + `growth`, by the weight's share of the total. */
function thickness(attribute: string, weight: number, total: number, growth: number): string[] {
  const size = 1 + Math.min(Math.abs(shareOf(weight, total, growth)), growth);
  return size > 1 ? [`${attribute}=${size}`] : [];
}

/** `weight * growth / total` as an integer, in Go's 64-bit arithmetic. Costs per operation may be fractions. */
function shareOf(weight: number, total: number, growth: number): number {
  if (!Number.isInteger(weight) || !Number.isInteger(total)) return Math.trunc((weight * growth) / total);
  return Number(BigInt.asIntN(64, within64(BigInt(weight)) * BigInt(growth)) / within64(BigInt(total)));
}

/** Moves colors away from gray, so that positive and negative values are easier to distinguish. */
const SHIFT = 0.7;
/** Colors of shares below this fade to gray. */
const FADING = 0.2;

/**
 * A color for a share of the total from -1 (green) over 0 (gray) to 1 (red), `#rrggbb`.
 * @param shade `border`: strong; `fill`: pale
 */
export function shareColor(share: number, shade: 'border' | 'fill'): string {
  const score = Math.max(-1, Math.min(1, share));
  const value = shade === 'fill' ? 0.93 : 0.7;
  const full = shade === 'fill' ? 0.1 : 1;
  const saturation = Math.abs(score) < FADING ? full * (Math.abs(score) / FADING) : full;
  const shifted = Math.sign(score) * Math.pow(Math.abs(score), 1 - SHIFT);
  const red = shifted < 0 ? value * (1 + saturation * shifted) : value;
  const green = shifted < 0 ? value : value * (1 - saturation * shifted);
  const blue = value * (1 - saturation);
  return `#${[red, green, blue].map(hexByte).join('')}`;
}

const GRAY = { border: [178, 178, 178], fill: [237, 237, 237] } as const;
/** The hues of Top and the flame graph. */
const GROWN = { border: [190, 110, 0], fill: [250, 222, 190] } as const;
const SHRUNK = { border: [30, 105, 180], fill: [198, 222, 250] } as const;

/** A color for a change, as a share of the total: orange for growth, blue for a decrease, gray for 0. */
export function changeColor(share: number, shade: 'border' | 'fill'): string {
  const full = (share > 0 ? GROWN : SHRUNK)[shade];
  const saturation = share === 0 ? 0 : Math.max(0.3, Math.min(1, Math.abs(share) / FADING));
  const parts = full.map((part, i) => Math.round(GRAY[shade][i] + (part - GRAY[shade][i]) * saturation));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Truncated, not rounded; NaN (a share of a total of 0) becomes 0. */
function hexByte(part: number): string {
  return ((part * 255) & 0xff).toString(16).padStart(2, '0');
}
