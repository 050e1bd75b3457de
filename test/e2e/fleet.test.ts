import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { buildPyroscope, runPyroscope, type RunningPyroscope } from '../shared/fleet/pyroscopeServer';
import { shownColumns } from './costs';
import { lineOf, untilLed } from './profiling';
import { SideView } from './driver/sideView';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let services: SideView;
let profiles: SideView;
let store: RunningPyroscope;
let service: ChildProcess;
let folder: string;

/** The service burns CPU all the time; its profile of now is pushed as that of a version. */
async function pushProfile(host: string, version: string): Promise<void> {
  const response = await fetch(`http://${host}/debug/pprof/profile?seconds=1`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await store.push([{ labels: { service_name: 'checkout', version }, profiles: [bytes] }]);
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-fleet-'));
  const { server } = await buildPyroscope(folder);
  store = await runPyroscope(server);
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
  await pushProfile(host, 'v1');
  await pushProfile(host, 'v2');
});

after(async () => {
  service?.kill('SIGKILL');
  await store?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

test('a store is added by its address, and its row says what it is and which server answers', async () => {
  await code.run('Linecost: Add Profile Store…');
  await code.quickInput.pick('Pyroscope');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(store.address.href);
  await code.quickInput.accept();
  await code.quickInput.untilAsked(/is Pyroscope.*, and lets you in/, 20_000);
  await code.quickInput.setText('production');
  await code.quickInput.accept();
  await services.untilShown(/production.*Pyroscope · 127\.0\.0\.1/);
});

test('the lines of a service in production have their costs in the columns, once service, type and time are chosen', async () => {
  await untilLed(code, 'recursion.go', async () => {
    await services.menu('production', 'Profile from Store…');
    await code.quickInput.pick('checkout');
    await code.quickInput.pick('CPU');
    await code.screenshot('fleet time');
    await code.quickInput.pick('Last 1 h');
    await code.quickInput.untilAsked('Enter asks the store');
    await code.screenshot('fleet query');
    await code.quickInput.pick('Profile');
  });
  await profiles.untilShown(/checkout in production/);
  const editor = await code.open('recursion.go');
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
  await code.screenshot('fleet capture');
});

test('the second time, the query is the first of the list', async () => {
  const before = (await profiles.texts()).filter((text) => text.includes('last 1 h')).length;
  await untilLed(code, 'recursion.go', async () => {
    await services.menu('production', 'Profile from Store…');
    await code.quickInput.untilAsked('A query that was asked before');
    assert.equal((await code.quickInput.labels())[0], 'checkout in production · cpu · last 1 h');
    await code.screenshot('fleet known queries');
    await code.quickInput.accept();
  });
  await code.until('one capture more', async () => {
    return (await profiles.texts()).filter((text) => text.includes('last 1 h')).length === before + 1;
  });
});

test('a function has its share and its callers in production, and its lines their shares beside the costs', async () => {
  const line = await lineOf(session, 'recursion.go', 'func Fib');
  const editor = await code.open('recursion.go', line + 1);
  await code.run('Linecost: Show Function in Production');
  await code.quickInput.untilAsked(/What it costs there/);
  await code.until('its share', async () => {
    const labels = await code.quickInput.labels();
    return labels.some((label) => /^[\d.]+ % of CPU time, with all that it calls$/.test(label)) && labels.includes('No trend');
  });
  await code.screenshot('fleet in production');
  await code.quickInput.cancel();
  await code.run("Linecost: Toggle Production's Costs Beside Lines");
  const shares = async () => (await editor.lines()).flatMap(({ after }) => {
    return after.map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' ').trim()).filter((text) => text.startsWith('production '));
  });
  await code.until('the shares', async () => (await shares()).some((text) => /^production [\d.]+ %$/.test(text)));
  await code.screenshot('fleet beside lines');
  const hover = await editor.hover(line, 'Fib');
  assert.match(hover, /In production: [\d.]+ % with all that it calls, place \d+ of \d+ functions/);
  await editor.dismissHover();
  await code.run("Linecost: Toggle Production's Costs Beside Lines");
  await code.until('no shares', async () => (await shares()).length === 0);
});

test('two versions are compared by their shares', async () => {
  await untilLed(code, 'recursion.go', async () => {
    await code.run('Linecost: Compare with Another Time, Version or Host…');
    await code.quickInput.pick('Another version');
    await code.quickInput.pick('v2');
    await code.quickInput.pick('v1');
  });
  await profiles.untilShown(/baseline/);
  const editor = await code.open('recursion.go');
  await code.until('changes of shares', async () => {
    return [...(await shownColumns(editor)).values()].some(({ cum }) => /^[+−~][\d.]+\s%/.test(cum));
  });
  await code.screenshot('fleet compared');
});
