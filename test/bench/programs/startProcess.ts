import { spawn } from 'node:child_process';

/**
 * startProcess.cjs ROUNDS: prints the milliseconds for which starting a process blocks the thread, as `go env` does
 * while a profile loads, in a small process and in one with as much memory as an extension host.
 */
const rounds = Number(process.argv[2]);
const EXTRA_BYTES = 100e6;

void main();

async function main(): Promise<void> {
  // The first start loads code.
  await start();
  const small = { residentBytes: process.memoryUsage.rss(), starts: await starts() };
  const extra = Buffer.alloc(EXTRA_BYTES, 1);
  const large = { residentBytes: process.memoryUsage.rss(), starts: await starts() };
  console.log(JSON.stringify({ small, large, kept: extra.length }));
}

async function starts(): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) milliseconds.push(await start());
  return milliseconds;
}

/** Starts a process and waits for its end. Returns the time until `spawn` returned. */
async function start(): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  const milliseconds = performance.now() - from;
  await new Promise((resolve) => child.once('close', resolve));
  return milliseconds;
}
