import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { buildPyroscope, runPyroscope, type RunningPyroscope } from '../shared/fleet/pyroscopeServer';
import { shownColumns } from './costs';
import { clickLens, lineOf, untilProfiled } from './profiling';
import { SideView } from './driver/sideView';
import { startSession, type Editor, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let services: SideView;
let profiles: SideView;
let store: RunningPyroscope;
let service: ChildProcess;
let prometheus: Server;
/** The queries that Prometheus was asked. */
const counted: string[] = [];
let folder: string;

/** The service burns CPU all the time; its profile of now is pushed as that of a part of the fleet. */
async function pushProfile(host: string, labels: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(`http://${host}/debug/pprof/profile?seconds=2`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await store.push([{ labels: { service_name: 'checkout', ...labels }, profiles: [bytes] }]);
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-costs-'));
  const { server } = await buildPyroscope(folder);
  store = await runPyroscope(server);
  prometheus = createServer(({ url }, response) => {
    counted.push(new URL(url!, 'http://h').searchParams.get('query') ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"100"]}]}}');
  });
  await new Promise<void>((resolve) => void prometheus.listen(0, '127.0.0.1', resolve));
  session = await startSession({ workspace: 'shapes', file: 'recursion.go' });
  code = session.code;
  services = new SideView(code.page, 'Services');
  profiles = new SideView(code.page, 'Profiles');
  const program = path.join(folder, 'service');
  execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: session.workspace });
  service = spawn(program, ['-for', '30m'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const host = await new Promise<string>((resolve) => {
    service.stdout!.once('data', (line: Buffer) => resolve(new URL(line.toString().trim()).host));
  });
  await pushProfile(host, { canary: 'true', region: 'eu-west' });
  await pushProfile(host, { canary: 'false', region: 'us-east' });
  await pushProfile(host, { canary: 'true', region: 'us-east' });
});

after(async () => {
  service?.kill('SIGKILL');
  prometheus?.closeAllConnections();
  prometheus?.close();
  await store?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

async function untilFigures(editor: Editor, ending: RegExp): Promise<void> {
  await code.until(`figures like ${ending}`, async () => {
    return [...(await shownColumns(editor)).values()].some(({ cum }) => ending.test(cum));
  });
}

test('costs of a store have the forms per second, and per request where Prometheus counts the requests', async () => {
  await code.run('Linecost: Add Profile Store…');
  await code.quickInput.pick('Pyroscope');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(store.address.href);
  await code.quickInput.accept();
  await code.quickInput.untilAsked(/lets you in/, 20_000);
  await code.quickInput.setText('production');
  await code.quickInput.accept();
  await services.untilShown(/production.*Pyroscope/);
  await code.run('Linecost: Edit Profile Store…');
  await code.quickInput.pick('Requests');
  await code.quickInput.untilAsked('The Prometheus that counts them');
  await code.quickInput.setText(`http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('PromQL for their number');
  await code.screenshot('fleet requests query');
  await code.quickInput.setText('sum(increase(http_requests_total{job="${service}",${filters}}[${range}]))');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Choose what to change');
  await code.screenshot('fleet requests');
  await code.quickInput.cancel();
  await code.quickInput.cancel();
  assert.deepEqual(counted, [], 'nothing is asked before a question to the store');
  await services.menu('production', 'Profile from Store…');
  await code.quickInput.pick('checkout');
  await code.quickInput.pick('CPU');
  await code.quickInput.pick('Last 1 h');
  await code.quickInput.untilAsked('Enter asks the store');
  await code.quickInput.pick('Profile');
  await profiles.untilShown(/checkout in production/);
  assert.deepEqual(counted, ['sum(increase(http_requests_total{job="checkout",}[3600s]))']);
  const editor = await code.open('recursion.go');
  await untilFigures(editor, /\d/);
  const forms = [['percent', /%$/], ['per second', /\/s$/], ['per request', /\/req$/], ['totals', /[a-zµ]$/]] as const;
  for (const [form, ending] of forms) {
    await code.run('Linecost: Switch Costs to Totals, Percent or per Operation');
    await untilFigures(editor, ending);
    await code.screenshot(`fleet ${form}`);
  }
});

test('canary and stable, and two regions, are compared over the same time', async () => {
  for (const [label, now, before] of [['canary', 'true', 'false'], ['region', 'eu-west', 'us-east']] as const) {
    await code.run('Linecost: Compare with Another Time, Version or Host…');
    await code.quickInput.pick(`Another ${label}`);
    await code.quickInput.untilAsked(`The ${label} to show`);
    await code.quickInput.pick(now);
    await code.quickInput.untilAsked(`The ${label} to compare ${now} with`);
    await code.quickInput.pick(before);
    await profiles.untilShown(new RegExp(`${label}=${now}`));
    await profiles.untilShown(new RegExp(`${label}=${before}`));
    await profiles.untilShown(/baseline/);
    const editor = await code.open('recursion.go');
    await untilFigures(editor, /^[+−~]/);
    await code.screenshot(`fleet compared ${label}`);
    assert.ok(counted.at(-1)!.includes(`${label}="`), counted.at(-1));
  }
});

test('a function of a benchmark is shown beside production, with what differs most first', async () => {
  await clickLens(session, 'shapes_test.go', 'BenchmarkRecursion');
  await untilProfiled(code, 'BenchmarkRecursion');
  const line = await lineOf(session, 'recursion.go', 'func Fib(');
  await code.open('recursion.go', line + 1);
  await code.run('Linecost: Compare Function with Production…');
  await code.quickInput.untilAsked(/Here and in Production/, 30_000);
  const rows = (await code.quickInput.labels()).map((label) => label.replace(/[\u00a0\u202f]/g, ' '));
  assert.match(rows[0]!, /^(?:Not like production|Much like production|Too few samples to tell|Not known how sure)$/);
  assert.deepEqual([rows[1], rows[2]!.split(' · ')[0]], ['Here: BenchmarkRecursion', 'There: checkout in production']);
  await code.screenshot('fleet beside');
  await code.quickInput.cancel();
});
