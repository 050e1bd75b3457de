import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writer } from 'protobufjs/minimal';
import type { Engine } from '../../../src/engine/client';
import { FleetSum } from '../../../src/features/fleet/fleetSum';
import { AnswerFiles } from '../../../src/features/fleet/production/answerFiles';
import { functionFigures } from '../../../src/features/fleet/production/functionFigures';
import { ProductionProfiles } from '../../../src/features/fleet/production/productionProfiles';
import type { FleetQuery } from '../../../src/fleet/fleetQuery';
import { askInPieces } from '../../../src/fleet/pieces';
import { PyroscopeStore } from '../../../src/fleet/pyroscope/pyroscopeStore';
import { FunctionTag, LineTag, LocationTag, ProfileTag, SampleTag, ValueTypeTag } from '../../../src/profile/wire/fieldTags';
import { longestTask } from '../shared/longestTask';
import { startEngine, timed } from '../shared/startEngine';

/**
 * fleet.cjs WORKER SAMPLES DAYS: asks a Pyroscope for so many days of a service, each of which is a profile of so many
 * samples, and adds them up, as *Profile from a Store* does; before that, for its services and the values of a label;
 * after that, what a function costs in production.
 * Prints times in milliseconds, the longest task of the host's thread, and the memory in bytes, with the worker's: when
 * it was idle, and the largest up to each piece.
 */
const [worker, samples, days] = process.argv.slice(2) as [string, string, string];
const DAY_MS = 86_400_000;
const SERVICES = 1000;
const VALUES = 10_000;
const DEPTH = 16;
const FUNCTIONS = 20_000;
const LOCATIONS = 2 * FUNCTIONS;
const FILES = 500;
const FUNCTION = 'example.com/shop/p48.(*Type3).Method48';
/** Samples that are written at once. */
const CHUNK = 4096;

void (worker === 'serve' ? serve() : main());

