import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzMessages } from './messages';
import { Judge, fuzzProfiles } from './profiles';
import { fuzzTexts } from './texts';

// npm run fuzz -- --minutes=N [--seed=S]

process.env['TZ'] = 'UTC';
const FOLDER = path.join('dist', 'fuzz');

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(firstSeed)) throw new Error('--minutes must be a number above 0, and --seed a whole number.');

async function main(): Promise<void> {
  const judge = await Judge.build();
  const end = performance.now() + minutes * 60_000;
  let findings = 0;
  let seed = firstSeed;
  try {
    for (; performance.now() < end; seed++) {
      const profiles = await fuzzProfiles(judge, seed, 5000);
      const others = [...fuzzTexts(seed, 500), ...(await fuzzMessages(seed, 1000))];
      for (const problem of [...profiles.map((finding) => finding.problem), ...others]) console.error(problem);
      await mkdir(FOLDER, { recursive: true });
      for (const [i, { bytes }] of profiles.entries()) await writeFile(path.join(FOLDER, `${seed}-${i}.pb`), bytes);
      findings += profiles.length + others.length;
    }
  } finally {
    await judge.remove();
  }
  console.log(`Seeds ${firstSeed} to ${seed - 1}: ${findings} findings${findings > 0 ? `; profiles are in ${FOLDER}` : ''}.`);
  process.exitCode = findings > 0 ? 1 : 0;
}

void main();
