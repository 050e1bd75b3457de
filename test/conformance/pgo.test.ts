import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type PgoProblem, pgoProblem } from '../../src/profile/export/pgoProblem';
import { decodeProfile } from '../../src/profile/wire/decode';
import { profileFromText } from '../shared/profileFromText';

let folder = '';
before(async () => (folder = await mkdtemp(join(tmpdir(), 'linecost-pgo-'))));
after(() => rm(folder, { recursive: true, force: true }));

/** What go build does with the profile: it runs this tool first. */
async function goBuild(bytes: Uint8Array): Promise<'fails' | 'ignores it' | 'uses it'> {
  const path = join(folder, 'default.pgo');
  await writeFile(path, bytes);
  return new Promise((resolve) => execFile('go', ['tool', 'preprofile', '-i', path], (error, stdout) => {
    resolve(error ? 'fails' : stdout.trim().split('\n').length === 1 ? 'ignores it' : 'uses it');
  }));
}

const CPU = 'samples/count cpu/nanoseconds';
type Case = [what: string, types: string, stacks: string, problem: PgoProblem | undefined, outcome: string];

const CASES: readonly Case[] = [
  ['usual', CPU, '1 10 | m.f@3 f.go:4 < main.main@1 m.go:2', undefined, 'uses it'],
  ['nanoseconds only', 'cpu/nanoseconds', '10 | m.f@3 f.go:4 < main.main@1 m.go:2', undefined, 'uses it'],
  ['an inlined call', CPU, '1 10 | m.f@3 f.go:4 ^ main.main@1 m.go:2', undefined, 'uses it'],
  ['start lines of some functions', CPU, '1 10 | m.f f.go:4 < main.main@1 m.go:2', undefined, 'uses it'],
  ['without start lines', CPU, '1 10 | m.f f.go:4 < main.main m.go:2', 'noStartLines', 'fails'],
  ['start lines far from the leaf', CPU, '1 10 | m.f f.go:4 < m.g g.go:4 < main.main@1 m.go:2', 'noStartLines', 'fails'],
  ['all zero', CPU, '0 0 | m.f@3 f.go:4 < main.main@1 m.go:2', 'allZero', 'fails'],
  ['the first type zero', CPU, '0 10 | m.f@3 f.go:4 < main.main@1 m.go:2', 'allZero', 'fails'],
  ['milliseconds', 'cpu/milliseconds', '10 | m.f@3 f.go:4 < main.main@1 m.go:2', 'units', 'fails'],
  ['a heap profile', 'inuse_space/bytes', '10 | m.f@3 f.go:4 < main.main@1 m.go:2', 'units', 'fails'],
  ['no samples', CPU, '', 'noSamples', 'ignores it'],
  ['no calls', CPU, '1 10 | main.main@1 m.go:2', 'noCalls', 'ignores it'],
  ['calls of itself on one line', CPU, '1 10 | m.f@3 f.go:4 < m.f@3 f.go:4', 'noCalls', 'ignores it'],
];

for (const [what, types, stacks, problem, outcome] of CASES) {
  test(`go build ${outcome} if a profile is of this kind, and the profile is judged so: ${what}`, async () => {
    const bytes = profileFromText({ types, stacks });
    assert.equal(pgoProblem(decodeProfile(bytes)), problem);
    assert.equal(await goBuild(bytes), outcome);
  });
}

test('a difference is refused, though go build would use it', async () => {
  const stacks = '1 10 | m.f@3 f.go:4 < main.main@1 m.go:2\n-2 -20 | m.g@3 f.go:9 < main.main@1 m.go:3';
  const bytes = profileFromText({ types: CPU, stacks });
  assert.equal(pgoProblem(decodeProfile(bytes)), 'difference');
  assert.equal(await goBuild(bytes), 'uses it');
});

test('a wall profile is refused, though go build would use it', async () => {
  const types = 'samples/count wall/nanoseconds wall_all/nanoseconds';
  const bytes = profileFromText({ types, stacks: '1 10 10 | m.f@3 f.go:4 < main.main@1 m.go:2' });
  assert.equal(pgoProblem(decodeProfile(bytes)), 'units');
  assert.equal(await goBuild(bytes), 'uses it');
});
