import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Derivation, ProfileId } from '../../src/engine/queries';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { profileBenchmarks } from './goPrograms';
import type { FreshProfiles } from './goPrograms';
import { listedLines } from './listedLines';

const { signal } = new AbortController();
const MODES = ['base', 'diff_base'] as const;

let first: FreshProfiles;
let second: FreshProfiles;

before(async () => {
  first = await profileBenchmarks();
  second = await profileBenchmarks('benchmarks-again');
});
after(() => Promise.all([first.remove(), second.remove()]));

/** The costs of all lines of a profile in the engine, by `file:line`, and the total. */
async function linesOf(store: NodeStore, profile: ProfileId, sampleType: number) {
  const files = await store.answer('files', { profile }, signal);
  const costs = await store.answer('fileCosts', { profile, sampleType, files }, signal);
  const lines = costs.flatMap(({ file, lines: numbers, flat, cum }) =>
    Array.from(numbers, (line, i) => [`${file}:${line}`, { flat: flat[i]!, cum: cum[i]! }] as const));
  return { lines: new Map<string, { readonly flat: number; readonly cum: number }>(lines), total: costs[0]!.total };
}

/** The lines that are in several routines. list counts their samples once per routine, and hides routines of sum 0. */
async function linesInSeveralRoutines(paths: readonly string[], type: string, unit: string): Promise<Set<string>> {
  const lists = await Promise.all(paths.map((path) => listedLines([path], second.folder, type, unit)));
  const lines = lists.flatMap((listed) => [...listed.lines]);
  return new Set(lines.flatMap(([key, routines]) => (routines.length > 1 ? [key] : [])));
}

for (const kind of ['cpu', 'mem']) {
  test(`the lines of a ${kind} profile compared with a baseline have the figures of list`, async () => {
    const store = new NodeStore();
    const [before, after] = [first.paths.get(kind)!, second.paths.get(kind)!];
    const load = (path: string) => store.answer('load', { source: { kind: 'file', path } }, signal);
    const [base, { id: profile, sampleTypes }] = [await load(before), await load(after)];
    let [compared, negative, derived] = [0, 0, 2 ** 32];
    for (const mode of MODES) {
      for (const normalize of [false, true]) {
        const of: Derivation = { profile, refinement: {}, base: { profile: base.id, mode, normalize } };
        await store.answer('derive', { profile: ++derived, of }, signal);
        const words = [`-${mode}=${before}`, ...(normalize ? ['-normalize'] : []), after];
        for (const [sampleType, { type, unit }] of sampleTypes.entries()) {
          const what = `${type}, ${words[0]}, normalize ${normalize}`;
          const listed = await listedLines(words, second.folder, type, unit);
          const several = await linesInSeveralRoutines([before, after], type, unit);
          const ours = await linesOf(store, derived, sampleType);
          assert.equal(ours.total, listed.total, `total of ${what}`);
          for (const [key, routines] of listed.lines) {
            const { flat, cum } = ours.lines.get(key)!;
            const sum = (figure: 'flat' | 'cum') => routines.reduce((total, routine) => total + routine[figure], 0);
            assert.equal(flat, sum('flat'), `flat of ${key}, ${what}`);
            if (!several.has(key)) assert.equal(cum, sum('cum'), `cum of ${key}, ${what}`);
            if (cum < 0) negative++;
            compared++;
          }
        }
      }
    }
    assert.ok(compared > 200 && negative > 20, `${compared} lines were compared, ${negative} of them shrank`);
  });
}
