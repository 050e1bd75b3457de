import { requireGo } from './host/go.mjs';
import { ensureDependencies } from './host/npm.mjs';
import { HostError } from './host/processes.mjs';
import { STAGES } from './host/stages.mjs';

// Usage: npm test [-- STAGE… PART…]; PART is a part of a test file's path.
const names = STAGES.map((stage) => stage.name);
const chosen = process.argv.slice(2).filter((word) => names.includes(word));
const parts = process.argv.slice(2).filter((word) => !names.includes(word));
const stages = STAGES.filter((stage) => chosen.length === 0 || chosen.includes(stage.name));

const rows = [];
if (await timed('install', installDependencies)) {
  const [first, later] = [true, false].map((isFirst) => stages.filter((stage) => Boolean(stage.isFirst) === isFirst));
  // Installing mostly waits, so it runs beside the first stages.
  const [prepared] = await Promise.all([prepareInOrder(later), Promise.all(first.map(runStage))]);
  for (const stage of prepared) {
    await runStage(stage);
  }
}
report();

/** @returns the stages that are ready to run */
async function prepareInOrder(unprepared) {
  const prepared = [];
  for (const stage of unprepared) {
    if (await timed(`prepare ${stage.name}`, stage.prepare)) {
      prepared.push(stage);
    }
  }
  return prepared;
}

function runStage(stage) {
  return timed(stage.name, () => stage.check(parts));
}

async function installDependencies() {
  if (stages.some((stage) => stage.needsGo)) {
    await requireGo();
  }
  await ensureDependencies();
}

/** Runs a step, and adds its time and counts to `rows`. A step that throws counts as one failure. @returns success */
async function timed(name, step) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  let counts;
  let succeeded = true;
  try {
    counts = await step();
  } catch (error) {
    succeeded = false;
    counts = { passed: 0, failed: 1, skipped: 0 };
    console.error(error instanceof HostError ? error.message : error);
  }
  rows.push({ name, seconds: (performance.now() - start) / 1000, ...counts });
  return succeeded;
}

function report() {
  const width = Math.max(...rows.map((row) => row.name.length));
  console.log(`\n${'stage'.padEnd(width)}      time  passed  failed  skipped`);
  for (const { name, seconds, ...counts } of rows) {
    const figures = [counts.passed, counts.failed, counts.skipped].map((n, i) => `${n || '.'}`.padStart(i === 2 ? 9 : 8));
    console.log(`${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)}${figures.join('')}`);
  }
  const [passed, failed] = ['passed', 'failed'].map((key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0));
  process.exitCode = failed > 0 || rows.length < 2 ? 1 : 0;
  console.log(`\n${passed} passed, ${failed} failed`);
}
