/** One machine instruction, as `go tool objdump` prints it. */
export interface Instruction {
  /** In the program's file; the running program may be loaded at another address. */
  readonly address: bigint;
  /** In bytes. */
  readonly size: number;
  readonly text: string;
  /** Base name of its source file (for inlined code, the inlined function's file); empty if unknown. */
  readonly file: string;
  /** 1-based; 0 if unknown. */
  readonly line: number;
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
