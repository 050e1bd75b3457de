import { Reader, Writer } from 'protobufjs/minimal';
import { checkpoint } from '../common/guard';
import { ProfileTag } from './fieldTags';

/** Fields between two calls of `checkpoint`. */
const STRETCH = 4096;

/**
 * Replaces a folder at the beginning of strings: `/tmp/tree/a/b.go` → `/home/a/b.go`. All other bytes stay.
 * @param bytes a profile (proto/profile.proto), not gzipped
 * @param from folder without a separator at its end; `from` itself is replaced too, but not `from-other/b.go`
 * @throws RangeError or Error if the bytes are damaged
 */
export function withFolderRenamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const [old, renamed] = [from, to].map((folder) => new TextEncoder().encode(folder));
  const reader = Reader.create(bytes);
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (let read = 1; reader.pos < reader.len; read++) {
    if (read % STRETCH === 0) checkpoint();
    const start = reader.pos;
    const tag = reader.uint32();
    if (tag !== ProfileTag.String) {
      reader.skipType(tag & 7);
      continue;
    }
    const string = reader.bytes();
    if (!isInside(string, old)) continue;
    pieces.push(bytes.subarray(copied, start), stringField(renamed, string.subarray(old.length)));
    copied = reader.pos;
  }
  return joined([...pieces, bytes.subarray(copied)]);
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;

function isInside(string: Uint8Array, folder: Uint8Array): boolean {
  if (string.length < folder.length || !folder.every((byte, i) => string[i] === byte)) return false;
  const next = string[folder.length];
  return next === undefined || next === SLASH || next === BACKSLASH;
}

function stringField(folder: Uint8Array, rest: Uint8Array): Uint8Array {
  return Writer.create().uint32(ProfileTag.String).bytes(joined([folder, rest])).finish();
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
