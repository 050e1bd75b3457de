import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CloudProfilerStore } from '../../../src/fleet/cloudProfiler/cloudProfilerStore';
import { FilesStore } from '../../../src/fleet/files/filesStore';
import { listedFiles } from '../../../src/fleet/files/listedFiles';
import { localFiles } from '../../../src/fleet/files/localFiles';
import type { FleetQuery } from '../../../src/fleet/fleetQuery';
import type { FleetStore } from '../../../src/fleet/fleetStore';
import { ParcaStore } from '../../../src/fleet/parca/parcaStore';
import { startCloudProfiler } from '../../shared/fleet/cloudProfilerServer';
import { startFaulty, type TestServer } from '../../shared/fleet/faultyServer';
import { startParca } from '../../shared/fleet/parcaServer';
import { profileBenchmarks, profileLabeled, temporaryFolder } from '../goPrograms';
import { pprof } from '../oracle';
import { report } from '../ours';

const CPU = 'process_cpu:cpu:nanoseconds:cpu:nanoseconds:delta';
const T0 = Date.parse('2020-02-29T10:00:00Z');
const ALL = { from: T0, to: T0 + 3_600_000 };
/** Profiles of Go programs: the time that they have here, and their file. */
let files: readonly { readonly at: number; readonly path: string; readonly bytes: Uint8Array }[] = [];
let folder = '';
const removals: (() => Promise<void>)[] = [];

before(async () => {
  const [benchmarks, labeled, own] = await Promise.all([profileBenchmarks(), profileLabeled(), temporaryFolder()]);
  folder = own.folder;
  removals.push(() => benchmarks.remove(), () => labeled.remove(), () => own.remove());
  const paths = [benchmarks.paths.get('cpu') ?? '', join(labeled.folder, 'first.pprof')];
  files = await Promise.all(paths.map(async (path, i) => ({ at: T0 + 60_000 * i, path, bytes: await readFile(path) })));
});

after(async () => {
  for (const remove of removals) await remove();
});

/** The rows of pprof's or our table of lines for the merge of these files, without its head, which names times. */
async function rowsOf(run: typeof pprof | typeof ours, paths: readonly string[], index: string): Promise<string[]> {
  const words = ['-lines', '-nodecount=100000', '-nodefraction=0', '-unit=ns', `-sample_index=${index}`, ...paths];
  const { code, stdout, stderr } = await run(['-top', ...words], { cwd: folder });
  assert.equal(code, 0, stderr);
  const rows = stdout.toString().split('\n').filter((line) => /^ *[\d.-]+/.test(line));
  // Running sums depend on the order of equal rows.
  return rows.map((line) => line.replace(/^( *\S+ +\S+) +\S+/, '$1')).sort();
}

const ours = (args: readonly string[], { cwd }: { readonly cwd: string }) => report(args, cwd);

/** Asks a store, and writes each profile to a file. */
async function answered(store: FleetStore, query: Partial<FleetQuery>): Promise<string[]> {
  const paths: string[] = [];
  const onNote = (note: string): void => assert.fail(note);
  const options = { signal: new AbortController().signal, maxUnpackedBytes: 1 << 28, onNote };
  for await (const { bytes } of store.merge({ type: CPU, filters: [], range: ALL, ...query }, options)) {
    const path = join(folder, `answer-${Math.random()}.pb`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}

async function using(server: Promise<TestServer>, body: (server: TestServer) => Promise<void>): Promise<void> {
  const started = await server;
  await body(started).finally(() => started.close());
}

/** The answers' rows equal those of pprof for the original files, both as pprof and as Linecost read them. */
async function assertSame(answers: readonly string[], originals: readonly string[], index: string): Promise<void> {
  const theirs = await rowsOf(pprof, originals, 'cpu');
  assert.ok(theirs.length > 10);
  assert.deepEqual(await rowsOf(pprof, answers, index), theirs);
  assert.deepEqual(await rowsOf(ours, answers, index), theirs);
}

const scraped = () => files.map(({ at, bytes }, i) => (
  { name: 'process_cpu', labels: { job: `job-${i}` }, at, bytes: gunzipSync(bytes) }
));

for (const isGetOnly of [false, true]) {
  test(`Parca's merge has pprof's figures for all profiles and for one, ${isGetOnly ? 'through its gateway' : 'by gRPC-web'}`, () =>
    using(startParca(scraped(), { isGetOnly }), async ({ address }) => {
      const store = new ParcaStore(address, {}, 'job');
      const paths = files.map(({ path }) => path);
      const all = await answered(store, {});
      assert.equal(all.length, 1);
      await assertSame(all, paths, 'cpu');
      await assertSame(await answered(store, { service: 'job-1' }), paths.slice(1), 'cpu');
      // Samples are answered as time.
      await assertSame(await answered(store, { type: CPU.replace('cpu:nanoseconds', 'samples:count') }), paths, 'cpu');
    }));
}

test("the profiles of Cloud Profiler have pprof's figures when they are merged", () => {
  const profiles = files.map(({ at, bytes }, i) => ({
    name: `projects/shop/profiles/${i}`, profileType: 'CPU', duration: '10s', startTime: new Date(at).toISOString(), labels: {},
    deployment: { projectId: 'shop', target: `job-${i}`, labels: { version: '1' } }, profileBytes: Buffer.from(bytes).toString('base64'),
  }));
  return using(startCloudProfiler(profiles, { maxPage: 1 }), async ({ address }) => {
    const store = new CloudProfilerStore(`${address.href}v2/projects/shop`, {});
    const paths = files.map(({ path }) => path);
    await assertSame(await answered(store, { type: 'CPU' }), paths, 'cpu');
    await assertSame(await answered(store, { type: 'CPU', service: 'job-1' }), paths.slice(1), 'cpu');
  });
});

test("the profiles of a folder, and of a listing, have pprof's figures when they are merged", async () => {
  const stored = join(folder, 'stored');
  await mkdir(join(stored, 'sub'), { recursive: true });
  const names = ['a.pb.gz', 'sub/b.pb.gz'];
  await Promise.all(files.map(({ bytes }, i) => writeFile(join(stored, names[i]!), bytes)));
  const query = { type: 'samples/count cpu/nanoseconds', range: { from: Date.now() - 86_400_000, to: Date.now() } };
  const paths = files.map(({ path }) => path);
  await assertSame(await answered(new FilesStore(localFiles(stored), undefined), query), paths, 'cpu');
  const page = (...links: string[]) => `<pre>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}</pre>`;
  const listing = startFaulty((_, url) => {
    const body = { '/': page('a.pb.gz', 'sub/'), '/sub/': page('b.pb.gz') }[url.pathname] ?? files[names.indexOf(url.pathname.slice(1))]?.bytes;
    return { status: body === undefined ? 404 : 200, headers: { 'content-type': 'text/html' }, body: body ?? '' };
  });
  await using(listing, async ({ address }) => {
    await assertSame(await answered(new FilesStore(listedFiles(address, {}), undefined), query), paths, 'cpu');
  });
});
