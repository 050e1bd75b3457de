import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runReport } from '../../../src/cli/runReport';
import type { Outcome } from '../../../src/cli/runReport';
import { profileFromText } from '../../shared/profileFromText';

const folder = mkdtempSync(join(tmpdir(), 'linecost-run-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const profile = profileFromText({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    3 30000000 | work@2 a.go:3 ^ loop@6 a.go:7 < main.main@1 gone.go:4
    1 10000000 | loop@6 a.go:8 < main.main@1 gone.go:4
    0 100000   | rare a.go:1 < main.main@1 gone.go:5
  `,
  binary: '/opt/server',
  comments: ['nightly'],
  durationNanos: 80_200_000,
});
writeFileSync(join(folder, 'a.go'), 'line one\nline two\nline three\n\n\n\tline six\n\tline seven\n');

const run = (...argv: string[]): Promise<Outcome> =>
  runReport(argv, { directory: folder, readStdin: async () => gzipSync(profile) });
const text = ({ stdout }: Outcome): string => Buffer.from(stdout).toString();

test('top prints the header, the rows and the number of dropped nodes', async () => {
  assert.equal(text(await run('top', '-')), `File: server
nightly
Type: cpu
Duration: 80.20ms, Total samples = 40.10ms (50.00%)
Showing nodes accounting for 40ms, 99.75% of 40.10ms total
Dropped 1 node (cum <= 0.20ms)
      flat  flat%   sum%        cum   cum%
      30ms 74.81% 74.81%       30ms 74.81%  work (inline)
      10ms 24.94% 99.75%       40ms 99.75%  loop
         0     0% 99.75%    40.10ms   100%  main.main
`);
});

test('top applies its flags', async () => {
  assert.equal(text(await run('top', '-', '-cum', '-nodecount=1', '-sample_index=samples', '-compact_labels')), `\
Showing nodes accounting for 1, 25.00% of 4 total
Showing top 1 nodes out of 3
      flat  flat%   sum%        cum   cum%
         1 25.00% 25.00%          4   100%  loop
`);
  const untrimmed = text(await run('top', '-', '-trim=false', '-nodecount=1'));
  assert.match(untrimmed, /^ {4}0\.10ms {2}0\.25% {3}100% {5}0\.10ms {2}0\.25% {2}rare$/m);
});

test('list prints sources with the cost of each line, and an error for a missing source', async () => {
  assert.equal(text(await run('list', 'loop|main', '-')), `Total: 40.10ms
ROUTINE ======================== loop in a.go
      10ms       40ms (flat, cum) 99.75% of Total
         .          .      6:	line six
         .       30ms      7:	line seven
ROUTINE ======================== main.main in gone.go
         0    40.10ms (flat, cum)   100% of Total
 Error: could not find file gone.go on path ${folder}
`);
});

test('list finds sources in -source_path and prints values in the unit of -unit', async () => {
  const path = join(folder, 'cpu.pprof');
  writeFileSync(path, profile);
  const outcome = await runReport(['list', '^work$', path, `-source_path=${folder}`, '-unit=us'], {
    directory: '/',
    readStdin: async () => new Uint8Array(),
  });
  assert.match(text(outcome), /^ {3}30000us {4}30000us {6}3:line three$/m);
});

test('a pattern without matches is an error with exit code 2', async () => {
  assert.deepEqual(await run('list', 'unused', '-'), {
    code: 2,
    stdout: '',
    stderr: 'no matches found for regexp: unused\n',
  });
});

test('an invalid profile gives exit code 1 and an error that names the file', async () => {
  const path = join(folder, 'bad.pprof');
  writeFileSync(path, profile.subarray(0, 100));
  const { code, stdout, stderr } = await run('top', path);
  assert.deepEqual([code, stdout], [1, '']);
  assert.ok(stderr.startsWith(`${path}: `) && stderr.indexOf('\n') === stderr.length - 1, stderr);
});

test('an unknown sample type or flag, or an invalid pattern, is an error with exit code 2', async () => {
  for (const argv of [['top', '-', '-sample_index=heap'], ['top', '-', '-unknown=x'], ['top', '-', '-focus=a('], ['list', 'a(', '-']]) {
    const { code, stdout, stderr } = await run(...argv);
    assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
    assert.match(stderr, /^[^\n]+\n$/);
  }
});
