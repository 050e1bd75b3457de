import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;
let folder: string;
let proxy: Server;
/** The URLs that the proxy was asked for. */
const proxied: string[] = [];

before(async () => {
  proxy = createServer((from, to) => {
    proxied.push(from.url!);
    const { pathname, search } = new URL(from.url!);
    request(`http://${host}${pathname}${search}`, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    }).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const settings = {
    'http.proxy': `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    'linecost.fetch.seconds': 3,
  };
  session = await startSession({ workspace: 'shapes', file: 'recursion.go', settings });
  code = session.code;
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-set-'));
  const program = path.join(folder, 'service');
  execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: session.workspace });
  service = spawn(program, ['-for', '30m'], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = await new Promise<string>((resolve) => {
    service.stdout!.once('data', (line: Buffer) => resolve(new URL(line.toString().trim()).host));
  });
});

after(async () => {
  service?.kill('SIGKILL');
  proxy?.closeAllConnections();
  proxy?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

async function add(address: string, name: string): Promise<void> {
  await code.run('Linecost: Add Service…');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(address);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Its name', 20_000);
  await code.quickInput.setText(name);
  await code.quickInput.accept();
}

test('a service under load becomes one capture with all kinds, and its costs stand on the lines', async () => {
  await add(host, 'shapes');
  await code.run('Linecost: Profile Service');
  await code.statusBar.untilShown('shapes');
  await code.screenshot('service profiled dark');
  const editor = await code.open('recursion.go');
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
});

test('fetches use the proxy of VS Code', async () => {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060', 10_000);
  await code.quickInput.setText('http://api.example.test/debug/pprof/heap');
  await code.quickInput.accept();
  await code.statusBar.untilShown('api.example.test heap');
  assert.ok(proxied.some((url) => url.startsWith('http://api.example.test/debug/pprof/heap')), proxied.join());
});
