/** One machine instruction, as `go tool objdump` prints it. */
export interface Instruction {
  /** Where the program's file has it; a running program may have been loaded elsewhere. */
  readonly address: bigint;
  /** In bytes. */
  readonly size: number;
  readonly text: string;
  /** Base name of the source file it comes from, inlined or not; empty where unknown. */
  readonly file: string;
  /** 1-based; 0 where unknown. */
  readonly line: number;
}

/** A function of a program with all of its instructions, ascending by address. */
export interface Routine {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** What the samples say of an address, which may lie within an instruction. */
export interface AddressCost {
  readonly address: bigint;
  readonly flat: number;
  readonly cum: number;
}
