import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killStore } from './killStore';
import { Round } from './round';
import { growth, sample, type Sample, tableOf } from './samples';
import { soakWatch } from './watch';

/**
 * Captures, cancels, fetches, refines and reloads for an hour with the extension's own modules, and fails if memory,
 * handles, temporary files or processes grow. With `--kills=N`, it kills processes that share a folder of captures
 * instead, and with `--watch=HOURS`, it watches a service for so many simulated hours.
 */
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const minutes = numberOf('minutes', 60);
  const kills = numberOf('kills', 0);
  if (kills > 0) {
    const { saved } = await killStore(kills, numberOf('seed', 1));
    return console.log(`${kills} kills: ${saved} captures were saved; all except those removed since are complete.`);
  }
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'soak-')));
  const hours = numberOf('watch', 0);
  try {
    if (hours > 0) return judge(await soakWatch(root, hours));
    await soak(root, minutes);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function soak(root: string, minutes: number): Promise<void> {
  const round = await Round.prepare(root);
  const samples: Sample[] = [];
  const until = performance.now() + minutes * 60_000;
  try {
    // The first third of the samples is ignored, because it fills caches and folders.
    while (performance.now() < until || samples.length < 18) {
      await round.run();
      samples.push(await sample(round));
      const { residentMb, handles, files, processes } = samples.at(-1)!;
      console.log(`round ${samples.length}: ${residentMb} MB, ${handles} handles, ${files} files, ${processes} processes`);
    }
  } finally {
    await round.end();
  }
  console.log(`\n${tableOf(samples)}\n\n${round.summary()}`);
  judge(growth(samples));
}

function judge(grown: readonly string[]): void {
  for (const text of grown) console.error(text);
  if (grown.length > 0) process.exitCode = 1;
  else console.log('Nothing has grown.');
}

function numberOf(name: string, defaultValue: number): number {
  const option = process.argv.slice(2).find((arg) => arg.startsWith(`--${name}=`));
  const value = option === undefined ? defaultValue : Number(option.slice(name.length + 3));
  if (!(value >= 0)) throw new Error(`--${name} must be a number of at least 0.`);
  return value;
}
