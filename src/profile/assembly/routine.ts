import type { LineNumber } from '../indexes';

/** One machine instruction, as `go tool objdump` prints it. */
export interface Instruction {
  /** In the program's file; the running program may be loaded at another address. */
  readonly address: bigint;
  /** In bytes. */
  readonly size: number;
  readonly text: string;
  /** Base name of its source file (for inlined code, the inlined function's file); empty if unknown. */
  readonly file: string;
  readonly line: LineNumber;
}

/** A function of a program with all its instructions, ascending by address. */
export interface Routine {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The cost of an address in the running program, which may be inside an instruction. */
export interface AddressCost {
  readonly address: bigint;
  readonly flat: number;
  readonly cum: number;
}

/**
 * Assigns the costs of addresses to instructions. An instruction gets all costs up to the next instruction, because a
 * call appears in stacks with the address of its last byte. Costs before the first instruction go to the first one.
 * Source: google/pprof internal/report, annotateAssembly.
 * @param costs of the routine's addresses, ascending
 * @param bias address in the running program − address in the file
 * @returns for each instruction, its costs; often none
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
 * The costs within a routine, ascending by address. As in pprof, a routine does not include its last byte.
 * Source: google/pprof internal/report, nodesPerSymbol.
 */
export function costsWithin<C extends AddressCost>(routine: Routine, costs: readonly C[], bias: bigint): C[] {
  const [start, last] = [routine.instructions[0], routine.instructions.at(-1)];
  if (start === undefined || last === undefined) return [];
  const end = last.address + BigInt(last.size) - 1n;
  const isWithin = ({ address }: C): boolean => address - bias >= start.address && address - bias < end;
  return costs.filter(isWithin).sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
}
