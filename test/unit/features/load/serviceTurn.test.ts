import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { instancesOf } from '../../../../src/live/targets/instances';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { profileFromText } from '../../../shared/profileFromText';
import { withVscode } from '../../../shared/withVscode';
import { WRK } from '../../live/load/outputs';

withVscode(fakeVscode(import.meta.dirname).module);

const PROFILE = gzipSync(profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 10 | main.work w.go:3' }));
const server = createServer(({ url }, response) => {
  if (url!.endsWith('/pprof/')) response.end(`<td>0<td><a href='profile?debug=1'>profile</a>`);
  else if (url!.includes('/profile')) response.end(PROFILE);
  else response.writeHead(404).end();
});
before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => server.closeAllConnections());
after(() => server.close());

/** The CPU time of its profile is 3 s. */
const engine = {
  ask: async (query: string) => query === 'load' && { id: 1, sampleTypes: [{ type: 'samples' }, { type: 'cpu' }], totals: [300, 3e9] },
};

/** Measures the service during a load of four seconds, which ends with a text. */
async function turn(text: string) {
  const { serviceTurn } = await import('../../../../src/features/load/serviceTurn');
  const program = `setTimeout(() => console.log(process.argv[1]), 4000)`;
  const quoted = `'${text.replaceAll("'", '')}'`;
  const load = { command: `'${process.execPath}' -e '${program}' ${quoted}`, warmUpSeconds: 0 };
  const target = { id: 'a', name: 'api', addresses: [`127.0.0.1:${(server.address() as AddressInfo).port}`], load };
  const { signal } = new AbortController();
  const parts = { engine, output: fakeOutput() } as never;
  return serviceTurn(target, await instancesOf(target, {}, ''), { name: 'new', seconds: 1, signal }, parts);
}

test('a turn has the requests, the latency and the CPU time per request, under the name of both sides', async () => {
  const { result, load, requests, profiles } = await turn(WRK);
  assert.deepEqual([load.tool, profiles.length, result.name], ['wrk', 1, 'new']);
  const values = Object.fromEntries(result.values.map(({ unit, value }) => [unit, value]));
  assert.equal(values['req/s'], load.requestsPerSecond);
  assert.equal(values['p99-ns'], load.latency?.p99);
  assert.equal(values['cpu-ns/req'], 3e9 / requests.count);
  assert.equal(requests.count, Math.round(load.requestsPerSecond));
});

test('a turn whose load prints no rate says so', async () => {
  await assert.rejects(turn('done'), {
    name: 'CaptureError',
    message: /^The load of api says too little: The output of the load has no requests per second/,
  });
});
