import { scale, wholeText } from '../text/measurement';
import { meanOf } from '../lines/figures';
import { sortEdges } from '../graph/nodeEdges';
import type { NodeInfo } from '../graph/nodeInfo';
import type { SelectedGraph } from '../graph/selectGraph';
import { NO_NODE } from '../graph/treeGraph';
import type { NodeIndex } from '../indexes';

export interface CallgrindOptions {
  /** The name of the sample type: `cpu`. */
  readonly event: string;
  /** The unit of the graph's figures. */
  readonly unit: string;
  /** The unit in which figures are written, as whole numbers. */
  readonly outputUnit: string;
  /** Whether the graph is a tree, with one node per call path. */
  readonly isTree: boolean;
}

/**
 * Writes the graph in the callgrind format, which KCachegrind shows.
 * Source: google/pprof internal/report, printCallgrind; the format: Valgrind's manual, Callgrind Format Specification.
 * @param selected a whole graph, with granularity addresses and the binaries of nodes
 * @returns the text in pieces
 */
export function* callgrindTexts(selected: SelectedGraph, options: CallgrindOptions): Generator<string> {
  const writer = new CallgrindWriter(selected, options);
  yield `positions: instr line\nevents: ${options.event}(${options.outputUnit})\n`;
  for (const node of selected.nodes) yield writer.node(node);
}

class CallgrindWriter {
  private readonly objects = new Names();
  private readonly files = new Names();
  private readonly functions = new Names();
  /** For each node: its function's name, with a number if several functions have the name; see distinctNames. */
  private readonly numberedNames: ReadonlyMap<number, string>;
  private previous: NodeInfo | undefined;

  constructor(
    private readonly selected: SelectedGraph,
    private readonly options: CallgrindOptions,
  ) {
    this.numberedNames = distinctNames(selected, options.isTree);
  }

  node(node: NodeIndex): string {
    const { graph, nodeEdges, names } = this.selected;
    const info = this.info(node);
    const flat = this.whole(meanOf(graph.flat[node], graph.flatDivisor?.[node]));
    const head = isSameFunction(this.previous, info)
      ? ''
      : `\nob=${this.objects.of(info.objectFile)}\nfl=${this.files.of(info.file)}\nfn=${this.functions.of(info.name)}\n`;
    const costLine = `${this.address(info)} ${wholeText(info.line)} ${flat}\n`;
    const calls = sortEdges(nodeEdges.calleesOf(node), graph, names).map((edge) => this.call(edge));
    this.previous = info;
    return head + costLine + calls.join('');
  }

  private call(edge: number): string {
    const { weight, callee } = this.selected.graph.edges;
    const info = this.info(callee[edge]);
    const name = this.numberedNames.get(callee[edge]) ?? '';
    const target = `cfl=${this.files.of(info.file)}\ncfn=${this.functions.of(name)}\n`;
    return `${target}calls=0 ${this.address(info)} ${wholeText(info.line)}\n* * ${this.whole(weight[edge])}\n`;
  }

  private info(node: NodeIndex): NodeInfo {
    const { infos, infoOf } = this.selected.graph;
    return infos[infoOf[node]];
  }

  private whole(value: number): string {
    const scaled = Math.trunc(scale(value, this.options.unit, this.options.outputUnit).value) + 0;
    // Go converts numbers out of range to the smallest int64.
    return wholeText(Math.abs(scaled) < 2 ** 63 ? scaled : -(2 ** 63));
  }

  /** The address; `*` if the previous node has the same address; their difference if that is shorter. */
  private address({ address }: NodeInfo): string {
    const absolute = `0x${address.toString(16)}`;
    if (this.previous === undefined) return absolute;
    if (this.previous.address === address) return '*';
    const distance = BigInt.asIntN(64, address - this.previous.address);
    const relative = `${distance > 0n ? '+' : ''}${distance}`;
    return relative.length < absolute.length ? relative : absolute;
  }
}

/** Callgrind's name compression: a name is written once with a number, later only as the number. */
class Names {
  private readonly numbers = new Map<string, number>();

  of(name: string): string {
    if (name === '') return '';
    const number = this.numbers.get(name);
    if (number !== undefined) return `(${number})`;
    this.numbers.set(name, this.numbers.size + 1);
    return `(${this.numbers.size}) ${name}`;
  }
}

function isSameFunction(previous: NodeInfo | undefined, { name, file, objectFile }: NodeInfo): boolean {
  return previous?.name === name && previous.file === file && previous.objectFile === objectFile;
}

/** `f [2/3]` for the second of three functions with the same name and file, in several binaries or on several paths. */
function distinctNames({ graph, nodes }: SelectedGraph, isTree: boolean): ReadonlyMap<number, string> {
  const callerOf = new Int32Array(graph.infoOf.length).fill(NO_NODE);
  if (isTree) graph.edges.callee.forEach((callee, edge) => void (callerOf[callee] = graph.edges.caller[edge]));
  const functionsByName = new Map<string, string[]>();
  const functionOf = (node: NodeIndex): { readonly name: string; readonly all: string[]; readonly id: string } => {
    const { name, file, startLine, objectFile, address, line, column } = graph.infos[graph.infoOf[node]];
    // pprof distinguishes columns only for nodes without address and line.
    const keyColumn = address === 0n && line === 0 ? column : 0;
    const key = `${file}\0${name}`;
    let all = functionsByName.get(key);
    if (all === undefined) functionsByName.set(key, (all = []));
    return { name, all, id: `${callerOf[node]} ${startLine} ${keyColumn} ${objectFile}` };
  };
  for (const node of nodes) {
    const { all, id } = functionOf(node);
    if (!all.includes(id)) all.push(id);
  }
  return new Map(
    Array.from(nodes, (node) => {
      const { name, all, id } = functionOf(node);
      return [node, all.length > 1 ? `${name} [${all.indexOf(id) + 1}/${all.length}]` : name];
    }),
  );
}
