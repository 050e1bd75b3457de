import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readProgram } from '../../../../src/sources/program/program';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecost-program-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array) {
  const path = join(folder, 'program');
  await writeFile(path, bytes);
  return readProgram(path);
}

interface ElfKind {
  readonly is64: boolean;
  readonly isBigEndian: boolean;
  readonly notes: 'segment' | 'section';
}

/**
 * An ELF file with 4 KiB pages: a data segment, a code segment at 0x401234, and two notes in a segment or in a section.
 * The second note is a build id.
 */
function elf({ is64, isBigEndian, notes }: ElfKind): Buffer {
  const file = Buffer.alloc(600);
  const put = (size: 2 | 4 | 8, value: number, at: number) => {
    if (size === 8 && isBigEndian) file.writeBigUInt64BE(BigInt(value), at);
    else if (size === 8) file.writeBigUInt64LE(BigInt(value), at);
    else if (isBigEndian) file.writeUIntBE(value, at, size);
    else file.writeUIntLE(value, at, size);
  };
  const word = is64 ? 8 : 4;
  file.write('\x7fELF', 'latin1');
  file[4] = is64 ? 2 : 1;
  file[5] = isBigEndian ? 2 : 1;
  put(word, 64, is64 ? 32 : 28);
  put(2, is64 ? 56 : 32, is64 ? 54 : 42);
  put(2, 3, is64 ? 56 : 44);
  const segment = (index: number, type: number, flags: number, address: number, offset: number, size: number) => {
    const start = 64 + index * (is64 ? 56 : 32);
    put(4, type, start);
    put(4, flags, start + (is64 ? 4 : 24));
    put(word, offset, start + (is64 ? 8 : 4));
    put(word, address, start + (is64 ? 16 : 8));
    put(word, size, start + (is64 ? 32 : 16));
    put(word, 0x1000, start + (is64 ? 48 : 28));
  };
  segment(0, 1, 4, 0x300000, 0, 10);
  segment(1, 1, 5, 0x401234, 0, 10);
  segment(2, 4, 4, 0, 300, notes === 'segment' ? 100 : 20);
  if (notes === 'section') {
    put(word, 400, is64 ? 40 : 32);
    put(2, is64 ? 64 : 40, is64 ? 58 : 46);
    put(2, 1, is64 ? 60 : 48);
    put(4, 7, 404);
    put(word, 320, 400 + (is64 ? 24 : 16));
    put(word, 80, 400 + (is64 ? 32 : 20));
  }
  const note = (at: number, name: string, type: number, text: string) => {
    put(4, name.length, at);
    put(4, text.length / 2, at + 4);
    put(4, type, at + 8);
    file.write(name, at + 12, 'latin1');
    file.write(text, at + 12 + 4 * Math.ceil(name.length / 4), 'hex');
  };
  note(300, 'Go\0\0', 4, 'aabbcc');
  note(320, 'GNU\0', 3, '7c0924148f');
  return file;
}

test("a program's load address and build id are read", async () => {
  for (const is64 of [true, false]) {
    for (const isBigEndian of [true, false]) {
      for (const notes of ['segment', 'section'] as const) {
        const program = await read(elf({ is64, isBigEndian, notes }));
        assert.deepEqual(program, { loadAddress: 0x401000n, buildId: '7c0924148f' });
      }
    }
  }
});

test('a damaged file, or a file that is not ELF, has neither a load address nor a build id', async () => {
  const none = { loadAddress: undefined, buildId: undefined };
  assert.deepEqual(await read(Buffer.from('#!/bin/sh\n')), none);
  assert.deepEqual(await read(Buffer.from('\x7fELF cut off', 'latin1')), none);
  const complete = elf({ is64: true, isBigEndian: false, notes: 'section' });
  for (let length = 4; length < 600; length++) await read(complete.subarray(0, length));
  const damaged = Buffer.from(complete).fill(0xff, 6, 64);
  assert.deepEqual(await read(damaged), none);
});

test('a file that cannot be read is an error', async () => {
  await assert.rejects(readProgram(join(folder, 'none')), { code: 'ENOENT' });
});
