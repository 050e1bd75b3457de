import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { includedFiles } from '../../src/profile/lines/chargedLines';
import { chargedLines, lineCosts } from '../shared/inOneStep';
import { framesOf } from '../../src/profile/lines/frames';
import { functionListings } from '../../src/profile/graph/functionListing';
import { hotLines } from '../../src/profile/lines/hotLines';
import type { Profile } from '../../src/profile/model';
import { aggregate } from '../../src/profile/refine/aggregate';
import { type FreshProfiles, profileBenchmarks, profileProgram } from './goPrograms';
import { listedLines } from './listedLines';
import { loadProfile } from './ours';
import { readTraces, sumTraces, type TraceCost } from './traces';

let benchmarks: FreshProfiles;
let program: FreshProfiles;

before(async () => {
  [benchmarks, program] = [await profileBenchmarks(), await profileProgram()];
});
after(() => Promise.all([benchmarks.remove(), program.remove()]));

const KINDS = ['cpu', 'mem', 'mutex', 'block', 'goroutine', 'heap', 'allocs', 'threadcreate'];

/** Calls `check` for each sample type of the profile of a kind. */
async function forEachSampleType(
  kind: string,
  check: (profile: Profile, sampleType: number, path: string) => Promise<void>,
): Promise<void> {
  const path = benchmarks.paths.get(kind) ?? program.paths.get(kind)!;
  const profile = await loadProfile(path);
  for (const sampleType of profile.sampleTypes.keys()) await check(profile, sampleType, path);
}

/** The costs of every line of the files, by `file:line`. */
function allLineCosts(profile: Profile, sampleType: number, files: Iterable<string>): Map<string, TraceCost> {
  const costs = lineCosts(profile, sampleType);
  const lines = new Map<string, TraceCost>();
  for (const file of files) {
    const { lines: numbers, flat, cum, samples } = costs.fileCosts(file);
    numbers.forEach((line, i) => lines.set(`${file}:${line}`, { flat: flat[i]!, cum: cum[i]!, samples: samples[i]! }));
  }
  return lines;
}

const sorted = (costs: ReadonlyMap<string, TraceCost>): unknown[] => [...costs].sort(([a], [b]) => (a < b ? -1 : 1));

for (const kind of KINDS) {
  test(`every line of a ${kind} profile has the sum of its samples in pprof's traces`, async () => {
    await forEachSampleType(kind, async (profile, sampleType, path) => {
      const { type, unit } = profile.sampleTypes[sampleType]!;
      const traces = await readTraces({ path, cwd: program.folder }, type, unit);
      const files = new Set(traces.flatMap(({ frames }) => frames.map(({ file }) => file)));
      const expected = sumTraces(traces, ({ file, line }) => (line === 0 ? undefined : `${file}:${line}`));
      assert.deepEqual(sorted(allLineCosts(profile, sampleType, files)), sorted(expected), type);
    });
  });
}

test("a line is charged with the samples of pprof's traces in which it is the innermost line of the workspace", async () => {
  let compared = 0;
  for (const kind of KINDS) {
    await forEachSampleType(kind, async (profile, sampleType, path) => {
      const { type, unit } = profile.sampleTypes[sampleType]!;
      const traces = await readTraces({ path, cwd: program.folder }, type, unit);
      const { files } = framesOf(profile).functions;
      const workspaceFiles = files.filter((file) => !file.includes('/src/runtime/') && !file.includes('/src/internal/'));
      const expected = new Map<string, number>();
      for (const { value, frames } of traces) {
        const innermost = frames.find(({ file, line }) => line > 0 && workspaceFiles.includes(file));
        const key = innermost ? `${innermost.file}:${innermost.line}` : 'elsewhere';
        expected.set(key, (expected.get(key) ?? 0) + value);
      }
      const included = includedFiles(profile, workspaceFiles);
      const charged = chargedLines(profile, sampleType, included);
      const view = { order: 'charged' as const, limit: 1e6 };
      const lines = hotLines(lineCosts(profile, sampleType), view, charged, included);
      const actual = new Map(lines.map(({ file, line, charged: value }) => [`${file}:${line}`, value]));
      if (charged.elsewhere !== 0) actual.set('elsewhere', charged.elsewhere);
      assert.deepEqual([...actual].sort(), [...expected].sort(), `${kind} ${type}`);
      compared += lines.filter(({ charged: value, flat }) => value !== flat).length;
    });
  }
  assert.ok(compared > 20, `${compared} lines were charged with costs of their callees`);
});

test('a line has the figures of list, and at most their sum if list shows it in several functions', async () => {
  let compared = 0;
  for (const kind of KINDS) {
    await forEachSampleType(kind, async (profile, sampleType, path) => {
      const { type, unit } = profile.sampleTypes[sampleType]!;
      const { lines: listed } = await listedLines([path], program.folder, type, unit);
      const files = new Set([...listed.keys()].map((key) => key.replace(/:\d+$/, '')));
      const costs = allLineCosts(profile, sampleType, files);
      for (const [key, routines] of listed) {
        const { flat, cum } = costs.get(key)!;
        const cums = routines.map((routine) => routine.cum);
        assert.equal(flat, routines.reduce((sum, routine) => sum + routine.flat, 0), `flat of ${key}`);
        assert.ok(cum <= cums.reduce((sum, value) => sum + value, 0) && cum >= Math.max(...cums), `cum of ${key}`);
        compared++;
      }
    });
  }
  assert.ok(compared > 500, `${compared} lines were compared`);
});

test('every function that list shows has the sums of its lines, as in pprof', async () => {
  for (const kind of KINDS) {
    await forEachSampleType(kind, async (profile, sampleType, path) => {
      const { type, unit } = profile.sampleTypes[sampleType]!;
      const traces = await readTraces({ path, cwd: program.folder }, type, unit);
      const expected = new Map<string, { flat: number; cum: number }>();
      const byLine = sumTraces(traces, (frame) => `${frame.function} in ${frame.file}\n${frame.line}`);
      for (const [key, { flat, cum }] of byLine) {
        const [name = ''] = key.split('\n');
        const sum = expected.get(name);
        expected.set(name, { flat: flat + (sum?.flat ?? 0), cum: cum + (sum?.cum ?? 0) });
      }
      // One node per line, as in list, because a line may have several addresses in one stack.
      const listings = functionListings(aggregate(profile, 'lines'), sampleType, () => true);
      assert.ok(listings.length > 0 || traces.length === 0);
      for (const { name, file, flat, cum } of listings) {
        if (file === '') continue;
        const { flat: tracedFlat, cum: tracedCum } = expected.get(`${name} in ${file}`)!;
        assert.deepEqual([flat, cum], [tracedFlat, tracedCum], `${name} (${kind}, ${type})`);
      }
    });
  }
});
