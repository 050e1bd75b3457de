import type { Instruction, Routine } from '../../profile/assembly/routine';
import { quoteMeta } from '../../profile/common/quoteMeta';

/** Limit for the length of a line; longer lines are skipped. */
const MAX_LINE_LENGTH = 1 << 16;

/** Reads the output of `go tool objdump` piece by piece. Skips unknown lines. */
export class ObjdumpReader {
  private rest = '';
  private current: { readonly name: string; readonly instructions: Instruction[] } | undefined;

  /** @param onRoutine called with each function once it is complete */
  constructor(private readonly onRoutine: (routine: Routine) => void) {}

  push(text: string): void {
    // Splits only when a line ends, because most pieces of a long line have no line end.
    this.rest += text;
    if (!text.includes('\n')) return;
    const lines = this.rest.split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.line(line);
  }

  /** Ends the input. */
  end(): void {
    this.line(this.rest);
    this.rest = '';
    this.finish();
  }

  private line(line: string): void {
    if (line.length > MAX_LINE_LENGTH) return;
    const head = /^TEXT (.*)\(SB\)(?: .*)?$/s.exec(line.trimEnd());
    if (head) {
      this.finish();
      this.current = { name: head[1], instructions: [] };
      return;
    }
    const instruction = instructionOf(line);
    if (instruction) this.current?.instructions.push(instruction);
  }

  private finish(): void {
    if (this.current && this.current.instructions.length > 0) this.onRoutine(this.current);
    this.current = undefined;
  }
}

/** `  work.go:51<tabs>0x52f3a0<tabs>4c8d6424c0<tabs>LEAQ -0x40(SP), R12<tabs>`; the bytes may be grouped in words. */
function instructionOf(row: string): Instruction | undefined {
  if (!row.startsWith('  ')) return undefined;
  const match = /^ {2}(.*):(\d+)\t+0x([0-9a-f]+)\t+([0-9a-f ]+)\t+(.*)$/s.exec(row);
  if (!match) return undefined;
  const [, file = '', line, address, bytes = '', text = ''] = match;
  const size = bytes.replaceAll(' ', '').length / 2;
  return { file, line: Number(line), address: BigInt(`0x${address}`), size, text: text.trimEnd() };
}

/** The arguments of `go` that disassemble the functions with names that match an RE2 pattern. */
export function objdumpArgs(program: string, pattern: string): string[] {
  return ['tool', 'objdump', '-s', pattern, program];
}

/**
 * A regular expression that matches exactly these functions. Profiles write `F[...]` for every instance of a generic
 * function, while a program's symbol table has the type arguments.
 */
export function symbolPattern(names: readonly string[]): string {
  const exact = names.map((name) => name.split('[...]').map(quoteMeta).join('\\[.*\\]'));
  return `^(?:${exact.join('|')})$`;
}