async function main(): Promise<void> {
  const server = fork(process.argv[1]!, ['serve', samples]);
  const port = await new Promise<unknown>((resolve) => server.once('message', resolve));
  const engine = startEngine(worker);
  const { signal } = new AbortController();
  const store = new PyroscopeStore(new URL(`http://127.0.0.1:${String(port)}`), {});
  const to = Date.now();
  const query = { type: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds', filters: [], range: { from: to - DAY_MS, to } };
  const services = await timed(() => store.labelValues('service_name', query, signal));
  let values: readonly string[] = [];
  const longestOfValues = await longestTask(async () => void (values = await store.labelValues('pod', query, signal)));
  if (services.value.length !== SERVICES || values.length !== VALUES) throw new Error('labels are missing');

  const idleBytes = process.memoryUsage.rss();
  let peakBytes = 0;
  const peaks: number[] = [];
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  const sum = new FleetSum(engine, signal);
  const range = { from: to - Number(days) * DAY_MS, to };
  const start = performance.now();
  const longestMs = await longestTask(async () => {
    await askInPieces(store, { ...query, range }, {
      signal,
      maxUnpackedBytes: 1 << 30,
      onProfile: async (profile) => {
        await sum.add(profile);
        peaks.push(peakBytes);
      },
    });
    await sum.end();
  });
  const ms = performance.now() - start;
  clearInterval(watch);
  const inProduction = await production(store, engine, query);
  server.kill();
  await engine.dispose();
  const labels = { servicesMs: services.ms, longestOfValues, ...inProduction };
  console.log(JSON.stringify({ ms, longestMs, idleBytes, peakBytes, peaks, pieces: peaks.length, ...labels }));
  process.exit();
}

/**
 * What a function costs in production, as *Show Function in Production* asks it: for the first time (`coldMs`), again
 * (`warmMs`), and in another window, which has the answer on disk (`reloadedMs`).
 */
async function production(
  store: PyroscopeStore,
  engine: Engine,
  query: FleetQuery,
): Promise<{ readonly coldMs: number; readonly warmMs: number; readonly reloadedMs: number }> {
  const { signal } = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), 'linecost-bench-'));
  const files = new AnswerFiles(folder);
  const ask = async (range: FleetQuery['range']) => {
    const sum = new FleetSum(engine, signal);
    const onProfile: Parameters<typeof askInPieces>[2]['onProfile'] = (each) => sum.add(each);
    await askInPieces(store, { ...query, range }, { signal, maxUnpackedBytes: 1 << 30, onProfile });
    const { bytes, notes } = await sum.end();
    return bytes && { bytes, notes };
  };
  const opened = () => new ProductionProfiles(engine, files, { key: 'checkout', ask });
  const figures = async (profiles: ProductionProfiles): Promise<void> => {
    const { summary } = (await profiles.lastDay(signal))!;
    const found = await functionFigures(engine, { queryId: summary.id, sampleType: 0 }, FUNCTION, signal);
    if (!found) throw new Error(`${FUNCTION} is missing`);
  };
  try {
    const profiles = opened();
    const cold = await timed(async () => {
      await store.profileTypes(query.range, signal);
      await store.labelNames(query, signal);
      await figures(profiles);
    });
    const warm = await timed(() => figures(profiles));
    profiles.dispose();
    const reloaded = await timed(() => figures(opened()));
    return { coldMs: cold.ms, warmMs: warm.ms, reloadedMs: reloaded.ms };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function serve(): void {
  process.once('disconnect', () => process.exit());
  const profile = profileBytes(Number(samples));
  const answers: Record<string, Uint8Array> = {
    SelectMergeProfile: profile,
    LabelValues: texts(1, Array.from({ length: VALUES }, (_, i) => `checkout-7d9f6b5c4-${i}`)),
    Series: labelSets(),
  };
  const server = createServer((request, response) => {
    request.resume();
    const body = answers[request.url?.split('/').at(-1) ?? ''];
    response.writeHead(200, { 'content-type': 'application/proto' }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
}

/** A CPU profile of one sample type, without labels, as Pyroscope answers: stacks of a tree, whose roots are shared. */
function profileBytes(count: number): Uint8Array {
  const pieces = [sampleType()];
  for (let from = 0; from < count; from += CHUNK) pieces.push(sampleBytes(from, Math.min(count, from + CHUNK)));
  return Buffer.concat([...pieces, tables()]);
}

function sampleType(): Uint8Array {
  const writer = Writer.create().uint32(ProfileTag.SampleType).fork();
  return writer.uint32(ValueTypeTag.Type).uint32(1).uint32(ValueTypeTag.Unit).uint32(2).ldelim().finish();
}

function sampleBytes(from: number, to: number): Uint8Array {
  const writer = Writer.create();
  for (let i = from; i < to; i++) {
    writer.uint32(ProfileTag.Sample).fork().uint32(SampleTag.LocationIds).fork();
    for (let depth = DEPTH; depth > 0; depth--) {
      const branch = Math.floor(i / 2 ** (DEPTH - depth));
      writer.uint32(1 + ((branch * 31 + depth * 97) % LOCATIONS));
    }
    writer.ldelim().uint32(SampleTag.Values).fork().uint32(10_000_000 * (1 + (i % 7))).ldelim().ldelim();
  }
  return writer.finish();
}

function tables(): Uint8Array {
  const writer = Writer.create();
  for (let i = 1; i <= LOCATIONS; i++) {
    writer.uint32(ProfileTag.Location).fork().uint32(LocationTag.Id).uint32(i).uint32(LocationTag.Line).fork();
    writer.uint32(LineTag.FunctionId).uint32(Math.ceil(i / 2)).uint32(LineTag.Line).uint32(1 + (i % 900));
    writer.ldelim().ldelim();
  }
  for (let i = 0; i < FUNCTIONS; i++) {
    writer.uint32(ProfileTag.Function).fork().uint32(FunctionTag.Id).uint32(1 + i);
    writer.uint32(FunctionTag.Name).uint32(3 + i);
    writer.uint32(FunctionTag.Filename).uint32(3 + FUNCTIONS + (i % FILES)).ldelim();
  }
  const names = Array.from({ length: FUNCTIONS }, (_, i) => `example.com/shop/p${i % FILES}.(*Type${i % 9}).Method${i}`);
  const files = Array.from({ length: FILES }, (_, i) => `/src/shop/p${i}/file.go`);
  const all = ['', 'cpu', 'nanoseconds', ...names, ...files];
  return Buffer.concat([writer.finish(), texts(ProfileTag.String >>> 3, all)]);
}

function texts(field: number, all: readonly string[]): Uint8Array {
  const writer = new Writer();
  for (const text of all) writer.uint32((field << 3) | 2).string(text);
  return writer.finish();
}

function labelSets(): Uint8Array {
  const writer = new Writer();
  const types = ['process_cpu:cpu:nanoseconds:cpu:nanoseconds', 'memory:inuse_space:bytes:space:bytes'];
  for (let i = 0; i < SERVICES; i++) {
    for (const type of types) {
      writer.uint32((2 << 3) | 2).fork();
      const pairs = [['__profile_type__', type], ['service_name', `team-${i % 50}/service-${i}`]] as const;
      for (const [name, value] of pairs) {
        writer.uint32((1 << 3) | 2).fork().uint32((1 << 3) | 2).string(name);
        writer.uint32((2 << 3) | 2).string(value).ldelim();
      }
      writer.ldelim();
    }
  }
  return writer.finish();
}
