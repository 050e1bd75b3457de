import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Prometheus, startPrometheus, vectorOf } from '../shared/fleet/prometheusServer';
import { buildPyroscope, runPyroscope, type RunningPyroscope } from '../shared/fleet/pyroscopeServer';
import { columnsOf } from './costs';
import { clickLens, lineOf, untilProfiled } from './profiling';
import { cpuProfile } from './storeProfiles';
import { SideView } from './driver/sideView';
import { startSession, type Editor, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let services: SideView;
let profiles: SideView;
let store: RunningPyroscope;
let prometheus: Prometheus;
let folder: string;
/** The line of `func Fib`, and the one in which it calls. */
let declared: number;
let calling: number;

/** The queries that Prometheus was asked. */
const counted = () => prometheus.asked.map(({ url }) => url.searchParams.get('query')!);

/** Pushes ten seconds of a part of the fleet: so many are in Fib, of which two calls have six and three tenths. */
async function pushProfile(inFib: number, labels: Readonly<Record<string, string>>): Promise<void> {
  const at = (line: number) => `example.com/shapes.Fib@${declared} ${path.join(session.workspace, 'recursion.go')}:${line}`;
  const ofSeconds = (seconds: number, stack: string) => `${Math.round(seconds * 100)} ${Math.round(seconds * 1e9)} | ${stack} < main.main /srv/main.go:9`;
  const stacks = [
    ofSeconds(0.6 * inFib, `strings.Repeat /go/src/strings/strings.go:7 < ${at(calling)}`),
    ofSeconds(0.3 * inFib, `strings.ToLower /go/src/strings/strings.go:9 < ${at(calling)}`),
    ofSeconds(0.1 * inFib, at(declared + 1)),
    ofSeconds(10 - inFib, 'main.serve /srv/main.go:20'),
  ];
  const bytes = cpuProfile(stacks.join('\n'), Date.now());
  await store.push([{ labels: { service_name: 'checkout', ...labels }, profiles: [bytes] }]);
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-costs-'));
  const { server } = await buildPyroscope(folder);
  store = await runPyroscope(server);
  prometheus = await startPrometheus(vectorOf('100'));
  session = await startSession({ workspace: 'shapes', file: 'recursion.go' });
  code = session.code;
  services = new SideView(code.page, 'Services');
  profiles = new SideView(code.page, 'Profiles');
  declared = await lineOf(session, 'recursion.go', 'func Fib(');
  calling = await lineOf(session, 'recursion.go', 'return Fib(n-1)');
  await pushProfile(8, { canary: 'true', region: 'eu-west' });
  await pushProfile(2, { canary: 'false', region: 'us-east' });
  await pushProfile(4, { canary: 'true', region: 'us-east' });
});

after(async () => {
  await prometheus?.close();
  await store?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

/** Waits until the call in Fib has this cum. */
async function untilCum(editor: Editor, cum: string): Promise<void> {
  await code.until(`a cum of ${cum}`, async () => (await columnsOf(editor, calling))?.cum.replace(/\s/g, ' ') === cum);
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
  await code.quickInput.setText(prometheus.address.origin);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('PromQL for their number');
  await code.screenshot('fleet requests query');
  await code.quickInput.setText('sum(increase(http_requests_total{job="${service}",${filters}}[${range}]))');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Choose what to change');
  await code.screenshot('fleet requests');
  await code.quickInput.cancel();
  await code.quickInput.cancel();
  assert.deepEqual(counted(), [], 'nothing is asked before a question to the store');
  await services.menu('production', 'Profile from Store…');
  await code.quickInput.pick('checkout');
  await code.quickInput.pick('CPU');
  await code.quickInput.pick('Last 1 h');
  await code.quickInput.untilAsked('Enter asks the store');
  await code.quickInput.pick('Profile');
  await profiles.untilShown(/checkout in production/);
  assert.deepEqual(counted(), ['sum(increase(http_requests_total{job="checkout",}[3600s]))']);
  const editor = await code.open('recursion.go');
  // 12.6 of 30 s, in an hour with 100 requests.
  await untilCum(editor, '12.6 s');
  const forms = [['percent', '42 %'], ['per second', '3.50 ms/s'], ['per request', '126 ms/req'], ['totals', '12.6 s']] as const;
  for (const [form, cum] of forms) {
    await code.run('Linecost: Switch Costs to Totals, Percent or per Operation');
    await untilCum(editor, cum);
    await code.screenshot(`fleet ${form}`);
  }
});

test('canary and stable, and two regions, are compared over the same time', async () => {
  const compared = [
    ['canary', 'true', 'false', '+90 ms/req'],
    // Still of the canary.
    ['region', 'eu-west', 'us-east', '+36 ms/req'],
  ] as const;
  for (const [label, now, before, change] of compared) {
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
    await untilCum(editor, change);
    await code.screenshot(`fleet compared ${label}`);
    const query = counted().at(-1)!;
    assert.ok(query.includes(`${label}="`), query);
  }
});

test('a function of a benchmark is shown beside production, with what differs most first', async () => {
  await clickLens(session, 'shapes_test.go', 'BenchmarkRecursion');
  await untilProfiled(code, 'BenchmarkRecursion');
  await code.open('recursion.go', declared + 1);
  await code.run('Linecost: Compare Function with Production…');
  await code.quickInput.untilAsked(/Here and in Production/, 30_000);
  const items = await code.quickInput.items();
  assert.equal(items[0]!.label, 'This benchmark is not like production');
  // The benchmark is sampled, but no call can differ by more than that.
  assert.match(items[0]!.detail ?? '', /^Its own code is [\d.]+ % here, 10 % in production\.$/);
  assert.deepEqual(items.slice(1, 3).map(({ label }) => label), ['Here: BenchmarkRecursion', 'There: checkout in production · CPU · last 24 h']);
  const called = items.find(({ label }) => label === 'strings.Repeat');
  assert.equal(called?.description, '0 % here, 60 % in production');
  await code.screenshot('fleet beside');
  await code.quickInput.cancel();
});
