import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { sharedBytes } from '../../../src/captures/loaded/sharedBytes';
import { storeEngine } from '../../shared/storeEngine';
import { workingFolder } from '../goPrograms';
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

test('the Benchmarks panel copies what benchstat prints, and its rows have the same figures', async () => {
  for (const files of SETS) {
    const { tables, text } = await compareTables(...files);
    const lines = text.split('\n').map((line) => line.replace(/[¹²³⁴⁵⁶⁷⁸⁹⁰]+/g, ' ').replace(/\s+/g, ' '));
    for (const { rows, means, notes, unit } of tables) {
      for (const { name, cells } of rows) {
        const parts = cells.flatMap((cell) => {
          if (!cell) return [];
          const { center, range, delta } = cell;
          return [`${center} ± ${range}`, ...(delta ? [`${delta.text} (${delta.evidence})`] : [])];
        });
        const expected = `${name} ${parts.join(' ')}`.replace(/\s+/g, ' ');
        assert.ok(lines.some((line) => line.trim() === expected), `${files.join()} ${unit}: ${expected}\n${text}`);
      }
      for (const { center, delta = '' } of means) {
        assert.ok(lines.some((line) => line.startsWith('geomean') && line.includes(center) && line.includes(delta)), text);
      }
      for (const note of notes) assert.ok(text.includes(note.text));
    }
  }
});
