import { type FileHandle, open } from 'node:fs/promises';
import type { Mapping } from '../../profile/model';

/** Facts from the headers of a program; all undefined unless it is an ELF file. */
export interface Program {
  /** The GNU build id in hexadecimal; undefined if the file has none or is of another kind. */
  readonly buildId: string | undefined;
  /** The load address of the first segment with code, rounded down to its alignment; undefined if there is none. */
  readonly loadAddress: bigint | undefined;
}

const LOADED_SEGMENT = 1;
const NOTE_SEGMENT = 4;
const NOTE_SECTION = 7;
const EXECUTABLE = 1;
const BUILD_ID_NOTE = 3;
/** Limit for the size of notes; larger ones are ignored. */
const MAX_NOTE_BYTES = 1 << 16;
const MAX_HEADERS = 1 << 10;

/**
 * Reads the headers of a program. Source: System V Application Binary Interface, chapters 4 and 5; for their use in
 * `go tool pprof` see cmd/internal/objfile, loadAddress. Throws the system's error if the file cannot be read.
 */
export async function readProgram(path: string): Promise<Program> {
  const file = await open(path);
  try {
    const header = await bytesAt(file, 0, 64);
    if (header.length < 52 || header.toString('latin1', 0, 4) !== '\x7fELF') return NOT_ELF;
    return await readElf(file, header);
  } catch (error) {
    // The offsets of a damaged file may be anything.
    if (error instanceof RangeError) return NOT_ELF;
    throw error;
  } finally {
    await file.close();
  }
}

const NOT_ELF: Program = { buildId: undefined, loadAddress: undefined };

async function readElf(file: FileHandle, header: Buffer): Promise<Program> {
  const numbers = new NumberReader(header[4] === 2, header[5] === 2);
  const { is64 } = numbers;
  const segments = (await headersAt(file, header, numbers, is64 ? [32, 54] : [28, 42])).map((entry) => ({
    type: numbers.uint32(entry, 0),
    flags: numbers.uint32(entry, is64 ? 4 : 24),
    address: numbers.address(entry, is64 ? 16 : 8),
    align: numbers.address(entry, is64 ? 48 : 28),
    range: rangeIn(entry, numbers, is64 ? [8, 32] : [4, 16]),
  }));
  // Go's linker puts the build id in a section outside of the note segments.
  const sections = (await headersAt(file, header, numbers, is64 ? [40, 58] : [32, 46])).map((entry) => ({
    type: numbers.uint32(entry, 4),
    range: rangeIn(entry, numbers, is64 ? [24, 32] : [16, 20]),
  }));
  const notes = [
    ...sections.filter(({ type }) => type === NOTE_SECTION),
    ...segments.filter(({ type }) => type === NOTE_SEGMENT),
  ];
  const code = segments.find(({ type, flags }) => type === LOADED_SEGMENT && (flags & EXECUTABLE) !== 0);
  return {
    loadAddress: code && (code.align === 0n ? code.address : code.address - (code.address % code.align)),
    buildId: await buildIdOf(file, notes.map(({ range }) => range), numbers),
  };
}

/**
 * Reads the entries of a header table.
 * @param tableAt where the file header has the table's offset
 * @param sizeAt where the file header has the size of an entry; the number of entries follows
 */
async function headersAt(
  file: FileHandle,
  header: Buffer,
  numbers: NumberReader,
  [tableAt, sizeAt]: readonly [number, number],
): Promise<Buffer[]> {
  const size = numbers.uint16(header, sizeAt);
  const count = Math.min(numbers.uint16(header, sizeAt + 2), MAX_HEADERS);
  const table = await bytesAt(file, Number(numbers.address(header, tableAt)), size * count);
  return Array.from({ length: count }, (_, i) => table.subarray(i * size, (i + 1) * size));
}

interface FileRange {
  readonly offset: number;
  readonly size: number;
}

function rangeIn(entry: Buffer, numbers: NumberReader, [offsetAt, sizeAt]: readonly [number, number]): FileRange {
  return { offset: Number(numbers.address(entry, offsetAt)), size: Number(numbers.address(entry, sizeAt)) };
}

async function buildIdOf(
  file: FileHandle,
  notes: readonly FileRange[],
  numbers: NumberReader,
): Promise<string | undefined> {
  for (const { offset, size } of notes) {
    const bytes = await bytesAt(file, offset, Math.min(size, MAX_NOTE_BYTES));
    for (let at = 0; at + 12 <= bytes.length; ) {
      const nameSize = numbers.uint32(bytes, at);
      const textSize = numbers.uint32(bytes, at + 4);
      const type = numbers.uint32(bytes, at + 8);
      const textAt = at + 12 + padded(nameSize);
      const name = bytes.toString('latin1', at + 12, at + 12 + nameSize);
      if (type === BUILD_ID_NOTE && name === 'GNU\0') return bytes.toString('hex', textAt, textAt + textSize);
      at = textAt + padded(textSize);
    }
  }
  return undefined;
}

function padded(size: number): number {
  return Math.ceil(size / 4) * 4;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Reads unsigned numbers in the file's byte order. Addresses have 32 or 64 bits. */
class NumberReader {
  constructor(
    readonly is64: boolean,
    private readonly isBigEndian: boolean,
  ) {}

  uint16(bytes: Buffer, at: number): number {
    return this.isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  }

  uint32(bytes: Buffer, at: number): number {
    return this.isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }

  address(bytes: Buffer, at: number): bigint {
    if (!this.is64) return BigInt(this.uint32(bytes, at));
    return this.isBigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at);
  }
}

/** A program in which a profile's addresses can be looked up. */
export interface MatchedProgram {
  readonly path: string;
  /** Address in the profile minus address in the file. */
  readonly bias: bigint;
}

/** The program cannot be read, or is from another build than the profile. The message is for the user. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Reads the headers of a program, to look up the addresses of a profile's mapping in it. If both have a build id, the
 * ids must be equal. Throws ProgramError.
 */
export async function matchProgram(path: string, { start, buildId }: Mapping): Promise<MatchedProgram> {
  const program = await readProgram(path).catch((cause: unknown) => {
    throw new ProgramError(`The program ${path} cannot be read: ${(cause as Error).message}.`);
  });
  if (buildId !== '' && program.buildId !== undefined && program.buildId !== buildId) {
    const advice = 'choose the one that was measured, or measure again';
    throw new ProgramError(`${path} is from another build (${short(program.buildId)}) than the profile (${short(buildId)}): ${advice}.`);
  }
  const { loadAddress } = program;
  return { path, bias: start === 0n || loadAddress === undefined ? 0n : start - loadAddress };
}

function short(buildId: string): string {
  return buildId.slice(0, 8);
}
