import assert from 'node:assert/strict';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { resultFileText } from '../../../../src/bench/comparison/resultFileText';

const LINE = 'BenchmarkÄ 100 1 ns/op\n';

/** A zip archive as CI systems write it. */
function zip(files: Readonly<Record<string, string | Uint8Array>>, { isDeflated = true, comment = '' } = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const unpacked = Buffer.from(content as string);
    const data = isDeflated ? deflateRawSync(unpacked) : unpacked;
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(isDeflated ? 8 : 0, 10);
    head.writeUInt32LE(data.length, 20);
    head.writeUInt32LE(unpacked.length, 24);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    locals.push(local, Buffer.from(name), data);
    entries.push(head, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...entries, end, Buffer.from(comment)]);
}

test('UTF-8 and the UTF-16 of Windows PowerShell read as the same text', () => {
  const utf16 = Buffer.from(`\ufeff${LINE}`, 'utf16le');
  for (const bytes of [Buffer.from(LINE), Buffer.from(`\ufeff${LINE}`), utf16, Buffer.from(utf16).swap16()]) {
    assert.equal(resultFileText(bytes), LINE);
  }
});

test('UTF-16 is recognized without a byte order mark, in a zip archive too', () => {
  const text = `goos: linux\n${LINE.repeat(9)}`;
  const utf16 = Buffer.from(text, 'utf16le');
  for (const bytes of [utf16, Buffer.from(utf16).swap16(), zip({ 'a.txt': utf16 }), gzipSync(utf16)]) {
    assert.equal(resultFileText(bytes), text);
  }
  for (const bytes of [[66, 0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 0], [66, 0, 66]]) {
    assert.throws(() => resultFileText(Uint8Array.from(bytes)), /not a text file/);
  }
});

test('a log with prefixes in a zip archive, as CI systems deliver logs, has results', () => {
  const log = '2026-01-02T03:04:05.1Z BenchmarkA-8 \t 100\t 12 ns/op\n';
  assert.equal(resultFileText(zip({ 'job/1_bench.txt': log, 'job/2_done.txt': '2026-01-02T03:04:06.1Z ok\n' })), log);
});

test('gzipped results are unpacked, and so is the only file with results in a zip archive', () => {
  assert.equal(resultFileText(gzipSync(LINE)), LINE);
  const files = { 'logs/': '', 'logs/build.log': 'ok\n', 'bench.txt': LINE, 'cpu.pprof': new Uint8Array([31, 139, 0, 0]) };
  assert.equal(resultFileText(zip(files)), LINE);
  assert.equal(resultFileText(zip(files, { isDeflated: false, comment: 'made by CI' })), LINE);
  assert.equal(resultFileText(zip({ 'a.txt': Buffer.from(`\ufeff${LINE}`, 'utf16le') })), LINE);
});

test('a damaged archive, or one without exactly one file of results, is refused with a reason', () => {
  assert.throws(() => resultFileText(zip({ 'a.txt': 'hello' })), /^NotTextError: is a zip archive without benchmark results$/);
  const several = zip({ 'a.txt': LINE, 'b.json': '{"Action":"output","Output":"BenchmarkA-8 \\t"}' });
  assert.throws(() => resultFileText(several), /results in 2 files \(a\.txt, b\.json\): unpack the archive and add its files$/);
  const archive = zip({ 'a.txt': LINE.repeat(100) });
  const withGap = Buffer.concat([archive.subarray(0, 40), archive.subarray(60)]);
  for (const bytes of [archive.subarray(0, -30), archive.subarray(0, 60), withGap]) {
    assert.throws(() => resultFileText(bytes), /zip archive that is damaged, or that only another program can unpack/);
  }
});

test('a gzipped file that is cut off, damaged or too large is refused with that reason', () => {
  const packed = gzipSync(LINE);
  assert.throws(() => resultFileText(packed.subarray(0, 20)), /^NotTextError: is cut off: its compressed data ends early$/);
  const damaged = Buffer.from(packed);
  damaged.fill(0xff, 12, 20);
  assert.throws(() => resultFileText(damaged), /^NotTextError: is a damaged gzip file$/);
  const large = gzipSync(Buffer.alloc((256 << 20) + 1));
  assert.throws(() => resultFileText(large), /^NotTextError: is larger than 256 MB once unpacked, too large to compare$/);
});

test('a binary file that is not an archive is refused as not text', () => {
  assert.throws(() => resultFileText(Buffer.from('a\0b')), /not a text file/);
});
