import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import { untilLed } from './profiling';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;
let folder: string;
let proxy: Server;
/** The URLs that the proxy was asked for, and the servers that it was asked to connect with. */
const proxied: string[] = [];
/** The same service, reached without a proxy, and over HTTPS. */
let direct: Server;
let secure: SecureServer;
/** An address of this machine that is not one of loopback. */
const ownAddress = Object.values(networkInterfaces()).flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.3';

/** Answers what the service answers. */
const pass: RequestListener = (from, to) => {
  const { pathname, search } = new URL(from.url!, 'http://host');
  request(`http://${host}${pathname}${search}`, (answer) => {
    to.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(to);
  }).end();
};
const portOf = (server: Server | SecureServer): number => (server.address() as AddressInfo).port;

before(async () => {
  proxy = createServer((from, to) => {
    proxied.push(from.url!);
    pass(from, to);
  });
  proxy.on('connect', ({ url }, socket) => {
    proxied.push(`CONNECT ${url}`);
    const to = connect(portOf(secure), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      to.pipe(socket).pipe(to);
    });
    for (const each of [to, socket]) each.on('error', () => undefined);
  });
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-set-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2', '-nodes', '-subj', '/CN=secure.example.test'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, pass);
  direct = createServer(pass);
  for (const server of [secure, direct]) await new Promise<void>((resolve) => server.listen(0, resolve));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const settings = {
    'http.proxy': `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    'linecost.fetch.seconds': 3,
  };
  const env = { NO_PROXY: `${ownAddress}/32` };
  session = await startSession({ workspace: 'shapes', file: 'recursion.go', settings, env });
  code = session.code;
  const program = path.join(folder, 'service');
  execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: session.workspace });
  service = spawn(program, ['-for', '30m'], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = await new Promise<string>((resolve) => {
    service.stdout!.once('data', (line: Buffer) => resolve(new URL(line.toString().trim()).host));
  });
});

after(async () => {
  service?.kill('SIGKILL');
  for (const server of [proxy, direct, secure]) {
    server?.closeAllConnections();
    server?.close();
  }
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
  await untilLed(code, 'recursion.go', async () => {
    await code.run('Linecost: Profile Service');
    await code.statusBar.untilShown('shapes');
    await code.screenshot('service profiled dark');
  });
  const editor = await code.open('recursion.go');
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
});

async function fetchHeap(address: string, shown: string): Promise<void> {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060', 10_000);
  await code.quickInput.setText(`${address}/debug/pprof/heap`);
  await code.quickInput.accept();
  await code.statusBar.untilShown(`${shown} heap`);
}

test('fetches use the proxy of VS Code', async () => {
  await fetchHeap('http://api.example.test', 'api.example.test');
  assert.ok(proxied.some((url) => url.startsWith('http://api.example.test/debug/pprof/heap')), proxied.join());
});

test('fetches over HTTPS connect through the proxy', async () => {
  await fetchHeap('https+insecure://secure.example.test', 'secure.example.test');
  assert.ok(proxied.includes('CONNECT secure.example.test:443'), proxied.join());
});

test('an address of this machine, or in a network of NO_PROXY, is fetched without the proxy', async () => {
  for (const address of ['127.0.0.2', ownAddress]) await fetchHeap(`http://${address}:${portOf(direct)}`, `${address}:${portOf(direct)}`);
  assert.ok(!proxied.some((url) => url.includes(String(portOf(direct)))), proxied.join());
});
