import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../host/processes.mjs';
import { repoRoot } from '../host/paths.mjs';
import { grid } from './markdown';
import type { Figures, MeasuredTable } from './table';
import { count, megabytes, time, times } from './words';

const FILE = path.join(repoRoot, 'media', 'guide', 'numbers-you-can-check.md');
const MARKER = '<!-- bench -->';

/** The rows of the table of speed in the guide; profiles that were not measured are left out. */
const PROFILES: readonly (readonly [name: string, title: string])[] = [
  ['generated-10000', 'a service’s heap'],
  ['generated-100000', 'a service’s heap'],
  ['compiler-heap', 'allocations of the Go compiler'],
  ['generated-1000000', 'a service’s heap'],
];

/** Writes the guide's table between the two markers. */
export async function writeGuideTable(tables: readonly MeasuredTable[]): Promise<void> {
  const figures: Figures = Object.assign({}, ...tables.map((table) => table.figures)) as Figures;
  const text = await readFile(FILE, 'utf8');
  const [before, , after, ...more] = text.split(MARKER);
  if (after === undefined || more.length > 0) throw new HostError(`numbers-you-can-check.md must contain ${MARKER} twice: before and after the table.`);
  await writeFile(FILE, [before, `\n${guideTable(figures)}\n`, after].join(MARKER));
}

export function guideTable(figures: Figures): string {
  const head = ['profile', 'samples', 'Linecost', 'go tool pprof -top', '', 'memory', 'pprof’s'];
  const measured = PROFILES.filter(([name]) => figures[`whole.${name}.labeled.top.ratio`] !== undefined);
  const rows = measured.map(([name, title]) => {
    const of = (key: string): number => figures[`whole.${name}.${key}`]!;
    return [
      title, count(of('samples')), time(of('labeled.ms')), time(of('labeled.top.ms')), times(of('labeled.top.ratio')),
      megabytes(of('labeled.peakBytes')), megabytes(of('labeled.top.peakBytes')),
    ];
  });
  return grid({ head, rows });
}
