import assert from 'node:assert/strict';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { STRINGS, VALID, at, encodeWire } from '../../shared/wire';
import type { WireProfile } from '../../shared/wire';
import { temporaryFolder } from '../goPrograms';
import { assertSameText, mustRun, pprof } from '../oracle';
import { report } from '../ours';

/** The largest int64. */
const LARGEST = '9223372036854775807';
/** 2^53 + 1, which a float cannot represent. */
const ODD = '9007199254740993';
const BASE: WireProfile = { ...VALID, drop_frames: 0, keep_frames: 0 };
const ONE_TYPE = [{ type: at('samples'), unit: at('count') }];

/** Names with a character that is ee 80 8x in UTF-8. In the profile, f8 replaces ee, which makes it invalid. */
const ODD_NAMES = new Map([['leaf', 'f\ue000x'], ['helper', 'f\ue001x'], ['value', 'v\ue002'], ['a comment', 'c\ue003']]);

const PROFILES: Readonly<Record<string, Uint8Array>> = {
  largest: encodeWire({
    ...BASE,
    sample_type: ONE_TYPE,
    sample: [{ location_id: [2, 1], value: [LARGEST] }],
    period: LARGEST,
    duration_nanos: LARGEST,
  }),
  odd: encodeWire({
    ...BASE,
    sample: [
      {
        location_id: [2, 1],
        value: [ODD, '-9007199254740995'],
        label: [ODD, LARGEST].map((num) => ({ key: at('bytes'), num })),
      },
      { location_id: [1], value: [3, '4611686018427387905'] },
    ],
    period: ODD,
    duration_nanos: ODD,
  }),
  lines: encodeWire({
    ...BASE,
    sample_type: ONE_TYPE,
    sample: [{ location_id: [2, 1], value: [5] }, { location_id: [1], value: [2] }],
    location: [
      { id: 1, mapping_id: 1, address: 5000, line: [{ function_id: 1, line: -1 }] },
      { id: 2, address: 77, line: [{ function_id: 3, line: 2 ** 40 }, { function_id: 2, line: LARGEST, column: -4 }] },
    ],
    function: VALID.function!.map((row, i) => ({ ...row, start_line: [-1, 2 ** 33, 0][i] })),
  }),
  names: encodeWire({ ...BASE, string_table: STRINGS.map((text) => ODD_NAMES.get(text) ?? text) })
    .map((byte) => (byte === 0xee ? 0xf8 : byte)),
};

const REPORTS = [
  '-raw', '-top', '-top -lines', '-list=.', '-traces', '-tags', '-tree', '-peek=.', '-dot', '-dot -lines',
  '-callgrind -lines',
];

test('reports and -proto have every digit of a number and every byte of a name, as in pprof', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    for (const [name, bytes] of Object.entries(PROFILES)) {
      const file = join(folder, `${name}.pb.gz`);
      await writeFile(file, gzipSync(bytes));
      for (const flags of REPORTS) {
        const args = [...flags.split(' '), file];
        const [ours, theirs] = [await report(args, folder), await pprof(args, { cwd: folder })];
        assertSameText(ours.stdout, theirs.stdout, `${flags} ${name}`);
      }
      const raw: Buffer[] = [];
      for (const run of [report, (args: readonly string[]) => pprof(args, { cwd: folder })]) {
        const copy = join(folder, 'copy.pb.gz');
        await writeFile(copy, (await run(['-proto', file], folder)).stdout);
        raw.push((await pprof(['-raw', copy], { cwd: folder })).stdout);
      }
      assertSameText(raw[0]!, raw[1]!, `-proto ${name}`);
    }
  } finally {
    await remove();
  }
});

test('the error for a profile format older than profile.proto gives the command that converts it', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    const judge = join(__dirname, '../../fuzz/judge');
    const module = await mustRun('go', ['mod', 'download', '-json', 'github.com/google/pprof'], { cwd: judge });
    const testdata = join((JSON.parse(module) as { readonly Dir: string }).Dir, 'profile/testdata');
    const samples = (await readdir(testdata)).filter((name) => !name.endsWith('.string'));
    assert.ok(samples.length > 10);
    for (const name of samples) {
      const file = join(folder, name);
      await copyFile(join(testdata, name), file);
      const { code, stderr } = await report(['-raw', file], folder);
      assert.equal(code, 1, name);
      assert.match(stderr, /it looks like a .*profile/, name);
      const command = /`go tool pprof -proto (\S+) > (\S+)`/.exec(stderr);
      assert.deepEqual(command?.slice(1), [file, `${file}.pb.gz`], stderr);
      await writeFile(command![2]!, (await pprof(['-proto', command![1]!], { cwd: folder })).stdout);
      assert.equal((await report(['-raw', command![2]!], folder)).code, 0, name);
    }
  } finally {
    await remove();
  }
});
