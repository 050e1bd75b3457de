import { compareBytes } from '../common/utf8';
import { type NameFields, nodeName } from '../text/pprofName';

/**
 * The fields that distinguish the nodes of a call graph. Fields that the granularity ignores are empty, 0 or 0n.
 * `objectFile` is set only for a frame without a function name, or if binaries distinguish nodes; `startLine` also if
 * all functions of one name are one node.
 * Source: google/pprof internal/graph, NodeInfo.
 */
export interface NodeInfo extends NameFields {
  /** Where the function starts, 1-based; 0 if unknown. */
  readonly startLine: number;
}

/** Names of nodes as pprof prints them, each built once. */
export class NodeNames {
  private readonly names: (string | undefined)[];

  constructor(private readonly infos: readonly NodeInfo[]) {
    this.names = new Array<string | undefined>(infos.length);
  }

  of(info: number): string {
    return (this.names[info] ??= nodeName(this.infos[info]));
  }

  /** Compares nodes by address if both have one, else by the bytes of their names. */
  compare(left: number, right: number): number {
    if (left === right) return 0;
    const a = this.infos[left].address;
    const b = this.infos[right].address;
    if (a !== 0n && b !== 0n && a !== b) return a < b ? -1 : 1;
    return compareBytes(this.of(left), this.of(right));
  }
}
