import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { ProfileSummary } from '../../../src/engine/queries';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { scaledLabel } from '../../../src/profile/text/measurement';
import type { ValueType } from '../../../src/profile/model';
import type { Refinement } from '../../../src/profile/answers/refinement';
import { profileLabeled } from '../goPrograms';
import { pprof } from '../oracle';

// Compares the engine's answers for new profiles with `go tool pprof` under the same flags.
const { signal } = new AbortController();
const store = new NodeStore();
let folder: string;
let remove: () => Promise<void>;
const summaries = new Map<string, ProfileSummary>();
let derived = 2 ** 32;

before(async () => {
  ({ folder, remove } = await profileLabeled());
  for (const name of ['first', 'heap', 'mutex']) {
    const source = { kind: 'file', path: pathOf(name) } as const;
    summaries.set(name, await store.answer('load', { source }, signal));
  }
});
after(() => remove());

const pathOf = (name: string) => join(folder, `${name}.pprof`);

async function refined(name: string, refinement: Refinement): Promise<number> {
  const profile = derived++;
  await store.answer('derive', { profile, of: { profile: summaries.get(name)!.id, refinement } }, signal);
  return profile;
}

/** A refinement as pprof's flags. */
const flagsOf = (refinement: Refinement) =>
  Object.entries(refinement).map(([name, value]) => (value === true ? `-${name}` : `-${name}=${value}`));

interface Figures {
  readonly flat: number;
  readonly cum: number;
}

const LIST_ROW = /^ *(\.|-?[\d.]+)[A-Za-z]* +(\.|-?[\d.]+)[A-Za-z]* +(\d+):/;
const TOP_ROW = /^ *(\S+) +\S+% +\S+% +(\S+) +\S+% .* (\S+:\d+)(?: \(.*\))?$/;

/**
 * pprof's figures by `file:line` in the smallest unit, with an entry for each routine that has the line. They come from
 * `-list`, or from `-top -lines` for means, which `-list` does not support.
 */
async function linesOf(
  name: string,
  { type, unit }: ValueType,
  refinement: Refinement,
): Promise<Map<string, Figures[]>> {
  const exact = { nanoseconds: 'ns', bytes: 'B' }[unit] ?? unit;
  const flags = [...flagsOf(refinement), `-unit=${exact}`, `-sample_index=${type}`];
  const report = refinement.mean ? ['-top', '-lines', '-trim=false'] : ['-list=.'];
  const { stdout } = await pprof([...report, ...flags, pathOf(name)], { cwd: folder });
  const lines = new Map<string, Figures[]>();
  const add = (key: string, flat: string, cum: string) => {
    const [flatValue = 0, cumValue = 0] = [flat, cum].map((text) => Number.parseFloat(text) || 0);
    lines.set(key, [...(lines.get(key) ?? []), { flat: flatValue, cum: cumValue }]);
  };
  let file = '';
  for (const row of stdout.toString().split('\n')) {
    const [, topFlat, topCum, place] = TOP_ROW.exec(row) ?? [];
    if (place !== undefined) add(place, topFlat!, topCum!);
    file = /^ROUTINE =+ .* in (\S+)$/.exec(row)?.[1] ?? file;
    const [, flat, cum, line] = LIST_ROW.exec(row) ?? [];
    if (flat !== undefined && (flat !== '.' || cum !== '.')) add(`${file}:${line}`, flat, cum!);
  }
  return lines;
}

const REFINEMENTS: readonly (readonly [string, Refinement])[] = [
  ['first', { focus: 'work\\.(Fib|Compute)' }],
  ['first', { focus: 'work\\.(Fib|Compute)', ignore: 'mallocgc', hide: 'sort' }],
  ['first', { show_from: 'work\\.Compute', noinlines: true }],
  ['first', { tagfocus: 'tenant=^acme$', prune_from: 'work\\.IsEven' }],
  ['first', { tagfocus: 'tenant:acme,route:(compute|fib)', tagignore: 'route=fib' }],
  ['heap', { tagfocus: 'bytes=32b:1kb' }],
  ['heap', { mean: true, focus: 'work\\.' }],
  ['heap', { divide_by: 8, ignore: 'fmt' }],
  ['mutex', { mean: true }],
];

