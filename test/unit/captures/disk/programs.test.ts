import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { link, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Programs } from '../../../../src/captures/disk/programs';

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'linecost-programs-'));
});
after(() => rm(root, { recursive: true, force: true }));

async function keep(programs: Programs, id: string, spared: readonly string[] = []): Promise<void> {
  const draft = await programs.draft();
  await writeFile(draft, `program of ${id}`);
  await programs.keep(id, draft, spared);
}

test('only the newest programs up to the limit are stored', async () => {
  const programs = new Programs(join(root, 'few'), [], { count: 2 });
  for (const id of ['2026-01', '2026-02', '2026-03']) await keep(programs, id);
  assert.equal(await programs.of('2026-01'), undefined);
  for (const id of ['2026-02', '2026-03']) {
    assert.equal(await readFile((await programs.of(id))!, 'utf8'), `program of ${id}`);
  }
  await programs.remove('2026-03');
  assert.equal(await programs.of('2026-03'), undefined);
});

test('the oldest programs above the size limit are deleted, but never the newest, even if it alone is larger', async () => {
  // `program of 2026-01` has 18 bytes.
  const programs = new Programs(join(root, 'large'), [], { bytes: 40 });
  for (const id of ['2026-01', '2026-02', '2026-03']) await keep(programs, id);
  assert.deepEqual([...(await programs.ids())].sort(), ['2026-02', '2026-03']);
  const small = new Programs(join(root, 'large'), [], { bytes: 1 });
  await keep(small, '2026-04');
  assert.deepEqual([...(await small.ids())], ['2026-04']);
});

test('captures that share a program count as one program, and its size counts once', async () => {
  const folder = join(root, 'shared');
  const programs = new Programs(folder, [], { count: 2, bytes: 40 });
  await keep(programs, '2026-01');
  await keep(programs, '2026-02');
  for (const id of ['2026-03', '2026-04', '2026-05']) {
    const draft = await programs.draft();
    await link(join(folder, '2026-02'), draft);
    await programs.keep(id, draft);
  }
  const names = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
  assert.deepEqual([...(await programs.ids())].sort(), names);
  await keep(programs, '2026-06');
  assert.deepEqual([...(await programs.ids())].sort(), [...names.slice(1), '2026-06']);
});

test('the oldest programs are deleted first, except spared programs, which do not count towards the limit', async () => {
  const programs = new Programs(join(root, 'spared'), [], { count: 2 });
  const spared = ['2026-01', '2026-02', '2026-03'];
  for (const id of [...spared, '2026-04', '2026-05', '2026-06', '2026-07']) await keep(programs, id, spared);
  assert.deepEqual([...(await programs.ids())].sort(), [...spared, '2026-06', '2026-07']);
  await programs.start(spared.slice(1));
  assert.deepEqual([...(await programs.ids())].sort(), [...spared.slice(1), '2026-06', '2026-07']);
});

test('the program just stored is not deleted, even if the clock was set back', async () => {
  const programs = new Programs(join(root, 'back'), [], { count: 2 });
  for (const id of ['2026-02', '2026-03']) await keep(programs, id);
  await keep(programs, '2026-01');
  assert.deepEqual([...(await programs.ids())].sort(), ['2026-01', '2026-03']);
});

test('spared programs count towards the size limit', async () => {
  // `program of 2026-01` has 18 bytes.
  const programs = new Programs(join(root, 'room'), [], { bytes: 40 });
  for (const id of ['2026-01', '2026-02', '2026-03']) await keep(programs, id, ['2026-01']);
  assert.deepEqual([...(await programs.ids())].sort(), ['2026-01', '2026-03']);
});

test('the program of the baseline survives a reload', async () => {
  const programs = new Programs(join(root, 'reloaded'), [], { count: 1 });
  for (const id of ['2026-01', '2026-02', '2026-03']) await keep(programs, id, ['2026-01']);
  const again = new Programs(join(root, 'reloaded'), [], { count: 1 });
  await again.start(['2026-01']);
  assert.deepEqual([...(await again.ids())].sort(), ['2026-01', '2026-03']);
});

test('a program that could not be stored causes no error and does not count towards the limit', async () => {
  const programs = new Programs(join(root, 'none'), [], { count: 1 });
  await keep(programs, '2026-01');
  await programs.keep('2026-02', await programs.draft());
  assert.equal(await programs.of('2026-02'), undefined);
  assert.notEqual(await programs.of('2026-01'), undefined);
});

test('old drafts are removed, and recent drafts are not', async () => {
  const programs = new Programs(join(root, 'drafts'));
  const [old, fresh] = [join(root, 'drafts', '.old'), join(root, 'drafts', '.fresh')];
  await programs.draft();
  await Promise.all([writeFile(old, ''), writeFile(fresh, '')]);
  await utimes(old, 0, 0);
  await keep(programs, '2026-01');
  await assert.rejects(readFile(old), { code: 'ENOENT' });
  assert.equal(await readFile(fresh, 'utf8'), '');
});

test('a clock that is set a day ahead does not remove the drafts of a running measurement', async (context) => {
  const programs = new Programs(join(root, 'ahead'));
  const draft = await programs.draft();
  await writeFile(draft, '');
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
  await keep(programs, '2026-01');
  assert.equal(await readFile(draft, 'utf8'), '');
});

test('drafts of a killed process are removed at the next start, and drafts of another window are not', async () => {
  const folder = join(root, 'killed');
  const draft = await new Programs(folder).draft();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const [killed, other] = [dead, process.ppid].map((pid) => draft.replace(`-${process.pid}-`, `-${pid}-`));
  for (const file of [draft, killed!, other!]) await writeFile(file, '');
  await new Programs(folder).start();
  assert.deepEqual((await readdir(folder)).sort(), [draft, other!].map((file) => basename(file)).sort());
});

test('the program of a capture in progress is found, but counts as stored only once it is placed', async () => {
  const folder = join(root, 'progress');
  const programs = new Programs(folder, [], { count: 1 });
  const [draft, other] = [await programs.draft(), await programs.draft()];
  programs.reserve('2026-02', draft);
  programs.reserve('2026-03', other);
  assert.equal(await programs.of('2026-02'), undefined, 'not built yet');
  for (const file of [draft, other]) await writeFile(file, 'built');
  assert.equal(await programs.of('2026-02'), draft);
  await keep(programs, '2026-01');
  assert.deepEqual([...(await programs.ids())], ['2026-01']);
  await programs.remove('2026-03');
  await programs.place('2026-02', draft);
  assert.equal(await programs.of('2026-02'), join(folder, '2026-02'));
  assert.deepEqual((await readdir(folder)).sort(), ['2026-01', '2026-02']);
});

test('the programs of other folders are moved into the folder', async () => {
  await keep(new Programs(join(root, 'second')), '2026-01');
  const programs = new Programs(join(root, 'first'), [join(root, 'second'), join(root, 'third')]);
  await programs.start();
  assert.equal(await readFile((await programs.of('2026-01'))!, 'utf8'), 'program of 2026-01');
});
