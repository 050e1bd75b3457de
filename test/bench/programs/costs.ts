import { Store } from '../../../src/engine/store';

/**
 * costs.cjs one|all PROFILE: the file on disk → flat and cum of every line, as the extension's worker works them out,
 * for the profile's default sample type or for all of them.
 */
const [which, path] = process.argv.slice(2) as ['one' | 'all', string];
void main();

async function main(): Promise<void> {
  const start = performance.now();
  const store = new Store();
  const { signal } = new AbortController();
  const summary = await store.answer('load', { source: { kind: 'file', path } }, signal);
  const { id: profile, defaultSampleType, sampleTypes, sampleCount } = summary;
  const files = await store.answer('files', { profile }, signal);
  const chosen = which === 'one' ? [defaultSampleType] : sampleTypes.map((_, sampleType) => sampleType);
  const sums: { lines: number; flat: number; cum: number }[] = [];
  for (const sampleType of chosen) {
    const sum = { lines: 0, flat: 0, cum: 0 };
    for (const { lines, flat, cum } of await store.answer('fileCosts', { profile, sampleType, files }, signal)) {
      sum.lines += lines.length;
      for (let i = 0; i < lines.length; i++) {
        sum.flat += flat[i]!;
        sum.cum += cum[i]!;
      }
    }
    sums.push(sum);
  }
  const milliseconds = performance.now() - start;
  console.log(JSON.stringify({ milliseconds, sampleCount, totals: summary.totals, sums }));
}
