import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';

export const benchFolder = path.join(repoRoot, 'test', 'bench');
/** A small Go module with a benchmark to click on. */
export const clickedFolder = path.join(benchFolder, 'clicked');
/** A Go module with one benchmark for each way of repeating, among them sub-benchmarks and one that calls C. */
export const loopsFolder = path.join(benchFolder, 'loops');
/** A Go module with a program that does a fixed amount of work. */
export const measuredFolder = path.join(benchFolder, 'measured');
export const protoFile = path.join(repoRoot, 'proto', 'profile.proto');

/** The output of the bench; git ignores it. */
export const outFolder = path.join(benchFolder, 'out');
export const binFolder = path.join(outFolder, 'bin');
export const profilesFolder = path.join(outFolder, 'profiles');
export const peersFolder = path.join(outFolder, 'peers');
/** A copy of the extension as built at the start of the run, so that a build during the run does not change it. */
export const builtFolder = path.join(outFolder, 'dist');
export const scratchFolder = path.join(outFolder, 'scratch');

export async function makeFolders(): Promise<void> {
  const folders = [binFolder, profilesFolder, peersFolder, builtFolder, scratchFolder];
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
}
