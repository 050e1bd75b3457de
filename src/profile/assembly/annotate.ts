import type { AddressCost, Routine } from './routine';

/**
 * Gives the costs of addresses to instructions: those up to the next instruction are its own, for a call's address in
 * a stack is that of its last byte. Costs before the first instruction are the first one's.
 * Source: google/pprof internal/report, annotateAssembly.
 * @param costs of the routine's addresses, ascending
 * @param bias what the running program's addresses are higher by than the file's
 * @returns by instruction: its costs, often none
 */
export function annotate<C extends AddressCost>({ instructions }: Routine, costs: readonly C[], bias: bigint): C[][] {
  let next = 0;
  return instructions.map((_, i) => {
    const after = instructions[i + 1]?.address;
    const from = next;
    while (next < costs.length && (after === undefined || costs[next].address - bias < after)) next++;
    return costs.slice(from, next);
  });
}

/**
 * Those of the costs that fall into a routine, ascending. As in pprof, its last byte does not count.
 * Source: google/pprof internal/report, nodesPerSymbol.
 */
export function costsWithin<C extends AddressCost>(routine: Routine, costs: readonly C[], bias: bigint): C[] {
  const [start, last] = [routine.instructions[0], routine.instructions.at(-1)];
  if (start === undefined || last === undefined) return [];
  const end = last.address + BigInt(last.size) - 1n;
  const isWithin = ({ address }: C): boolean => address - bias >= start.address && address - bias < end;
  return costs.filter(isWithin).sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
}
