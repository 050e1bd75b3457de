import { readFileSync } from 'node:fs';
import { startEngine } from '../shared/startEngine';

/**
 * firstLoad.cjs WORKER PROFILE: prints the milliseconds from a profile's bytes to the costs of its hottest file, both
 * in the host, including the start of the worker; then the same for another copy of the bytes in the running worker.
 */
const [worker, path] = process.argv.slice(2) as [string, string];
void main();

async function main(): Promise<void> {
  const engine = startEngine(worker);
  const bytes = [0, 1, 2].map(() => new Uint8Array(readFileSync(path)));
  const milliseconds: number[] = [];
  // A file that the editor shows; determined before the measurement.
  const files = await hottest();
  for (const copy of bytes) {
    const start = performance.now();
    const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'bytes', bytes: copy } });
    const names = await engine.ask('filesNamed', { profile, basename: files.split('/').at(-1)! });
    const [costs] = await engine.ask('fileCosts', { profile, sampleType, files: names });
    milliseconds.push(performance.now() - start);
    if (!costs || costs.lines.length === 0) throw new Error('no costs');
  }
  await engine.dispose();
  console.log(JSON.stringify({ first: milliseconds[0], second: milliseconds[1], third: milliseconds[2] }));
}

/** Uses a separate worker, so that the measured one starts cold. */
async function hottest(): Promise<string> {
  const other = startEngine(worker);
  const { id: profile, defaultSampleType: sampleType } = await other.ask('load', { source: { kind: 'file', path } });
  const first = { sort: 'flat', direction: 'size', from: 0, limit: 1, search: '', find: '' } as const;
  const { file } = await other.ask('table', { profile, sampleType, options: {}, ...first });
  await other.dispose();
  return file[0]!;
}
