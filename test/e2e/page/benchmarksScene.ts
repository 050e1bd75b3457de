import type { Page } from 'playwright-core';
import { comparing, type Comparison } from '../../../src/bench/comparison/resultsComparison';
import { readResults } from '../../../src/bench/comparison/readResults';
import { finish } from '../../../src/profile/common/guard';
import type { BENCHMARKS_PAGE, BenchmarksMemory } from '../../../src/pages/protocol/benchmarksPage';
import type { Ask, Give, PageProtocol } from '../../../src/pages/protocol/pageProtocol';
import { benchmarksChart, type BenchmarksShown, benchmarksState } from '../../../src/pages/benchmarks/benchmarksState';
import { HostedPage } from './hostedPage';
import type { ThemeName } from './themes';

/** The output of three benchmarks; `factor` multiplies the time of Join/size=10. */
export function output(factor: number, { runs = 8, procs = '-8' } = {}): string {
  return Array.from({ length: runs }, (_, run) => [
    `BenchmarkJoin/size=10${procs} 100 ${factor * (1000 + 7 * run)} ns/op 64 B/op`,
    `BenchmarkJoin/size=2${procs} 100 ${300 + ((run * 37) % 11)} ns/op 16 B/op`,
    `BenchmarkSum${procs} 100 ${50 + ((run * 13) % 7)} ns/op 12.5 rows/op`,
  ].join('\n')).join('\n');
}

export function source(label: string, text: string, more: { readonly time?: number; readonly commit?: string } = {}) {
  return { id: label, label, origin: `/app/${label}.txt`, ...finish(readResults(text)), ...more };
}

export const OLD = source('old', output(1), { time: 2e12, commit: '0123456789abcdef' });
export const NEW = source('new', output(0.8), { time: 3e12, commit: 'fedcba9876543210' });

type Source = ReturnType<typeof source>;

export interface PanelState extends BenchmarksShown {
  readonly comparison: Comparison;
}

export function panelState(sources: readonly Source[], changes: Partial<BenchmarksShown> = {}): PanelState {
  const comparison = finish(comparing(sources, changes.ignoresProcs ?? false));
  const { summary } = comparison;
  return { sources, comparison, summary, ignoresProcs: false, canFetch: true, now: 3e12, ...changes };
}

/** What the page shows, and the delay of each answer in milliseconds. */
let current: PanelState;
let answerDelay = 0;

/** Delays each answer from now on. */
export function delayAnswers(milliseconds: number): void {
  answerDelay = milliseconds;
}

/** The answer to a question; undefined if the test answers it. */
async function answerOf(asked: Ask<typeof BENCHMARKS_PAGE>): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, answerDelay));
  const { comparison } = current;
  if (asked.question === 'counts') return finish(comparison.counts(asked.params.filter));
  if (asked.question === 'trends') return asked.params.names.map(() => [1.02e-6, 1e-6, 0.82e-6]);
  if (asked.question === 'rows') return comparison.rows(asked.params);
  return undefined;
}

export const hosted = new HostedPage<typeof BENCHMARKS_PAGE>('webview/benchmarks/main.ts', answerOf);
export const { send, problems } = hosted;
export let page: Page;

interface OpenOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
}

export async function open(state: PanelState, { theme = 'dark', width = 1000 }: OpenOptions = {}): Promise<void> {
  page = await hosted.open({ theme, width });
  await show(state);
}

export async function show(state: PanelState, version = 1): Promise<void> {
  current = state;
  const memory: BenchmarksMemory = { captures: ['a'], files: [], ignoresProcs: state.ignoresProcs };
  await send({ kind: 'state', version, state: benchmarksState(state), memory });
  await page.locator('.about').filter({ hasText: /input|Add captures/ }).waitFor();
}

/** Answers the page's last request for a chart. */
export async function answerChart(state: PanelState): Promise<void> {
  const { request, params } = await lastSent() as Ask<typeof BENCHMARKS_PAGE, 'chart'>;
  await send({ kind: 'reply', request, ok: benchmarksChart(state, state.comparison.runs(params)!) });
  await page.locator('figure').first().waitFor();
}

export const table = (unit = 'time/op') => page.getByRole('table', { name: `Results, ${unit}` });
export const names = (unit?: string) => table(unit).locator('tbody th').allTextContents();
/** Waits until the rows of the first table have these names. */
export const untilNames = (...expected: string[]) => page.waitForFunction((list) => {
  const cells = document.querySelector('tbody')?.querySelectorAll('th') ?? [];
  return [...cells].map((cell) => cell.textContent).join('\n') === list;
}, expected.join('\n'));
/** The last message from the page that is not a question for rows or counts. */
const lastSent = () => page.evaluate(() => fakePageHost.received.findLast((message) =>
  message.kind !== 'cancel' && !(message.kind === 'ask' && message.question !== 'chart')));

/** What the page asked or ordered last: its name, its parameters, and the version of the state. */
export async function lastRequest(): Promise<unknown[]> {
  const { params, version, ...last } = await lastSent() as Ask<PageProtocol> | Give<PageProtocol>;
  return [last.kind === 'ask' ? last.question : last.order, params, version];
}
