import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { shownColumns } from './costs';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;
let folder: string;
const servers: Server[] = [];

/** Builds in the copy that the editor shows: its files are those of the profile. */
before(async () => {
  session = await startSession({ workspace: 'shapes', file: 'recursion.go' });
  code = session.code;
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-service-'));
  const program = path.join(folder, 'service');
  execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: session.workspace });
  service = spawn(program, ['-for', '30m'], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = new URL(await firstLine(service)).host;
});

after(async () => {
  service?.kill('SIGKILL');
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    child.once('exit', () => reject(new Error(`The service ended: ${text}`)));
  });
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fetchFrom(address: string): Promise<void> {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.type(address);
  await code.until('the address offered', async () => (await code.quickInput.labels())[0] === address);
  await code.quickInput.accept();
}

/** The sentence that a fetch from this address ends with. */
async function refusal(address: string, sentence: RegExp): Promise<string> {
  await fetchFrom(address);
  const said = await code.notifications.untilShown(sentence);
  await code.notifications.close(sentence);
  await code.notifications.untilGone(sentence);
  return said;
}

test('a service is asked what it offers, and its heap profile lands on the lines of the code', async () => {
  await fetchFrom(host);
  await code.quickInput.untilAsked('Choose what to fetch');
  const labels = await code.quickInput.labels();
  for (const name of ['profile', 'heap', 'allocs', 'goroutine', 'mutex', 'block']) assert.ok(labels.includes(name), name);
  await code.screenshot('fetch offered dark');
  await code.quickInput.pick('heap');
  await code.statusBar.untilShown(`${host} heap`);
  const editor = await code.open('allocation.go');
  const shown = await code.until('columns', async () => {
    const columns = await shownColumns(editor);
    return columns.size > 0 && columns;
  });
  assert.ok([...shown.values()].some(({ cum }) => /B$/.test(cum)));
});

test('a cpu profile asks for seconds, counts down, and replaces what was shown', async () => {
  await fetchFrom(`http://${host}/debug/pprof/profile`);
  await code.quickInput.untilAsked('For how many seconds');
  await code.quickInput.type('nonsense');
  await code.until('the refusal', async () => /whole number of seconds/.test(await code.quickInput.message()));
  await code.quickInput.type('5');
  await code.quickInput.accept();
  assert.match(await code.notifications.untilShown(/Fetching .* s left/), /[1-5] s left/);
  await code.screenshot('fetch countdown dark');
  await code.statusBar.untilShown(/profile · cpu/);
  const editor = await code.open('recursion.go');
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
  await code.screenshot('fetch cpu dark');
});

test('seconds in the address are taken without a question', async () => {
  await fetchFrom(`http://${host}/debug/pprof/profile?seconds=6`);
  await code.notifications.untilShown(/Fetching/);
  await code.notifications.untilGone(/Fetching/);
});

test('a redirect is followed', async () => {
  await code.run('Linecost: Clear Profile');
  await fetchFrom(`http://${host}/moved`);
  await code.statusBar.untilShown(/inuse_space/);
});

test('Cancel gives the fetch up, and what was shown stays', async () => {
  await fetchFrom(`http://${host}/debug/pprof/profile?seconds=60`);
  await code.notifications.untilShown(/Fetching/);
  await code.notifications.cancel(/Fetching/);
  await code.statusBar.untilShown(/inuse_space/);
});

test('nothing listens there', async () => {
  const server = await serve(() => undefined);
  const closed = servers.pop()!;
  await new Promise((resolve) => closed.close(resolve));
  assert.match(await refusal(`${server}/debug/pprof/heap`, /Nothing listens/), new RegExp(server));
});

test('404 says what to look for', async () => {
  assert.match(await refusal(`http://${host}/no/such/page`, /answers 404/), /net\/http\/pprof/);
});

