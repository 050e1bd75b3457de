import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { grid, tableText } from './markdown';
import { outFolder } from './places';
import type { Bench, Figures, MeasuredTable, Table } from './table';
import { judge } from './targets';
import { megabytes } from './words';

const FILE = path.join(outFolder, 'results.json');

/** Measures a table, and the load of the machine before and after it. */
export async function measureTable(table: Table, bench: Bench): Promise<MeasuredTable> {
  const before = loadavg()[0]!;
  const measurement = await table.measure(bench);
  const load = [before, loadavg()[0]!] as const;
  const date = new Date().toISOString().slice(0, 16);
  return { ...measurement, name: table.name, date, quick: bench.options.quick, load };
}

/** The tables of earlier runs, by name. */
export async function readResults(): Promise<ReadonlyMap<string, MeasuredTable>> {
  const text = await readFile(FILE, 'utf8').catch(() => '{"tables":[]}');
  const { tables } = JSON.parse(text) as { tables: MeasuredTable[] };
  return new Map(tables.map((table) => [table.name, table]));
}

/** Writes results.json and results.md, and returns the Markdown. */
export async function writeResults(tables: readonly MeasuredTable[], goVersion: string): Promise<string> {
  const figures: Figures = Object.assign({}, ...tables.map((table) => table.figures)) as Figures;
  const targets = judge(figures);
  const [cpu] = cpus();
  const machine = {
    system: `${process.platform} ${process.arch}`,
    cpu: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
    memory: megabytes(totalmem()),
    node: process.version,
    go: goVersion,
  };
  const targetRows = targets.map(({ what, wanted, measured, at, verdict }) => [what, wanted, measured, at, verdict]);
  const text = [
    '# Linecost: speed and memory',
    Object.entries(machine).map(([name, value]) => `${name}: ${value}`).join('; '),
    ...tables.map(tableText),
    '## Targets',
    grid({ head: ['what', 'wanted', 'measured', 'at', 'verdict'], rows: targetRows }),
  ].join('\n\n');
  await writeFile(FILE, JSON.stringify({ machine, tables, targets }, undefined, 1));
  await writeFile(path.join(outFolder, 'results.md'), `${text}\n`);
  return text;
}
