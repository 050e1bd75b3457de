import { readFileSync } from 'node:fs';
import { startEngine } from '../shared/startEngine';

/**
 * firstLoad.cjs WORKER PROFILE: prints the milliseconds from a profile's bytes in the host to the costs of its hottest
 * file in the host: once with the start of the worker, then for two more copies of the bytes in the running worker.
 */
const [worker, path] = process.argv.slice(2) as [string, string];
void main();

async function main(): Promise<void> {
  const engine = startEngine(worker);
  const copies = [0, 1, 2].map(() => new Uint8Array(readFileSync(path)));
  const milliseconds: number[] = [];
  // Found before the measurement, because an editor already knows its file.
  const basename = (await hottestFile()).split('/').at(-1)!;
  for (const bytes of copies) {
    const start = performance.now();
    const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'bytes', bytes } });
    const files = await engine.ask('filesNamed', { profile, basename });
    const [costs] = await engine.ask('fileCosts', { profile, sampleType, files });
    milliseconds.push(performance.now() - start);
    if (!costs || costs.lines.length === 0) throw new Error('no costs');
  }
  await engine.dispose();
  console.log(JSON.stringify({ first: milliseconds[0], second: milliseconds[1], third: milliseconds[2] }));
}

/** Uses a separate worker, so that the measured one starts cold. */
async function hottestFile(): Promise<string> {
  const engine = startEngine(worker);
  const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'file', path } });
  const first = { sort: 'flat', direction: 'size', from: 0, limit: 1, search: '', find: '' } as const;
  const { file } = await engine.ask('table', { profile, sampleType, options: {}, ...first });
  await engine.dispose();
  return file[0]!;
}
