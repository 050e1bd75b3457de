import { NONE } from '../model';
import type { GraphNodes } from './graphNodes';
import type { NodeInfo } from './nodeInfo';

/**
 * pprof trims file names each time that it builds a graph. If trimming changes a name again (a/x/x/f.go, trimmed by x,
 * becomes x/f.go and then f.go), pprof no longer finds the node. Frames of such a node move to the node with the new
 * name; if there is none, they belong to no node. Source: google/pprof internal/report, newGraph.
 * @param retrim trims a file name again
 * @returns undefined if no name changes
 */
export function withRetrimmedFiles(nodes: GraphNodes, retrim: (file: string) => string): GraphNodes | undefined {
  const { infos } = nodes;
  const renamed = new Map([...new Set(infos.map(({ file }) => file))].map((file) => [file, retrim(file)]));
  if ([...renamed].every(([file, name]) => file === name)) return undefined;
  const byText = new Map(infos.map((info, node) => [textOf(info, info.file), node]));
  const targets = Uint32Array.from(infos, (info, node) => {
    const file = renamed.get(info.file)!;
    return file === info.file ? node : (byText.get(textOf(info, file)) ?? NONE);
  });
  return { ...nodes, rows: nodes.rows.map((node) => targets[node] ?? NONE) };
}

function textOf({ name, line, column, address, startLine, objectFile }: NodeInfo, file: string): string {
  return [name, file, line, column, address, startLine, objectFile].join('\0');
}
