import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { profileFromText } from '../shared/profileFromText';
import { columnsOf, shownColumns } from './costs';
import { startSession, type Session, type VsCode } from './driver/index';

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;
let folder: string;
const servers: Server[] = [];

/** Builds the service from the open workspace, so that the files of its profiles are in the workspace. */
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
  // VS Code closes the list if another element takes the focus.
  await code.until('the list of addresses', async () => {
    await code.run('Linecost: Fetch Profile…');
    await code.quickInput.untilAsked('localhost:6060', 10_000);
    return true;
  });
  await code.quickInput.setText(address);
  await code.until('the address in the list', async () => (await code.quickInput.labels())[0] === address);
  await code.quickInput.accept();
}

/** Fetches from an address and returns the error message, which must match. */
async function fetchError(address: string, pattern: RegExp): Promise<string> {
  await fetchFrom(address);
  const message = await code.notifications.untilShown(pattern);
  await code.notifications.close(pattern);
  await code.notifications.untilGone(pattern);
  return message;
}

test('the profiles of a service are listed, and its heap profile shows costs on the lines of the code', async () => {
  await fetchFrom(host);
  await code.quickInput.untilAsked('Choose a profile to fetch');
  const labels = await code.quickInput.labels();
  for (const name of ['profile', 'heap', 'allocs', 'goroutine', 'mutex', 'block']) assert.ok(labels.includes(name), name);
  await code.screenshot('fetch offered dark');
  await code.quickInput.pick('heap');
  await code.statusBar.untilShown(`${host} heap`);
  const editor = await code.open('allocation.go');
  const columns = await code.until('columns', async () => {
    const visible = await shownColumns(editor);
    return visible.size > 0 && visible;
  });
  assert.ok([...columns.values()].some(({ cum }) => /B$/.test(cum)));
});

test('for a file edited after the build, a message and the hover say that costs may be on wrong lines', async () => {
  const file = path.join(session.workspace, 'allocation.go');
  const text = await readFile(file, 'utf8');
  await writeFile(file, `// Edited.\n\n${text}`);
  const editor = await code.open('allocation.go', 1);
  await code.until('the edit', async () => (await editor.line(1)).text === '// Edited.');
  await code.run('Linecost: Clear Profile');
  await fetchFrom(`http://${host}/debug/pprof/allocs`);
  await code.statusBar.untilShown(`${host} allocs`);
  const warning = /allocation\.go is not the version that 127\.0\.0\.1:\d+ was built from, so costs may be on the wrong line/;
  await code.notifications.untilShown(warning);
  await code.notifications.close(warning);
  const line = await code.until('a line with a cost', async () => {
    return [...(await shownColumns(editor))].find(([, { cum }]) => /B$/.test(cum))?.[0];
  });
  assert.ok((await editor.hover(line)).includes('Lines may be off: the program was built from another version of this file.'));
  await editor.dismissHover();
});

test('a CPU profile is fetched for the entered number of seconds, and the progress counts them down', async () => {
  await fetchFrom(`http://${host}/debug/pprof/profile`);
  await code.quickInput.untilAsked('How many seconds');
  await code.quickInput.setText('nonsense');
  await code.until('the refusal', async () => /whole number of seconds/.test(await code.quickInput.message()));
  await code.quickInput.setText('8');
  await code.quickInput.accept();
  assert.match(await code.notifications.untilShown(/Fetching .* s left/), /[1-8] s left/);
  await code.screenshot('fetch countdown dark');
  await code.statusBar.untilShown(/profile · cpu/);
  const editor = await code.open('recursion.go');
  await code.until('columns', async () => (await shownColumns(editor)).size > 0);
  await code.screenshot('fetch cpu dark');
});

test('cancelling a fetch keeps the active profile', async () => {
  await fetchFrom(`http://${host}/debug/pprof/profile?seconds=60`);
  await code.notifications.untilShown(/Fetching/);
  await code.notifications.cancel(/Fetching/);
  await code.statusBar.untilShown(/profile · cpu/);
});

test('for an address without a profile, a message says what to do', async () => {
  assert.match(await fetchError(`http://${host}/no/such/page`, /responded with 404/), /net\/http\/pprof/);
});

