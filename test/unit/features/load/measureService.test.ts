import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { instancesOf } from '../../../../src/live/targets/instances';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringParts } from '../../../shared/measuringScene';
import { profileFromText } from '../../../shared/profileFromText';
import { withVscode } from '../../../shared/withVscode';
import { WRK } from '../../live/load/outputs';

const vscode = fakeVscode(import.meta.dirname, { 'linecost.measureAgain.runs': 4 });
withVscode(vscode.module);

const PROFILE = gzipSync(profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 10 | main.work w.go:3' }));
/** How many CPU profiles a service still gives before it fails. */
let profiles: number;
const servers = [0, 1].map(() => createServer(({ url }, response) => {
  if (url!.endsWith('/pprof/')) response.end(`<td>0<td><a href='profile?debug=1'>profile</a>`);
  else if (url!.includes('/profile') && profiles-- > 0) response.end(PROFILE);
  else response.writeHead(404).end();
}));
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

before(() => Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))));
after(() => servers.forEach((server) => {
  server.closeAllConnections();
  server.close();
}));
beforeEach(() => {
  vscode.messages.length = 0;
  vscode.user = { pick: 'old' };
  profiles = Infinity;
});

/** The new service answers twice the requests of the old one, each at half the CPU time. */
async function scene(context: TestContext) {
  const storage = mkdtempSync(path.join(tmpdir(), 'linecost-services-'));
  context.after(() => rmSync(storage, { recursive: true, force: true }));
  const { parts, engine, captures } = await measuringParts(context, storage);
  Object.assign(engine.answers, {
    load: async () => ({ ...summaryOf(engine.loaded.size + 1, 'samples/count,cpu/nanoseconds'), totals: [100, 1e9] }),
    mergedBytes: async () => PROFILE,
  });
  const [text, rate] = [WRK.replaceAll("'", ''), /Requests\/sec: +(\S+)/.exec(WRK)![1]!];
  const program = `setTimeout(() => console.log(process.argv[1].replace("${rate}",
    process.argv[2] === "${portOf(servers[0]!)}" ? "2000.00" : "1000.00")), 1300)`;
  const load = { command: `'${process.execPath}' -e '${program.replaceAll('\n', ' ')}' '${text}' \${port}`, warmUpSeconds: 0 };
  const [now, old] = ['new', 'old'].map((name, i): ServiceTarget => {
    return { id: name, name, addresses: [`127.0.0.1:${portOf(servers[i]!)}`], seconds: 1, ...(i === 0 && { load }) };
  });
  const use = async (target: ServiceTarget, _: AbortSignal, work: (instances: unknown) => Promise<unknown>) => {
    return work(await instancesOf(target, {}, ''));
  };
  const { measureService } = await import('../../../../src/features/load/measureService');
  const measure = () => measureService(now!, { ...parts, targets: { list: () => [now, old], use } } as never);
  return { captures, measure };
}

test('two services get the load in turns, and the verdict names both', async (context) => {
  const { captures, measure } = await scene(context);
  await measure();
  const { text, buttons } = vscode.messages.at(-1)!;
  assert.match(text, /^new against old: 2\.0× as much req\/s \(p = 0\.029, n = 4\+4\), 1\.00 → 0\.500.cpu-ms\/req/);
  assert.deepEqual(buttons, ['Show Comparison']);
  const [newest, oldest, ...others] = await captures.records();
  assert.equal(others.length, 0);
  assert.deepEqual([newest!.title, oldest!.title], ['new', 'old']);
  assert.deepEqual(newest!.turns!.sides, { kind: 'services', now: 'new', before: 'old' });
  assert.deepEqual([newest!.turns!.base.id, newest!.turns!.wanted, newest!.turns!.before.length], [oldest!.id, 4, 4]);
  assert.deepEqual(newest!.profiles[0]!.requests, { count: 8000, perSecond: 2000, seconds: 4 });
});

test('a service that fails later keeps the pairs that are complete, and the failure is said', async (context) => {
  const { captures, measure } = await scene(context);
  profiles = 3;
  await assert.rejects(measure(), { name: 'CaptureError', message: /404/ });
  assert.match(vscode.messages.at(-1)!.text, /^new against old: partial \(1\+1 of 4\+4\)/);
  const [newest] = await captures.records();
  assert.deepEqual([newest!.turns!.stopped, newest!.results.length], ['failed', 1]);
});
