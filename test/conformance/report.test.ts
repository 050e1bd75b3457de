import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { compareList, compareTop } from './compare';
import type { Subject } from './compare';
import { profileBenchmarks, profileProgram, PROGRAMS } from './goPrograms';
import type { FreshProfiles } from './goPrograms';
import { loadProfile, report } from './ours';

let benchmarks: FreshProfiles;
let program: FreshProfiles;

before(async () => {
  [benchmarks, program] = [await profileBenchmarks(), await profileProgram()];
});
after(() => Promise.all([benchmarks.remove(), program.remove()]));

const TOPS: readonly (readonly string[])[] = [
  [],
  ['-cum'],
  ['-nodecount=5'],
  ['-cum', '-nodecount=12'],
  ['-trim=false'],
  ['-nodefraction=0.03', '-edgefraction=0.1', '-cum'],
  ['-unit=auto'],
  ['-lines', '-cum'],
];
const LISTS = ['.', 'work\\.(Fib|Sum|Grow|Words)', '\\(\\*(Stack|Runner)|Map\\[|func\\d+$', 'runtime\\.|sync\\.'];

/** Compares every report of one profile for all its sample types. */
async function compareAll(subject: Subject): Promise<void> {
  for (const { type } of (await loadProfile(subject.path)).sampleTypes) {
    const sampleIndex = `-sample_index=${type}`;
    for (const flags of TOPS) await compareTop(subject, sampleIndex, ...flags);
    for (const pattern of LISTS) await compareList(subject, pattern, sampleIndex);
  }
}

for (const kind of ['cpu', 'mem', 'mutex', 'block']) {
  test(`top and list of a benchmark's ${kind} profile equal pprof's for every sample type`, async () => {
    const path = benchmarks.paths.get(kind)!;
    assert.ok((await loadProfile(path)).sampleCount > 0, 'the profile has no samples');
    await compareAll({ path, cwd: benchmarks.folder });
  });
}

for (const kind of ['goroutine', 'heap', 'allocs', 'threadcreate', 'block', 'mutex']) {
  test(`top and list of a running program's ${kind} profile equal pprof's for every sample type`, async () => {
    await compareAll({ path: program.paths.get(kind)!, cwd: program.folder });
  });
}

test('list finds sources from the working directory, and trims paths by its name, as in pprof', async () => {
  const path = benchmarks.paths.get('cpu')!;
  for (const cwd of [PROGRAMS, `${PROGRAMS}/busywork`, '/']) await compareList({ path, cwd }, 'work\\.');
});

test('list applies source_path and trim_path as pprof does for a program built with -trimpath', async () => {
  const trimmed = await profileProgram('-trimpath');
  try {
    const path = trimmed.paths.get('allocs')!;
    const cwd = trimmed.folder;
    const modulePath = '-trim_path=example.com/conformance';
    await compareList({ path, cwd }, '.');
    await compareList({ path, cwd }, 'main|work', `-source_path=${PROGRAMS}`);
    await compareList({ path, cwd }, 'main|work', `-source_path=/nowhere:${PROGRAMS}/busywork`, modulePath);
    await compareList({ path, cwd: PROGRAMS }, 'main|work', '-trim_path=/elsewhere:example.com/conformance/');
    const list = await report(['list', `-source_path=${PROGRAMS}`, modulePath, 'descend', path], cwd);
    assert.match(list.stdout.toString(), /kept = append\(kept, make\(\[\]byte, 1024\)\)/);
  } finally {
    await trimmed.remove();
  }
});

test("times have the local zone's abbreviation, as in pprof", async () => {
  const path = benchmarks.paths.get('cpu')!;
  const zone = process.env['TZ'];
  try {
    for (const name of ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'America/New_York', 'UTC', '']) {
      process.env['TZ'] = name;
      await compareTop({ path, cwd: benchmarks.folder });
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
