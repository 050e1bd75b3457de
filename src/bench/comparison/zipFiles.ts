import { inflateRawSync } from 'node:zlib';

/** A file in a zip archive; its content is unpacked on demand. */
export interface ZipFile {
  readonly name: string;
  /** @throws Error if the file is damaged, encrypted or packed by an unknown method, or larger than `maxBytes` */
  unpack(maxBytes: number): Uint8Array;
}

/** Signatures of the records in a zip archive. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;

/**
 * The files of a zip archive, without folders. Archives of a kind that CI systems do not make are not supported: in
 * several parts, or larger than 4 GB.
 * @throws RangeError if the archive is damaged or not supported
 */
export function zipFiles(archive: Uint8Array): ZipFile[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(bytes);
  const files: ZipFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let remaining = bytes.readUInt16LE(end + 10); remaining > 0; remaining--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new RangeError('no entry');
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    const [size, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + extraLength + commentLength;
    if (name.endsWith('/')) continue;
    files.push({ name, unpack: (maxBytes) => unpacked(bytes, { flags, method, size, local }, maxBytes) });
  }
  return files;
}

interface Packed {
  readonly flags: number;
  readonly method: number;
  /** Packed, in bytes. */
  readonly size: number;
  /** Offset of the file's own header. */
  readonly local: number;
}

function unpacked(bytes: Buffer, { flags, method, size, local }: Packed, maxBytes: number): Uint8Array {
  const isEncrypted = (flags & 1) !== 0;
  if (isEncrypted || bytes.readUInt32LE(local) !== LOCAL) throw new RangeError('unreadable');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + size > bytes.length) throw new RangeError('cut off');
  const data = bytes.subarray(start, start + size);
  if (method === 8) return inflateRawSync(data, { maxOutputLength: maxBytes });
  if (method !== 0 || size > maxBytes) throw new RangeError('unreadable');
  return data;
}

/** Offset of the record at the end of the archive; a comment may follow the record. */
function endOf(bytes: Buffer): number {
  const last = bytes.length - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) if (bytes.readUInt32LE(at) === END) return at;
  throw new RangeError('no end');
}
