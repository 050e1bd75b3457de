import type { GraphReport } from '../../src/profile/answers/graph';

/** The path from the node with the largest cum along its heaviest calls, up to the node with the largest flat on it. */
export function hottestPath({ nodes, calls }: Pick<GraphReport, 'nodes' | 'calls'>): readonly number[] {
  if (nodes.length === 0) return [];
  const larger = (figure: 'flat' | 'cum') => (a: number, b: number) =>
    Math.abs(nodes[b][figure]) > Math.abs(nodes[a][figure]) ? b : a;
  const path = [[...nodes.keys()].reduce(larger('cum'))];
  for (let current: number | undefined = path[0]; current !== undefined; ) {
    const from: number = current;
    // Calls are sorted, the heaviest first.
    current = calls.find(({ caller, callee }) => caller === from && !path.includes(callee))?.callee;
    if (current !== undefined) path.push(current);
  }
  const hottest = path.reduce(larger('flat'));
  return path.slice(0, path.indexOf(hottest) + 1);
}
