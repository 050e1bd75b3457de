import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from '../host/processTree.mjs';
import type { Round } from './round';

/** Resources in use after a round. */
export interface Sample {
  readonly round: number;
  readonly residentMb: number;
  readonly heapMb: number;
  /** Open files and sockets, if the system lists them, and active handles of the event loop. */
  readonly handles: number;
  /** Files in the temporary folder and in the folders of captures and programs. */
  readonly files: number;
  readonly processes: number;
}

/** Growth that garbage and the allocator's free pages can explain. */
const SLACK_MB = 24;
const SLACK_PART = 0.15;

export async function sample(round: Pick<Round, 'count' | 'folders'>): Promise<Sample> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await delay(100);
  }
  const { rss, heapUsed } = process.memoryUsage();
  const files = round.folders.map((folder) => readdirSync(folder, { recursive: true }).length);
  return {
    round: round.count,
    residentMb: Math.round(rss / (1 << 20)),
    heapMb: Math.round(heapUsed / (1 << 20)),
    handles: openFiles() + process.getActiveResourcesInfo().length,
    files: files.reduce((sum, count) => sum + count, 0),
    processes: new Set([...descendants(process.pid), ...daemons(round.folders[0]!)]).size,
  };
}

function openFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

/** Finds daemons, which are not descendants, by the temporary folder in their environment. */
function daemons(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`GOTMPDIR=${folder}`);
    } catch {
      return false;
    }
  });
}

/** A sentence for each figure whose median in the last third of the rounds is higher than in the second third. */
export function growth(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  const before = samples.slice(third, 2 * third);
  const after = samples.slice(2 * third);
  const figures = ['residentMb', 'heapMb', 'handles', 'files', 'processes'] as const;
  return figures.flatMap((figure) => {
    const medians = [before, after].map((part) => median(part.map((entry) => entry[figure])));
    const [earlier, later] = medians as [number, number];
    const max = figure.endsWith('Mb') ? earlier * (1 + SLACK_PART) + SLACK_MB : earlier;
    return later > max ? [`${figure} has grown from ${earlier} to ${later}.`] : [];
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const ROWS = 12;

/** A table of up to ROWS samples, including the first and the last. */
export function tableOf(samples: readonly Sample[]): string {
  const step = Math.max(1, (samples.length - 1) / (ROWS - 1));
  const selection = new Set(Array.from({ length: ROWS }, (_, i) => samples[Math.round(i * step)]));
  const names = ['round', 'residentMb', 'heapMb', 'handles', 'files', 'processes'] as const;
  const rows = [...selection].flatMap((entry) => (entry ? [names.map((name) => String(entry[name]))] : []));
  return [[...names], ...rows].map((row) => row.map((cell) => cell.padStart(12)).join('')).join('\n');
}
