import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../../src/engine/client';
import type { FlameView, FlameWindow } from '../../../src/profile/answers/flame';
import { startEngine, timed } from '../shared/startEngine';

/**
 * queries.cjs WORKER PROFILE ROUNDS: sends the worker the queries of the tabs, loading the profile anew in each round,
 * and prints the milliseconds of every step: { step: [round, …] }. Round 0 is cold: its load is the worker's first.
 */
const [worker, path, rounds] = process.argv.slice(2) as [string, string, string];

const VIEW: FlameView = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };
const TOP = { options: {}, sort: 'flat', direction: 'size', from: 0, limit: 100, search: '', find: '' } as const;
const SEVERAL = 10;
/** A user pauses before the first query: for MIN_PAUSE_MS, plus PAUSE_LOADS times as long as the load took. */
const MIN_PAUSE_MS = 100;
const PAUSE_LOADS = 4;

const took: Record<string, number[]> = {};
void main();

async function main(): Promise<void> {
  const engine = startEngine(worker);
  let frames = 0;
  for (let round = 0; round <= Number(rounds); round++) frames = await runRound(engine, round);
  await engine.dispose();
  console.log(JSON.stringify({ took, frames }));
}

async function runRound(engine: Engine, round: number): Promise<number> {
  const note = (step: string, ms: number): void => {
    const name = round === 0 ? `${step}Cold` : step;
    (took[name] ??= []).push(ms);
  };
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { value, ms } = await timed(work);
    note(name, ms);
    return value;
  };
  /** Several queries of one kind, one after the other; the median counts. */
  const steps = async (name: string, queries: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const times: number[] = [];
    for (const query of queries) times.push((await timed(query)).ms);
    times.sort((a, b) => a - b);
    if (times.length > 0) note(name, times[times.length >> 1]!);
  };

  const load = () => engine.ask('load', { source: { kind: 'file', path } });
  const atOnce = async (name: string, ask: (profile: number, sampleType: number) => Promise<unknown>) => {
    const { id, defaultSampleType: type } = await step(name === 'topAtOnce' ? 'load' : 'loadAgain', load);
    await step(name, () => ask(id, type));
    await engine.ask('unload', { profile: id });
  };
  await atOnce('topAtOnce', (profile, sampleType) =>
    engine.ask('table', { ...TOP, profile, sampleType }));
  await atOnce('flameAtOnce', (profile, sampleType) => engine.ask('flame', { ...VIEW, profile, sampleType }));

  const { value: summary, ms: loadMs } = await timed(load);
  const { id: profile, defaultSampleType: sampleType, sampleTypes } = summary;
  await pause(MIN_PAUSE_MS + PAUSE_LOADS * loadMs);
  const top = { ...TOP, profile, sampleType };
  const functions = await step('top', () => engine.ask('table', top));
  await step('topAgain', () => engine.ask('table', top));

  const files = [...new Set(functions.file)].slice(0, SEVERAL + 1);
  const costs = (file: string) => () => engine.ask('fileCosts', { profile, sampleType, files: [file] });
  const [first] = await step('file', costs(files[0]!));
  await steps('fileOther', files.slice(1).map(costs));
  await steps('fileAgain', files.map(() => costs(files[0]!)));
  const lines = [...first!.lines].slice(0, SEVERAL);
  await steps('hover', lines.map((line) => () =>
    engine.ask('lineDetail', { profile, sampleType, file: files[0]!, line, limit: 3 })));

  const flame = (view: Partial<FlameView>, type = sampleType) => () =>
    engine.ask('flame', { ...VIEW, ...view, profile, sampleType: type });
  const window = await step('flame', flame({}));
  await step('flameAgain', flame({}));
  const roots = zoomTargets(window);
  await steps('zoom', roots.map((root) => flame({ root })));
  await steps('zoomAgain', roots.map(() => flame({ root: roots[0]! })));
  await step('search', flame({ search: 'json|http' }));
  await step('searchNext', flame({ search: 'grow|append' }));
  await step('searchAgain', flame({ search: 'grow|append' }));
  const { matchedFrames } = await flame({ search: '.' })();

  const otherType = (sampleType + sampleTypes.length - 1) % sampleTypes.length;
  const file = await timed(() => engine.ask('fileCosts', { profile, sampleType: otherType, files: [files[0]!] }));
  const graph = await timed(flame({}, otherType));
  note('switchFile', file.ms);
  note('switchFlame', graph.ms);
  note('switch', file.ms + graph.ms);
  await step('unload', () => engine.ask('unload', { profile }));
  return matchedFrames;
}

/** The frames to zoom to: the widest of those that are at least three calls deep. */
function zoomTargets({ parent, rest, cum, id }: FlameWindow): number[] {
  const depth: number[] = [];
  parent.forEach((above, row) => depth.push(row === 0 ? 0 : depth[above]! + 1));
  const rows = depth.map((_, row) => row).filter((row) => depth[row]! >= 3 && rest[row] === 0);
  rows.sort((a, b) => Math.abs(cum[b]!) - Math.abs(cum[a]!));
  return rows.slice(0, SEVERAL).map((row) => id[row]!);
}
