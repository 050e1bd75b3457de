import { wholeText } from '../text/measurement';
import { compareBytes } from '../work/byteOrder';

/**
 * What tells one node of a call graph from another. Fields that the granularity does not look at are empty, 0 or 0n.
 * Source: google/pprof internal/graph, NodeInfo.
 */
export interface NodeInfo {
  readonly name: string;
  readonly file: string;
  /** 1-based; 0 where unknown. */
  readonly line: number;
  readonly column: number;
  readonly address: bigint;
  /** Where the function starts and its binary: of a frame without a name, or where they tell nodes apart. */
  readonly startLine: number;
  readonly objectFile: string;
}

/** The words of a node's name: address, function, place; a frame without any goes by its binary. */
export function nameParts({ name, file, line, column, address, objectFile }: NodeInfo): readonly string[] {
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(16, '0'));
  if (name !== '') parts.push(name);
  if (line !== 0) parts.push(`${file}:${wholeText(line)}${column === 0 ? '' : `:${wholeText(column)}`}`);
  else if (file !== '') parts.push(file);
  else if (name === '') parts.push(objectFile === '' ? '<unknown>' : `[${lastElement(objectFile)}]`);
  return parts;
}

export function printableName(info: NodeInfo): string {
  return nameParts(info).join(' ');
}

/** A binary's name without its folders (Go's filepath.Base). */
function lastElement(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '') || '/';
}

/** Printable names of many nodes, each put together once. */
export class NodeNames {
  private readonly names: (string | undefined)[];

  constructor(private readonly infos: readonly NodeInfo[]) {
    this.names = new Array<string | undefined>(infos.length);
  }

  of(info: number): string {
    return (this.names[info] ??= printableName(this.infos[info]));
  }

  /** By address where both have one, else by name in the order of its bytes. */
  compare(left: number, right: number): number {
    if (left === right) return 0;
    const a = this.infos[left].address;
    const b = this.infos[right].address;
    if (a !== 0n && b !== 0n && a !== b) return a < b ? -1 : 1;
    return compareBytes(this.of(left), this.of(right));
  }
}