test("pprof's own words are shown", async () => {
  const server = await serve((_, answer) => {
    answer.writeHead(500, { 'X-Go-Pprof': '1', 'Content-Type': 'text/plain; charset=utf-8' });
    answer.end('Could not enable CPU profiling: cpu profiling already in use\n');
  });
  assert.match(await refusal(`${server}/debug/pprof/heap`, /already in use/), /answers 500/);
});

test('a connection closed half-way', async () => {
  const server = await serve((_, answer) => {
    answer.writeHead(200, { 'Content-Length': '100000' });
    answer.write('x'.repeat(1000), () => answer.destroy());
  });
  await refusal(`${server}/debug/pprof/heap`, /closed the connection/);
});

test('an answer that is no profile', async () => {
  const server = await serve((_, answer) => answer.end('<!doctype html><title>Log in</title>'));
  await refusal(`${server}/debug/pprof/heap`, /HTML|page/);
});

test('an address that is none is refused in words', async () => {
  await refusal('ftp://host/x', /http or https/);
});

test('an address and a quick Enter are enough', async () => {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.type('ftp://quick/x');
  await code.quickInput.accept();
  await code.notifications.untilShown(/not over ftp/);
  await code.notifications.close(/not over ftp/);
});

test('a password in an address is used, and not kept in the list of addresses', async () => {
  let authorization = '';
  const server = await serve((request, answer) => {
    authorization = request.headers.authorization ?? '';
    answer.writeHead(403).end();
  });
  await refusal(`http://me:secret@${server}/debug/pprof/heap`, /answers 403/);
  assert.equal(authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`);
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  const labels = await code.quickInput.labels();
  await code.quickInput.cancel();
  assert.ok(labels.includes(`http://${server}/debug/pprof/heap`), labels.join('\n'));
  assert.equal(labels.some((label) => label.includes('secret')), false);
});

test('a service that wants a password gets the one that is entered, and again once it is kept', async () => {
  const heap = Buffer.from(await (await fetch(`http://${host}/debug/pprof/heap`)).arrayBuffer());
  const server = await serve((request, answer) => {
    const isAllowed = request.headers.authorization === `Basic ${Buffer.from('me:s3cret').toString('base64')}`;
    answer.writeHead(isAllowed ? 200 : 401).end(isAllowed ? heap : '');
  });
  const address = `http://${server}/debug/pprof/heap`;
  await fetchFrom(address);
  await code.notifications.untilShown(/answers 401/);
  await code.screenshot('fetch unauthorized dark');
  await code.notifications.press(/answers 401/, 'Enter Credentials…');
  await code.quickInput.untilAsked('User name');
  await code.quickInput.type('me');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Password');
  await code.quickInput.type('s3cret');
  await code.quickInput.accept();
  await code.statusBar.untilShown(`${server} heap`);
  await code.notifications.untilShown(/secret storage/);
  await code.screenshot('fetch keep secrets dark');
  await code.notifications.press(/secret storage/, 'Keep as Secrets');
  await code.run('Linecost: Clear Profile');
  await fetchFrom(address);
  await code.statusBar.untilShown(`${server} heap`);
  await code.run('Linecost: Forget Kept Credentials');
  await code.notifications.untilShown(/credentials of one address are forgotten/);
  await code.notifications.close(/are forgotten/);
  await refusal(address, /answers 401/);
});

test('an answer that trickles ends with the time limit, and one that unpacks to gigabytes with that of memory', async () => {
  const trickle = await serve((_, answer) => {
    const timer = setInterval(() => answer.write('x'), 100);
    answer.on('close', () => clearInterval(timer));
  });
  await refusal(`${trickle}/debug/pprof/heap?seconds=1`, /sent \d+ bytes in 6\.5 s and was not done/);
  const member = gzipSync(Buffer.alloc(64 << 20));
  const bomb = await serve((_, answer) => {
    // Its end is that of the connection.
    answer.socket!.write('HTTP/1.0 200 OK\r\n\r\n');
    answer.socket!.end(Buffer.concat(Array<Buffer>(160).fill(member)));
  });
  await refusal(`${bomb}/debug/pprof/heap`, /unpacks to more than 2048 MB/);
});
