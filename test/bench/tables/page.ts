import { launchBrowser } from '../../e2e/driver/browser';
import { DrivenPage, type Step } from '../page/drivenPage';
import { type LibrarySteps, measureLibrary } from '../page/libraryPage';
import { startEngine } from '../shared/startEngine';
import type { BenchProfile } from '../profiles';
import { median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

/** Numbers of samples. The profiles of a normal run have about 10^4 to 10^6 frames. */
const SIZES = { quick: [3000, 100_000], usual: [3000, 300_000, 1_000_000] };
const ROUNDS = 9;
/** Patterns for the search. All differ, because the worker caches the last search. */
const PATTERNS = ['json|http', 'grow', 'Decode', 'load', 'Visit', 'append', 'serve', 'Lookup', 'Marshal'];

const STEPS = ['first', 'zoom', 'reset', 'search'] as const;
type StepName = (typeof STEPS)[number];

interface PageRun {
  readonly steps: Readonly<Record<StepName, readonly Step[]>>;
  readonly frames: number;
  readonly drawnFrames: number;
  readonly heapBytes: number;
  readonly library: LibrarySteps;
}

/** Table 6: the built page in headless Chromium, with windows from the worker. */
export const page: Table = {
  name: 'page',
  async measure(bench: Bench): Promise<Measurement> {
    const { options, profiles, log } = bench;
    const sizes = (options.quick ? SIZES.quick : SIZES.usual).filter((size) => size <= options.largest);
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    for (const size of sizes) {
      const profile = await profiles.generated(size);
      log(`${profile.name}: the page`);
      const run = await drive(bench, profile);
      const at = `page.${size}`;
      for (const name of STEPS) {
        figures[`${at}.${name}.drawMs`] = median(run.steps[name].map(({ draw }) => draw));
        figures[`${at}.${name}.ms`] = median(run.steps[name].map(({ ask, query, draw }) => ask + query + draw));
      }
      figures[`${at}.heapBytes`] = run.heapBytes;
      figures[`${at}.frames`] = run.frames;
      rows.push([
        count(run.frames), count(profile.samples), count(run.drawnFrames),
        ...STEPS.map((name) => parts(run.steps[name])), megabytes(run.heapBytes),
      ]);
      const { first, zoom, replace } = run.library;
      rows.push(['– d3-flame-graph by itself', '', count(run.library.frames), time(median(first)), time(median(zoom)), '–', '–', '–']);
      rows.push(['– the browser by itself', '', count(run.library.frames), time(median(replace)), '–', '–', '–', '–']);
      figures[`${at}.first.library`] = figures[`${at}.first.drawMs`]! / median(first);
      figures[`${at}.replace.ms`] = median(replace);
      figures[`${at}.zoom.library`] = figures[`${at}.zoom.drawMs`]! / median(zoom);
    }
    figures['page.heapGrowth'] = figures[`page.${sizes.at(-1)}.heapBytes`]! / figures[`page.${sizes[0]}.heapBytes`]!;
    return {
      title: 'The flame graph in headless Chromium, 1,400 pixels wide',
      sections: [{
        title: '',
        head: ['frames', 'samples', 'drawn', 'first paint', 'zoom', 'reset', 'search', 'JS heap'],
        rows,
      }],
      notes: [
        'Medians: from the input to the question + in the worker + from the answer to the settled frame, in ' +
          'milliseconds, = in total. "Settled" is the last frame in which anything changed. VS Code’s message passing ' +
          'between page and host is left out.',
        'The first paint is that of a page just opened; its data come with the answer.',
        '"d3-flame-graph by itself": the library draws the same frames in an empty page, without animation, as in our ' +
          'page; a zoom stays within these frames. Its time shows the speed of the machine.',
        '"the browser by itself": it shows copies of the elements that the library has drawn, with nothing to compute. ' +
          'No drawing of as many elements can take less.',
      ],
      figures,
    };
  },
};

async function drive({ tools }: Bench, profile: BenchProfile): Promise<PageRun> {
  const engine = startEngine(tools.worker);
  const browser = await launchBrowser();
  try {
    const summary = await engine.ask('load', { source: { kind: 'file', path: profile.path } });
    const view = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 1500, search: '.' };
    const query = { ...view, profile: summary.id, sampleType: summary.defaultSampleType };
    const window = await engine.ask('flame', query);
    const steps: Record<StepName, Step[]> = { first: [], zoom: [], reset: [], search: [] };
    const tab = await DrivenPage.open(browser, engine);
    for (let round = 0; round < ROUNDS; round++) steps.first.push(await tab.start(summary));
    const drawnFrames = await tab.frameCount();
    for (const place of await tab.zoomPlaces(ROUNDS)) {
      steps.zoom.push(await tab.click(summary, place));
      steps.reset.push(await tab.reset(summary));
    }
    for (const pattern of PATTERNS.slice(0, ROUNDS)) steps.search.push(await tab.search(summary, pattern));
    const heapBytes = await tab.heapBytes();
    const library = await measureLibrary(browser, window, ROUNDS);
    return { steps, frames: window.matchedFrames, drawnFrames, heapBytes, library };
  } finally {
    await browser.close();
    await engine.dispose();
  }
}

function parts(steps: readonly Step[]): string {
  const [ask, query, draw] = (['ask', 'query', 'draw'] as const).map((part) => median(steps.map((step) => step[part])));
  const all = median(steps.map((step) => step.ask + step.query + step.draw));
  return `${[ask, query, draw].map((value) => value!.toFixed(0)).join(' + ')} = ${time(all)}`;
}
