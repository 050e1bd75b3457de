import { execFileSync } from 'node:child_process';
import { HostError } from '../host/processes.mjs';
import { tableText } from './markdown';
import { readOptions, UsageError } from './options';
import { makeFolders } from './places';
import { Profiles } from './profiles';
import { writeGuideTable } from './guideTable';
import { measureTable, readResults, writeResults } from './results';
import type { Bench } from './table';
import { TABLES } from './tables/all';
import { buildTools } from './tools';

main().catch((error: unknown) => {
  console.error(error instanceof UsageError || error instanceof HostError ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), TABLES.map(({ name }) => name));
  const start = performance.now();
  const log = (step: string): void => {
    const seconds = Math.round((performance.now() - start) / 1000);
    console.error(`${`${seconds} s`.padStart(6)}  ${step}`);
  };
  await makeFolders();
  const results = new Map(await readResults());
  log('building');
  const tools = await buildTools();
  const bench: Bench = { options, tools, profiles: new Profiles(tools, log), log };
  for (const table of TABLES.filter(({ name }) => options.only.length === 0 || options.only.includes(name))) {
    try {
      const measured = await measureTable(table, bench);
      results.set(table.name, measured);
      console.log(`\n${tableText(measured)}\n`);
    } catch (error) {
      // The other tables are still measured.
      console.error(`The table "${table.name}" could not be measured:`, error);
      process.exitCode = 1;
    }
  }
  const ordered = TABLES.flatMap(({ name }) => results.get(name) ?? []);
  const text = await writeResults(ordered, execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim());
  console.log(`\n${text.slice(text.indexOf('## Targets'))}\n`);
  if (options.guide) await writeGuideTable(ordered);
  log('done: test/bench/out/results.md and results.json');
}