/** A cpu profile of 5 s, with milliseconds in three functions of recursion.go: Fib, Ackermann and odd. */
function cpuProfile([fib, ackermann, odd]: readonly [number, number, number]): Uint8Array {
  const file = path.join(session.workspace, 'recursion.go');
  const sample = (ms: number, name: string, start: number, line: number): string => {
    return `${ms / 10} ${ms * 1e6} | example.com/shapes.${name}@${start} ${file}:${line} < main.main main.go:1`;
  };
  const stacks = [sample(fib, 'Fib', 5, 9), sample(ackermann, 'Ackermann', 28, 35), sample(odd, 'odd', 20, 24)].join('\n');
  return profileFromText({ types: 'samples/count cpu/nanoseconds', stacks, durationNanos: 5e9 });
}

test('two cpu profiles of a service are compared by share, in which an untouched line has no growth when more is done', async () => {
  const answers = [cpuProfile([1600, 200, 200]), cpuProfile([4800, 3300, 900])];
  const server = await serve((_request, answer) => answer.end(answers.shift()));
  const address = `http://${server}/debug/pprof/profile?seconds=5`;
  await fetchFrom(address);
  await code.statusBar.untilShown(`${server} profile · cpu · 2.0 s`);
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/baseline/);
  await fetchFrom(address);
  await code.statusBar.untilShown(/ profile vs .* · share of total/);
  const editor = await code.open('recursion.go', 24);
  const look = async (line: number): Promise<{ cum: string; background: string }> => {
    const { before } = await editor.line(line);
    return { cum: before[0]?.text.trim() ?? '', background: before[0]?.background ?? '' };
  };
  await code.until('changes of shares', async () => (await look(35)).cum === '+27 %');
  assert.equal((await look(9)).cum, '−27 %');
  const plain = (await look(23)).background;
  assert.equal((await look(24)).background, plain, 'its share did not grow');
  assert.notEqual((await look(35)).background, plain);
  await code.screenshot('fetch compare dark');
  await editor.focus();
  await code.page.keyboard.press('Control+F7');
  await code.statusBar.untilShown('more work done shows as growth');
  await code.until('changes of totals', async () => (await columnsOf(editor, 24))?.cum === '+700 ms');
  assert.equal((await look(24)).background, plain, 'growth of a total may be more work');
  assert.match(await editor.hover(24), /more work shows as growth/);
  await editor.dismissHover();
  await code.page.keyboard.press('Control+F7');
  await code.until('changes of shares', async () => (await look(35)).cum === '+27 %');
  await code.run('Linecost: Clear Baseline');
});

test('a fetch sends the entered password, and a later fetch the saved one', async () => {
  const heap = Buffer.from(await (await fetch(`http://${host}/debug/pprof/heap`)).arrayBuffer());
  const server = await serve((request, answer) => {
    const isAllowed = request.headers.authorization === `Basic ${Buffer.from('me:s3cret').toString('base64')}`;
    answer.writeHead(isAllowed ? 200 : 401).end(isAllowed ? heap : '');
  });
  const address = `http://${server}/debug/pprof/heap`;
  await fetchFrom(address);
  await code.notifications.untilShown(/responded with 401/);
  await code.screenshot('fetch unauthorized dark');
  await code.notifications.press(/responded with 401/, 'Enter Credentials…');
  await code.quickInput.untilAsked('User name');
  await code.quickInput.setText('me');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Password');
  await code.quickInput.setText('s3cret');
  await code.quickInput.accept();
  await code.statusBar.untilShown(`${server} heap`);
  await code.notifications.untilShown(/secret storage/);
  await code.screenshot('fetch keep secrets dark');
  await code.notifications.press(/secret storage/, 'Save in Secret Storage');
  await code.run('Linecost: Clear Profile');
  await fetchFrom(address);
  await code.statusBar.untilShown(`${server} heap`);
  await code.run('Linecost: Forget Saved Credentials');
  await code.notifications.untilShown(/saved credentials of one address were removed/);
  await code.notifications.close(/saved credentials of one address/);
  await fetchError(address, /responded with 401/);
});
