import { requireGo } from './host/go.mjs';
import { ensureDependencies } from './host/npm.mjs';
import { HostError } from './host/processes.mjs';
import { STAGES } from './host/stages.mjs';

// npm test [-- STAGE… PART_OF_A_FILE_NAME…]
const names = STAGES.map((stage) => stage.name);
const wanted = process.argv.slice(2).filter((word) => names.includes(word));
const parts = process.argv.slice(2).filter((word) => !names.includes(word));
const stages = STAGES.filter((stage) => wanted.length === 0 || wanted.includes(stage.name));

const rows = [];
if (await timed('install', installWhatIsNeeded)) {
  await Promise.all(stages.filter((stage) => stage.isFirst).map(runStage));
  for (const stage of stages.filter((each) => !each.isFirst)) {
    await runStage(stage);
  }
}
report();

async function runStage(stage) {
  if (!stage.prepare || (await timed(`prepare ${stage.name}`, stage.prepare))) {
    await timed(stage.name, () => stage.check(parts));
  }
}

async function installWhatIsNeeded() {
  if (stages.some((stage) => stage.needsGo)) {
    await requireGo();
  }
  await ensureDependencies();
}

/** Runs one step and keeps its time and counts; a step that throws is one failure. */
async function timed(name, step) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  let counts;
  let worked = true;
  try {
    counts = await step();
  } catch (error) {
    worked = false;
    counts = { passed: 0, failed: 1, skipped: 0 };
    console.error(error instanceof HostError ? error.message : error);
  }
  rows.push({ name, seconds: (performance.now() - start) / 1000, ...counts });
  return worked;
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
