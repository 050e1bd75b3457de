import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AnswerFiles } from '../../../../../src/features/fleet/production/answerFiles';
import { functionFigures } from '../../../../../src/features/fleet/production/functionFigures';
import { type AskRange, ProductionProfiles } from '../../../../../src/features/fleet/production/productionProfiles';
import { profileFromText } from '../../../../shared/profileFromText';
import { storeEngine } from '../../../../shared/storeEngine';

const { signal } = new AbortController();
const HOUR_MS = 3600_000;
const NOW = Date.UTC(2026, 10, 20, 12, 3);
const stacksOf = (value: number) => `${value} | f f.go:3 < main.main main.go:1\n10 | main.main main.go:2`;
const profile = (value: number, ...notes: string[]) => {
  return { bytes: profileFromText({ types: 'cpu/nanoseconds', stacks: stacksOf(value) }), notes };
};

function folderIn(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-answers-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'answers');
}

test('the last 24 hours are asked once in ten minutes, also by another window; later, for the time that ends then', async (t) => {
  const asked: string[] = [];
  const ask: AskRange = async ({ from, to }) => {
    asked.push(`${(to - from) / HOUR_MS} h until ${(to - NOW) / 60_000} min later`);
    return profile(30);
  };
  let now = NOW;
  const files = new AnswerFiles(folderIn(t));
  const made = () => new ProductionProfiles(storeEngine(), files, { key: 'prod checkout cpu', ask }, () => now);
  const profiles = made();
  const first = await profiles.lastDay(signal);
  assert.equal(await profiles.lastDay(signal), first);
  assert.equal((await made().lastDay(signal))?.summary.totals[0], 40);
  now += 5 * 60_000;
  await profiles.lastDay(signal);
  assert.deepEqual(asked, ['24 h until 7 min later']);
  now += 10 * 60_000;
  await profiles.lastDay(signal);
  assert.deepEqual(asked.length, 2);
});

test('each day before is asked, and one without data has no figures', async (t) => {
  const values = [10, undefined, 90];
  const ask: AskRange = async () => {
    const value = values.shift();
    return value === undefined ? undefined : profile(value);
  };
  const engine = storeEngine();
  const profiles = new ProductionProfiles(engine, new AnswerFiles(folderIn(t)), { key: 'k', ask }, () => NOW);
  const shares = await profiles.days(3, async ({ summary: { id } }) => {
    const figures = await functionFigures(engine, { queryId: id, sampleType: 0 }, 'f', signal);
    return figures && figures.cum / figures.total;
  }, signal);
  assert.deepEqual(shares.map(({ result }) => result), [0.5, undefined, 0.9]);
  assert.deepEqual(shares.map(({ to }) => new Date(to).toISOString()), [17, 18, 19].map((day) => `2026-11-${day}T00:00:00.000Z`));
});

test('a failure is not stored, so that the next question asks again', async (t) => {
  let count = 0;
  const ask: AskRange = async () => {
    if (count++ === 0) throw new Error('the store is down');
    return profile(1);
  };
  const profiles = new ProductionProfiles(storeEngine(), new AnswerFiles(folderIn(t)), { key: 'k', ask }, () => NOW);
  await assert.rejects(profiles.lastDay(signal), /the store is down/);
  assert.equal((await profiles.lastDay(signal))?.summary.totals[0], 11);
});

test('answers that were not used for eight days are removed', async (t) => {
  const folder = folderIn(t);
  const old = new AnswerFiles(folder);
  const file = (await old.fileOf('old', async () => profile(1)))!.path;
  const before = new Date(Date.now() - 9 * 24 * HOUR_MS);
  utimesSync(file, before, before);
  writeFileSync(join(folder, 'left.pprof.1-2.new'), '');
  utimesSync(join(folder, 'left.pprof.1-2.new'), before, before);
  await new AnswerFiles(folder).fileOf('new', async () => profile(1));
  assert.equal(readdirSync(folder).length, 1);
});

test('what an answer lacks is known as long as the answer, also in another window', async (t) => {
  const folder = folderIn(t);
  const made = () => new ProductionProfiles(storeEngine(), new AnswerFiles(folder), {
    key: 'k', ask: async () => profile(1, 'Only 5000 profiles were merged.'),
  }, () => NOW);
  for (const profiles of [made(), made()]) {
    assert.deepEqual((await profiles.lastDay(signal))?.stored.notes, ['Only 5000 profiles were merged.']);
  }
});

test('the oldest answers are removed once they take too much room, also in a window that stays open', async (t) => {
  const folder = folderIn(t);
  const size = profile(1).bytes.length;
  const files = new AnswerFiles(folder, { bytes: 2.5 * size, sweepMs: 0 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const stored = await files.fileOf(name, async () => profile(1));
    const before = new Date(Date.now() - 1000 * ('z'.charCodeAt(0) - name.charCodeAt(0)));
    utimesSync(stored!.path, before, before);
  }
  assert.equal(readdirSync(folder).length, 3, 'two that fit, and the one that was written after them');
});

test('a profile is removed together with its notes', async (t) => {
  const folder = folderIn(t);
  const noted = { ...profile(1), notes: ['Only 5000 profiles were merged.'] };
  const size = noted.bytes.length + JSON.stringify(noted.notes).length;
  const files = new AnswerFiles(folder, { bytes: size + noted.bytes.length + 1, sweepMs: 0 });
  for (const name of ['a', 'b', 'c']) {
    const stored = await files.fileOf(name, async () => noted);
    const before = new Date(Date.now() - 1000 * ('z'.charCodeAt(0) - name.charCodeAt(0)));
    utimesSync(stored!.path, before, before);
    // Written first.
    const earlier = new Date(before.getTime() - 10);
    utimesSync(stored!.path.replace('.pprof', '.notes'), earlier, earlier);
  }
  const left = readdirSync(folder).map((name) => name.split('.'));
  const stems = (kind: string) => left.flatMap(([stem, ending]) => (ending === kind ? [stem] : [])).sort();
  assert.deepEqual([stems('notes'), stems('pprof').length], [stems('pprof'), 2]);
});

test('the store answers again if another window removed its answer', async (t) => {
  const folder = folderIn(t);
  let count = 0;
  const ask: AskRange = async () => profile(++count);
  const profiles = new ProductionProfiles(storeEngine(), new AnswerFiles(folder), { key: 'k', ask }, () => NOW);
  await profiles.lastDay(signal);
  rmSync(folder, { recursive: true });
  assert.equal((await profiles.lastDay(signal))?.summary.totals[0], 12);
});

test('a function has its share, its places by flat and cum, and its largest callers', async () => {
  const engine = storeEngine();
  const stacks = '5 | f f.go:3 < g g.go:1 < main.main main.go:1\n3 | f f.go:3 < h h.go:1 < main.main main.go:1\n12 | h h.go:2 < main.main main.go:1';
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks });
  const { id } = await engine.ask('load', { source: { kind: 'bytes', bytes } });
  const figures = await functionFigures(engine, { queryId: id, sampleType: 0 }, 'f', signal);
  assert.deepEqual({ ...figures, weight: undefined }, {
    flat: 8, cum: 8, total: 20, weight: undefined, flatRank: 2, cumRank: 3, functionCount: 4,
    callers: [{ name: 'g', value: 5 }, { name: 'h', value: 3 }],
  });
  assert.equal(await functionFigures(engine, { queryId: id, sampleType: 0 }, 'other', signal), undefined);
});
