import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { loadCommand } from '../../../src/live/load/loadCommand';
import type { Latency, LoadResult } from '../../../src/live/load/loadResult';
import { readLoadOutput } from '../../../src/live/load/readLoadOutput';
import { type LoadRun, runLoad } from '../../../src/live/load/runLoad';
import { ensureLoadTools } from '../../host/loadTools.mjs';
import { temporaryFolder } from '../goPrograms';

/** Every fourth answer of /some has the status 503, and every fourth 404. /closed closes the connection. */
let server: Server;
let service: URL;
let env: Record<string, string>;
let answered = 0;
let folder: string;
let remove: () => Promise<void>;

/** Scripts of these tests are those of a shell. */
const POSIX = { skip: process.platform === 'win32' ? 'there is no sh' : false };
const LINUX = { skip: process.platform === 'linux' ? false : 'wrk and ab are installed on Linux only' };

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  const folders = await ensureLoadTools();
  env = { ...(process.env as Record<string, string>), PATH: [...folders, process.env['PATH']].join(path.delimiter) };
  server = createServer((request, response) => {
    if (request.url === '/closed') return request.socket.destroy();
    const status = request.url !== '/some' ? 200 : [200, 503, 200, 404][answered % 4]!;
    answered++;
    response.writeHead(status).end('some bytes\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
after(() => server.closeAllConnections());
after(() => server.close());
after(() => remove());

async function load(command: string): Promise<LoadRun & { readonly result: LoadResult }> {
  answered = 0;
  const { words, variables } = loadCommand(command, service);
  const signal = AbortSignal.timeout(60_000);
  const run = await runLoad({ words, cwd: folder, env: { ...env, ...variables }, signal });
  return { ...run, result: run.result ?? assert.fail(`no result in ${run.output}`) };
}

/** What a pattern finds in an output, as texts. */
function printed(output: string, pattern: RegExp): readonly string[] {
  return pattern.exec(output)?.slice(1) ?? assert.fail(output);
}

/** A time of an output in nanoseconds, computed otherwise than by the reader: `1.5ms`, `0.0012 secs`. */
function nanoseconds(text: string): number {
  const [, digits, unit] = /^([\d.]+) ?(ns|us|µs|ms|s|secs)$/.exec(text) ?? assert.fail(text);
  return Math.round(Number(digits) * { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, secs: 1e9 }[unit!]!);
}

/** The percentiles of a result that are known, in the order of their names. */
function percentiles({ p50, p75, p90, p95, p99 }: Latency = {}): number[] {
  return [p50, p75, p90, p95, p99].filter((value) => value !== undefined);
}

/** Half of 400 answers are errors, in all tools that report them. */
function assertHalfFailed({ requests, errors, statuses }: LoadResult): void {
  assert.equal(requests, 400);
  assert.deepEqual([errors?.count, errors?.unanswered], [200, 0]);
  if (statuses) assert.deepEqual(Object.values(statuses).sort(), [100, 100, 200]);
}

test("hey's requests per second, percentiles and statuses are what it prints", async () => {
  const { output, result } = await load('hey -n 400 -c 4 ${address}/some');
  assert.equal(result.tool, 'hey');
  assert.equal(result.printedRate, printed(output, /Requests\/sec:\t(\S+)/)[0]);
  const all = [...output.matchAll(/(?:50|75|90|95|99)%%? in (\S+ secs)/g)].map(([, time]) => nanoseconds(time!));
  assert.deepEqual(percentiles(result.latency), all.filter((time) => time > 0));
  assert.equal(result.latency?.max, nanoseconds(printed(output, /Slowest:\t(\S+ secs)/)[0]!));
  assertHalfFailed(result);
});

test('hey -o csv gives the same number of answers and statuses', async () => {
  const { output, result } = await load('hey -n 400 -c 4 -o csv ${address}/some');
  assert.equal(output.trim().split('\n').length - 1, result.requests);
  assertHalfFailed(result);
});

test('hey counts requests without an answer, and says why', async () => {
  const { result } = await load('hey -n 20 -c 2 ${address}/closed');
  assert.deepEqual([result.requests, result.errors?.unanswered, result.answeredPerSecond], [0, 20, 0]);
  assert.match(result.errors!.texts[0]!.text, /EOF|reset/);
});

test("vegeta's rate, throughput, percentiles and statuses are what it prints, as text and as JSON", POSIX, async () => {
  const attack = `echo "GET $address/some" | vegeta attack -rate=200 -duration=2s`;
  const { output, result } = await load(`sh -c '${attack} | vegeta report'`);
  const [rate, throughput] = printed(output, /^Requests .*\] +\d+, (\S+), (\S+)$/m);
  assert.deepEqual([result.tool, result.printedRate, result.successesPerSecond], ['vegeta', rate, Number(throughput)]);
  const times = printed(output, /^Latencies .*\] +(.*)$/m)[0]!.split(', ').map(nanoseconds);
  assert.deepEqual([result.latency?.mean, ...percentiles(result.latency), result.latency?.max], times.slice(1));
  assertHalfFailed(result);

  const json = await load(`sh -c '${attack} | vegeta report -type=json'`);
  const report = JSON.parse(json.output) as { rate: number; latencies: Record<string, number>; status_codes: object };
  assert.deepEqual([json.result.requestsPerSecond, json.result.printedRate], [report.rate, String(report.rate)]);
  assert.ok(json.output.includes(`"rate":${json.result.printedRate}`));
  const { latencies } = report;
  assert.deepEqual(percentiles(json.result.latency), ['50th', '90th', '95th', '99th'].map((name) => latencies[name]));
  assert.deepEqual(json.result.statuses, report.status_codes);
  assertHalfFailed(json.result);
});

test('the binary results of vegeta attack alone are read by vegeta report', async () => {
  writeFileSync(path.join(folder, 'targets'), `GET ${service.origin}/some\n`);
  const { output, result } = await load('vegeta attack -rate=200 -duration=2s -targets=targets');
  assert.deepEqual([result.tool, result.requestsPerSecond], ['vegeta', (JSON.parse(output) as { rate: number }).rate]);
  assertHalfFailed(result);
});

test("bombardier's requests per second, percentiles and classes are what it prints, as text and as JSON", async () => {
  const { output, result } = await load('bombardier -n 400 -c 4 -l ${address}/some');
  assert.deepEqual([result.tool, result.printedRate], ['bombardier', printed(output, /Reqs\/sec +(\S+)/)[0]]);
  const times = [...output.matchAll(/^ +\d\d% +(\S+)$/gm)].map(([, time]) => nanoseconds(time!));
  assert.deepEqual(percentiles(result.latency), times);
  assert.equal(result.concurrency, 4);
  assertHalfFailed(result);

  const json = await load('bombardier -n 400 -c 4 -l -o json -p r ${address}/some');
  const report = JSON.parse(json.output).result as {
    rps: { mean: number }; latency: { percentiles: Record<string, number> }; timeTakenSeconds: number;
  };
  assert.deepEqual([json.result.requestsPerSecond, json.result.seconds], [report.rps.mean, report.timeTakenSeconds]);
  const microseconds = ['50', '75', '90', '95', '99'].map((name) => report.latency.percentiles[name]! * 1000);
  assert.deepEqual(percentiles(json.result.latency), microseconds);
  assertHalfFailed(json.result);
});

test('bombardier says why requests had no answer', async () => {
  for (const flags of ['', '-o json -p r']) {
    const { result } = await load(`bombardier -n 20 -c 2 ${flags} \${address}/closed`);
    assert.deepEqual([result.requests, result.errors?.unanswered], [0, 20]);
    assert.ok(result.errors!.texts.length > 0);
  }
});

test("wrk's requests per second, percentiles and errors are what it prints", LINUX, async () => {
  const { output, result } = await load('wrk -t1 -c4 -d1s --latency ${address}/some');
  assert.deepEqual([result.tool, result.printedRate], ['wrk', printed(output, /^Requests\/sec: +(\S+)$/m)[0]]);
  assert.deepEqual(percentiles(result.latency), [...output.matchAll(/^ +\d\d% +(\S+)$/gm)].map(([, time]) => nanoseconds(time!)));
  assert.equal(result.errors?.count, Number(printed(output, /Non-2xx or 3xx responses: (\d+)/)[0]));
  assert.equal(result.requests, Number(printed(output, /(\d+) requests in/)[0]));
  const closed = await load('wrk -t1 -c2 -d1s ${address}/closed');
  assert.equal(closed.result.errors?.unanswered, Number(printed(closed.output, /read (\d+), write/)[0]));
});

test("ab's requests per second, percentiles and errors are what it prints", LINUX, async () => {
  const { output, result } = await load('ab -n 400 -c 4 ${address}/some');
  assert.deepEqual([result.tool, result.printedRate], ['ab', printed(output, /Requests per second: +(\S+)/)[0]]);
  const times = [...output.matchAll(/^ +(?:50|75|90|95|99)% +(\d+)$/gm)].map(([, ms]) => Number(ms) * 1e6);
  assert.deepEqual(percentiles(result.latency), times);
  assertHalfFailed(result);
});

test('a report among the echoes of a script is read as it is alone', POSIX, async () => {
  const script = 'echo begin; hey -n 40 -c 2 "$address/"; hey -n 80 -c 2 "$address/some"; echo Summary: end';
  const { output, result } = await load(`sh -c '${script}'`);
  assert.equal(result.requests, 80);
  assert.deepEqual(readLoadOutput(output), result);
});