for (const [name, refinement] of REFINEMENTS) {
  test(`the lines of the ${name} profile under ${JSON.stringify(refinement)} have pprof's figures`, async () => {
    const profile = await refined(name, refinement);
    const { sampleTypes } = await store.answer('summary', { profile }, signal);
    let compared = 0;
    for (const [sampleType, { type, unit }] of sampleTypes.entries()) {
      const theirs = await linesOf(name, { type, unit }, refinement);
      const { mean, ...summed } = refinement;
      // A mean divides by the first sample type. Linecost counts routines that have only that type, unlike pprof.
      const all = mean ? await linesOf(name, sampleTypes[0]!, summed) : theirs;
      const files = [...new Set([...theirs.keys()].map((key) => key.replace(/:\d+$/, '')))];
      const ours = await store.answer('fileCosts', { profile, sampleType, files }, signal);
      for (const { file, lines, flat, cum } of ours) {
        for (const [i, line] of lines.entries()) {
          const routines = theirs.get(`${file}:${line}`);
          // A line of several routines, or of a recursive one, counts each sample once, unlike in pprof.
          if (routines?.length !== 1 || all.get(`${file}:${line}`)?.length !== 1) continue;
          const [figures] = routines as [Figures];
          assert.equal(Math.trunc(flat[i]! + 1e-6), figures.flat, `flat of ${file}:${line} (${type})`);
          assert.equal(Math.trunc(cum[i]! + 1e-6), figures.cum, `cum of ${file}:${line} (${type})`);
          compared++;
        }
      }
    }
    assert.ok(compared > 3, `${compared} lines were compared`);
  });
}

/** The totals and values of `-tags` by label key, as text. */
async function tagsOf(name: string, type: string, refinement: Refinement) {
  const flags = [...flagsOf(refinement), `-sample_index=${type}`];
  const { stdout } = await pprof(['-tags', ...flags, pathOf(name)], { cwd: folder });
  const keys = new Map<string, { total: string; values: Map<string, string> }>();
  let current: { total: string; values: Map<string, string> } | undefined;
  for (const row of stdout.toString().split('\n')) {
    const head = /^ *(\S+): Total (\S+) of/.exec(row);
    if (head) keys.set(head[1]!, (current = { total: head[2]!, values: new Map() }));
    const value = /^ *(\S+) \( *[\d.e-]+%\): (.*)$/.exec(row);
    if (value && !head) current!.values.set(value[2]!, value[1]!);
  }
  return keys;
}

for (const [name, refinement] of [['first', {}], ['heap', {}], ['first', { focus: 'Fib' }]] as const) {
  test(`the label totals of the ${name} profile under ${JSON.stringify(refinement)} equal those of -tags`, async () => {
    const profile = await refined(name, refinement);
    const { sampleTypes } = await store.answer('summary', { profile }, signal);
    for (const [sampleType, { type, unit }] of sampleTypes.entries()) {
      const theirs = await tagsOf(name, type, refinement);
      const { keys } = await store.answer('labels', { profile, sampleType, search: '', limit: 5000 }, signal);
      assert.deepEqual(keys.map(({ key }) => key), [...theirs.keys()]);
      assert.ok(keys.length > 0);
      for (const { key, total, values } of keys) {
        const { total: theirTotal, values: theirValues } = theirs.get(key)!;
        assert.equal(scaledLabel(total, unit, 'auto'), theirTotal);
        assert.deepEqual(values.map((value) => [value.name, scaledLabel(value.value, unit, 'auto')]), [...theirValues]);
      }
    }
  });
}

test('choosing values of several labels equals a tagfocus with all of them', async () => {
  const labels = [
    { key: 'tenant', texts: ['acme'], ranges: [] },
    { key: 'route', texts: ['fib', 'even'], ranges: [] },
  ];
  const ours = await store.answer('summary', { profile: await refined('first', { labels }) }, signal);
  const both = await store.answer('summary', {
    profile: await refined('first', { tagfocus: '^tenant:acme$,^route:(fib|even)$' }),
  }, signal);
  assert.ok(both.sampleCount > 0);
  assert.deepEqual([ours.sampleCount, ours.totals], [both.sampleCount, both.totals]);
  const tagfocus = '-tagfocus=^tenant:acme$,^route:(fib|even)$';
  const { stdout } = await pprof(['-traces', tagfocus, pathOf('first')], { cwd: folder });
  assert.equal(stdout.toString().split('-----------+').length - 2, ours.sampleCount);
});
