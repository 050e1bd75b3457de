import { fork } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { encodeProfile } from '../../../src/profile/wire/encode';
import { ServiceSums } from '../../../src/features/fetch/serviceSums';
import { parseAddress } from '../../../src/live/pprofAddress';
import { takeSets } from '../../../src/live/set/takeSets';
import { profileOfStacks } from '../../shared/stacks';
import { longestTask } from '../shared/longestTask';
import { startEngine } from '../shared/startEngine';

/**
 * instances.cjs WORKER COUNT HANGING: takes a set of each of so many instances of a service, of which some never
 * answer, and adds them up, as *Profile Service* does. Prints the longest task of the host's thread and the time in
 * milliseconds, the largest memory in bytes, with the worker's, and how many instances were added up.
 */
const [worker, count, hanging] = process.argv.slice(2) as [string, string, string];
const SECONDS = 1;
const LIMIT_MS = 3000;
const KINDS = ['profile', 'heap', 'allocs', 'goroutine', 'mutex', 'block'];
/** Stacks of each profile, as of a service of usual size; about 40 kB. */
const STACKS = 1500;

void (worker === 'serve' ? serve() : main());

async function main(): Promise<void> {
  const server = fork(process.argv[1]!, ['serve', count, hanging]);
  const port = await new Promise<unknown>((resolve) => server.once('message', resolve));
  const engine = startEngine(worker);
  const instances = Array.from({ length: Number(count) }, (_, i) => {
    return { name: `i${i}`, ...parseAddress(`http://127.0.0.1:${String(port)}/${i}/debug/pprof/`), connection: {} };
  });
  const { signal } = new AbortController();
  const sums = new ServiceSums(engine, signal, true);
  let taken = 0;
  let peakBytes = 0;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  const idleBytes = process.memoryUsage.rss();
  const start = performance.now();
  const longestMs = await longestTask(async () => {
    await takeSets(instances, { seconds: SECONDS, limitMs: LIMIT_MS, signal }, async ({ name }, set) => {
      await sums.add(name, set);
      taken++;
    });
    await sums.end();
  });
  const ms = performance.now() - start;
  clearInterval(watch);
  server.kill();
  await engine.dispose();
  console.log(JSON.stringify({ longestMs, ms, idleBytes, peakBytes, taken }));
  process.exit();
}

function serve(): void {
  process.once('disconnect', () => process.exit());
  const bodies = new Map(KINDS.map((kind) => [kind, gzipSync(encodeProfile(profileOf(kind)))]));
  const list = KINDS.map((kind) => `<tr><td>3<td><a href='${kind}?debug=1'>${kind}</a></tr>`).join('\n');
  const answer = (path: string, response: ServerResponse): void => {
    const name = path.split('/debug/pprof/')[1]!;
    response.end(name === '' ? list : bodies.get(name)!);
  };
  // The last ones hang.
  const first = Number(count) - Number(hanging);
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    if (Number(pathname.split('/')[1]) >= first) return;
    if (pathname.endsWith('/profile')) setTimeout(answer, 1000 * SECONDS, pathname, response);
    else answer(pathname, response);
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
}

function profileOf(kind: string) {
  const types = [{ type: kind, unit: 'count' }];
  const stacks = Array.from({ length: STACKS }, (_, i) => {
    const frames = Array.from({ length: 12 }, (_, depth) => {
      const id = depth === 0 ? i : Math.floor(i / 2 ** (12 - depth));
      return { name: `shop/${kind}.f${depth}x${id}`, file: `/src/shop/f${depth}.go`, line: 1 + (id % 900), inlined: false };
    });
    return { frames, values: [1 + (i % 97)] };
  });
  return profileOfStacks(stacks, types);
}
