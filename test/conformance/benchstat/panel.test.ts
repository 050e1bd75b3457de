import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { sharedBytes } from '../../../src/captures/loaded/sharedBytes';
import { storeEngine } from '../../shared/storeEngine';
import { workingFolder } from '../goPrograms';
import type { BenchmarksCell } from '../../../src/bench/comparison/answers';
import { runTheirs } from './sides';
import { INPUT_FILES } from './written';

let remove: () => Promise<void>;
before(async () => {
  ({ remove } = await workingFolder());
  for (const [name, content] of Object.entries(INPUT_FILES)) writeFileSync(name, content);
});
after(() => remove());

const engine = storeEngine();
let lastId = 0;

/**
 * Asserts that the text and the CSV that the panel copies equal benchstat's output. Returns the text, and the tables
 * with their rows.
 */
async function compareTables(...files: readonly string[]) {
  const inputs = files.map((label) => ({ results: ++lastId, bytes: sharedBytes(INPUT_FILES[label]!), label }));
  const query = { inputs, ignoresProcs: false };
  const { tables, ignored } = await engine.ask('compareBenchmarks', query);
  const text = await engine.ask('benchmarkText', { ...query, format: 'text' });
  const csv = await engine.ask('benchmarkText', { ...query, format: 'csv' });
  const flags = ignored.length > 0 ? [`-ignore=${ignored.join(',')}`] : [];
  const print = async (...more: string[]) => (await runTheirs([...flags, ...more, ...files])).stdout.toString();
  assert.equal(text, await print());
  assert.equal(csv, await print('-format=csv'));
  const tablesWithRows = await Promise.all(tables.map(async ({ unit, means, notes }, table) => {
    const rows = { table, filter: '', from: 0, to: 10_000, find: [] };
    const answer = await engine.ask('benchmarkRows', { ...query, rows });
    return { unit, means, notes, rows: answer.rows.map(({ row }) => row) };
  }));
  return { tables: tablesWithRows, text };
}

test('the export and its flags give benchstat the tables of the panel', async () => {
  const run = (keys: readonly string[], procs: number, ns: number) => {
    const lines = [5, 3, 1, 2, 4, 6].map((more) => `BenchmarkJoin-${procs} 10 ${ns + more} ns/op`);
    return [...keys, 'pkg: example.com/a', ...lines, ''].join('\n');
  };
  const sets = [
    [run(['commit: 1a', 'branch: main'], 8, 100), run(['commit: 2b'], 8, 200)],
    [run(['commit: 1a'], 8, 100), run(['commit: 2b'], 4, 200), run(['commit: 3c', 'input: x'], 2, 300)],
    [run(['my~key: 1'], 8, 100), run(["my~key: it's 2"], 8, 200)],
    [run([], 8, 100), run([], 8, 200)],
  ];
  for (const texts of sets) {
    for (const ignoresProcs of [false, true]) {
      const inputs = texts.map((text, i) => ({ results: ++lastId, bytes: sharedBytes(Buffer.from(text)), label: `run ${i}.txt` }));
      const query = { inputs, ignoresProcs };
      const { text, flags } = await engine.ask('exportBenchmarks', query);
      writeFileSync('exported.txt', text);
      const { stdout, stderr } = await runTheirs([...flags, 'exported.txt']);
      assert.equal(stderr.toString(), '');
      assert.equal(stdout.toString(), await engine.ask('benchmarkText', { ...query, format: 'text' }), flags.join(' '));
    }
  }
});

const SETS = [
  ['hash-old.txt', 'hash-new.txt'], ['marshal-old.txt', 'marshal-new.txt'], ['marshal-new.txt', 'hash-old.txt', 'marshal-old.txt'],
  ...Object.keys(INPUT_FILES).map((name) => [name]),
];

/** The factors of prefixes and units: those of benchstat, and those of the panel. */
const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9, µ: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30,
  ns: 1e-9, µs: 1e-6, ms: 1e-3, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, kB: 1e3, MB: 1e6, GB: 1e9,
};

/** A figure of either spelling as a number, `398.8n` and `399 ns`, or its text: `~`, `∞`. */
function sizeOf(text: string): number | string {
  const plain = text.replace(/[\s\u202f%]/g, '').replace('\u2212', '-');
  const [, number, unit = ''] = /^([+-]?[\d.]+)(\D*)$/.exec(plain) ?? [];
  return number === undefined ? plain : Number(number) * (FACTORS[unit] ?? 1);
}

/** The figures in a line of benchstat: medians, ranges, changes, p and n. */
function printedFigures(line: string): string[] {
  const cells = /(\S+) ± (\S+)(?:\s+(~|\?|[+-][\d.]+%|[\d.]+%)?\s*\(p=([\d.]+) n=([\d+]+)\))?/g;
  return [...line.matchAll(cells)].flatMap(([, ...figures]) => figures.filter((each) => each !== undefined));
}

/** The same of a row. */
function shownFigures(cells: readonly (BenchmarksCell | undefined)[]): string[] {
  return cells.flatMap((cell) => {
    if (!cell) return [];
    const { center, range, delta } = cell;
    const [, p = '', n = ''] = /^p (?:= |< )([\d.]+), n = ([\d+]+)$/.exec(delta?.evidence ?? '') ?? [];
    return [center, range, ...(delta ? [delta.text, delta.evidence.includes('<') ? '0' : p, n] : [])];
  });
}

/** Whether figures of the panel are benchstat's, rounded to three digits. */
function areRounded(shown: readonly string[], printed: readonly string[]): boolean {
  return shown.length === printed.length && shown.every((text, i) => {
    const [ours, theirs] = [sizeOf(text), sizeOf(printed[i]!)];
    if (typeof ours === 'string' || typeof theirs === 'string') return ours === theirs;
    return Math.abs(ours - theirs) <= 0.0051 * Math.abs(theirs);
  });
}

test('the Benchmarks panel copies what benchstat prints, and its rows have the same figures in three digits', async () => {
  for (const files of SETS) {
    const { tables, text } = await compareTables(...files);
    const lines = text.split('\n').map((line) => line.replace(/[¹²³⁴⁵⁶⁷⁸⁹⁰]+/g, ' ').trim());
    for (const { rows, means, notes, unit } of tables) {
      for (const { name, cells } of rows) {
        const own = lines.filter((line) => line.startsWith(`${name} `)).map(printedFigures);
        const shown = shownFigures(cells);
        assert.ok(own.some((printed) => areRounded(shown, printed)), `${files.join()} ${unit} ${name}: ${shown.join(' | ')}\n${text}`);
      }
      for (const { center, delta } of means) {
        const shown = [center, ...(delta === undefined ? [] : [delta])];
        const words = lines.filter((line) => line.startsWith('geomean')).map((line) => line.split(/\s+/));
        const isIn = (each: string) => words.some((line) => line.some((word) => areRounded([each], [word])));
        assert.ok(shown.filter((each) => each !== '').every(isIn), `${shown.join(' | ')}\n${text}`);
      }
      for (const note of notes) assert.ok(text.includes(note.text));
    }
  }
});
