import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { Writer } from 'protobufjs/minimal';

/**
 * The bytes of a malicious profile. They are generated in pieces, so that no profile is in memory as a whole. Field
 * numbers are those of proto/profile.proto.
 */
export type Pieces = Iterable<Uint8Array>;

const PIECE_BYTES = 1 << 20;
const LEVEL = { level: constants.Z_BEST_SPEED };

/** Writes the pieces to a file, gzipped. */
export async function writePacked(path: string, pieces: Pieces): Promise<void> {
  await pipeline(Readable.from(pieces), createGzip(LEVEL), createWriteStream(path));
}

export function bytesOf(pieces: Pieces): Uint8Array {
  return Buffer.concat([...pieces]);
}

/** A gzipped profile that unpacks to about `bytes` bytes of equal samples; the file is about 600 times smaller. */
export function* bomb(bytes: number): Pieces {
  const row = sample([1]);
  const member = Buffer.alloc(row.length * Math.floor((16 * PIECE_BYTES) / row.length), row);
  const packedMember = gzipSync(member, LEVEL);
  yield gzipSync(tables({ functions: 1 }), LEVEL);
  for (let written = 0; written < bytes; written += member.length) yield packedMember;
}

/** A valid beginning, then a sample that claims a length of `claimed` bytes. */
export function* longField(claimed: number): Pieces {
  yield tables({ functions: 1 });
  yield Writer.create().uint32(18).uint32(claimed).bytes(new Uint8Array(64)).finish();
}

/** One sample whose stack of `depth` calls goes through `functions` functions in turn; the leaf is the last one. */
export function* deepStack(depth: number, functions = 1000): Pieces {
  const ids = varints(functions, (row) => row + 1);
  const full = Math.floor(depth / functions);
  const rest = varints(depth - full * functions, (row) => row + 1);
  const value = Writer.create().uint32(16).uint32(1).finish();
  const stack = ids.length * full + rest.length;
  const header = Writer.create().uint32(10).uint32(stack).finish();
  yield tables({ functions });
  yield Writer.create().uint32(18).uint32(header.length + stack + value.length).finish();
  yield header;
  for (let turn = 0; turn < full; turn++) yield ids;
  yield rest;
  yield value;
}

/** `count` functions, each in its own file and with its own sample. */
export function* manyFiles(count: number): Pieces {
  yield* functionRows(count);
  yield* gathered(count, (row) => [sample([row + 1, 1])]);
  yield head();
  yield* gathered(count, (row) => [
    text(`example.com/m/p${row}.F`),
    text(`/home/someone/go/src/example.com/m/p${row}/file${row % 1000}.go`),
  ]);
}

/** A function with a name of `bytes` bytes, called by main. */
export function* longName(bytes: number): Pieces {
  yield message(5, (out) => out.uint32(8).uint32(1).uint32(16).uint32(3).uint32(32).uint32(4));
  yield location(1);
  yield sample([1]);
  yield head();
  yield Writer.create().uint32(50).uint32(bytes).finish();
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield new Uint8Array(Math.min(left, PIECE_BYTES)).fill(0x61);
  yield text('long.go');
}

/**
 * main (f0.go:1) calls f (f1.go:2), which recurses `depth` times. At each tenth of that depth, f calls a leaf, which
 * has a sample.
 */
export function* recursion(depth: number): Pieces {
  const [main, f, leaf] = [1, 2, 3];
  for (let deep = Math.ceil(depth / 10); deep <= depth; deep += Math.ceil(depth / 10)) {
    yield sample([leaf, ...new Array<number>(deep).fill(f), main]);
  }
  yield tables({ functions: 3 });
}

function tables({ functions }: { functions: number }): Uint8Array {
  const names = Array.from({ length: functions }, (_, row) => [text(`f${row}`), text(`f${row}.go`)]).flat();
  return Buffer.concat([...functionRows(functions), head(), ...names]);
}

/** For each row: function and location `row + 1` on line `row + 1`. Name: string 3 + 2 row; file: string 4 + 2 row. */
function functionRows(count: number): Pieces {
  return gathered(count, (row) => [
    message(5, (out) => out.uint32(8).uint32(row + 1).uint32(16).uint32(3 + 2 * row).uint32(32).uint32(4 + 2 * row)),
    location(row + 1),
  ]);
}

function location(id: number): Uint8Array {
  const line = Writer.create().uint32(8).uint32(id).uint32(16).uint32(id).finish();
  return message(4, (out) => out.uint32(8).uint32(id).uint32(34).bytes(line));
}

/** The sample type and the first strings. */
function head(): Uint8Array {
  const type = message(1, (out) => out.uint32(8).uint32(1).uint32(16).uint32(2));
  return Buffer.concat([type, text(''), text('cpu'), text('nanoseconds')]);
}

/** A sample with value 1; `stack` has location ids, leaf first. */
function sample(stack: readonly number[]): Uint8Array {
  return message(2, (out) => out.uint32(10).bytes(varints(stack.length, (at) => stack[at]!)).uint32(16).uint32(1));
}

function text(content: string): Uint8Array {
  return Writer.create().uint32(50).string(content).finish();
}

function message(field: number, body: (out: Writer) => unknown): Uint8Array {
  const out = Writer.create();
  body(out);
  return Writer.create().uint32((field << 3) | 2).bytes(out.finish()).finish();
}

function varints(count: number, at: (index: number) => number): Uint8Array {
  const out = Writer.create();
  for (let index = 0; index < count; index++) out.uint32(at(index));
  return out.finish();
}

/** The bytes of `rowsOf` for each row below `count`; a piece has 10,000 rows. */
function* gathered(count: number, rowsOf: (row: number) => readonly Uint8Array[]): Pieces {
  for (let row = 0; row < count; ) {
    const rows: Uint8Array[] = [];
    for (const end = Math.min(count, row + 10_000); row < end; row++) rows.push(...rowsOf(row));
    yield Buffer.concat(rows);
  }
}
