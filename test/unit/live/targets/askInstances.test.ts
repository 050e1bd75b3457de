import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { askInstances } from '../../../../src/live/targets/askInstances';
import { instancesOf } from '../../../../src/live/targets/instances';
import type { ServerSecrets } from '../../../../src/http/serverAccess';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { answersText, reachText } from '../../../../src/live/targets/targetState';

const { signal } = new AbortController();
const PAGE = '<tr><td>3<td><a href=heap?debug=1>heap</a>\n<tr><td>0<td><a href=profile>profile</a>';

/** Answers as net/http/pprof does, for the program `/srv/shop`. */
const pprof: RequestListener = ({ url }, response) => {
  if (url === '/debug/pprof/cmdline') response.end('/srv/shop\0-token\0s3cret');
  else if (url === '/debug/pprof/') response.setHeader('content-type', 'text/html').end(PAGE);
  else response.writeHead(404).end();
};

async function withServer<T>(
  answer: RequestListener,
  listenTo: number | string,
  body: (port: number) => Promise<T>,
): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(listenTo, resolve));
  try {
    return await body((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function asked(target: Omit<ServiceTarget, 'id' | 'name'>, secrets: ServerSecrets = {}) {
  const state = await askInstances(await instancesOf({ id: 'a', name: 'api', ...target }, secrets, ''), signal);
  return { ...state, text: answersText('api', state), reach: reachText(state) };
}

test('a service says which profiles it offers, and the name of its program', async () => {
  const { answers: [answer], text } = await withServer(pprof, 0, (port) => asked({ addresses: [`localhost:${port}`] }));
  assert.deepEqual([answer!.profiles, answer!.program], [['profile', 'heap'], 'shop']);
  assert.equal(text, 'api offers profile, heap.');
});

test('instances are asked side by side, and one that does not answer is named with the reason', async () => {
  const { reach, text } = await withServer(pprof, 0, (port) => asked({ addresses: [`localhost:${port}`, 'localhost:1'] }));
  assert.equal(reach, '1 of 2 reachable');
  assert.match(text, /^1 of 2 instances of api answer, and offer profile, heap\. Nothing is listening on localhost:1:/);
});

test('a server without a list of profiles is reachable and says so', async () => {
  const { text, reach } = await withServer((_, response) => response.writeHead(404).end(), 0, (port) => asked({ addresses: [`:${port}`] }));
  assert.deepEqual([text, reach], ['api answers, but lists no profiles.', 'reachable']);
});

test('a server that refuses, and one that answers something else, are not said to be out of reach', async () => {
  const reachOf = (status: number) => withServer((_, response) => response.writeHead(status).end(), 0, async (port) => {
    return (await asked({ addresses: [`localhost:${port}`] })).reach;
  });
  assert.deepEqual(await Promise.all([401, 403, 500].map(reachOf)), ['access refused', 'access refused', 'unexpected answer']);
  assert.equal((await asked({ addresses: ['localhost:1'] })).reach, 'not reachable');
});

test('headers and credentials are sent to the service', async () => {
  const seen: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    seen.push([request.headers.authorization, request.headers['x-org'], request.headers['x-key']]);
    pprof(request, response);
  };
  const headers = { headers: { 'X-Org': 'a' }, secretHeaders: ['X-Key'] };
  await withServer(answer, 0, async (port) => {
    const addresses = [`localhost:${port}`];
    await asked({ addresses, ...headers, authorization: { kind: 'bearer' } }, { password: 't', headers: { 'X-Key': 'k' } });
    await asked({ addresses, authorization: { kind: 'basic', user: 'me' } }, { password: 'p' });
  });
  assert.deepEqual([seen[0], seen.at(-1)], [['Bearer t', 'a', 'k'], [`Basic ${btoa('me:p')}`, undefined, undefined]]);
});

test('the headers whose values are secret are marked in the connection', async () => {
  const target = { id: 'a', name: 'api', addresses: ['h:1'], headers: { 'X-Org': 'a' }, secretHeaders: ['X-Key'] };
  const [{ connection }] = await instancesOf(target, { headers: { 'X-Key': 'k' } }, '');
  assert.deepEqual(connection.secretHeaders, ['X-Key']);
});

test('a service behind a socket is reached, and named by the path of the socket', { skip: process.platform === 'win32' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'socket-'));
  const socket = path.join(folder, 'api.sock');
  try {
    const { answers } = await withServer(pprof, socket, () => asked({ addresses: [`unix:${socket}`] }));
    assert.deepEqual([answers[0]!.instance, answers[0]!.program], [socket, 'shop']);
    const { text } = await asked({ addresses: [`unix:${socket}`] });
    assert.equal(text, `Nothing is listening on ${socket}: check the path, and that the program is running.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a certificate is read only if it is a file of usual size, also through a link', { skip: process.platform === 'win32' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  const read = (ca: string, signal?: AbortSignal) => instancesOf({ id: 'a', name: 'api', addresses: ['h:1'], tls: { ca } }, {}, folder, signal);
  try {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    writeFileSync(path.join(folder, 'large'), '');
    truncateSync(path.join(folder, 'large'), 1 << 30);
    for (const file of ['pipe', '/dev/zero', '.']) await assert.rejects(read(file), { failure: 'badAddress', message: `The authority file ${file} cannot be read (it is not a file).` });
    await assert.rejects(read('large'), /The authority file large cannot be read \(it is larger than 1 MB\)\.$/);
    await assert.rejects(read('none'), /cannot be read \(ENOENT: no such file or directory\)/);
    writeFileSync(path.join(folder, 'ca.pem'), 'PEM');
    symlinkSync('ca.pem', path.join(folder, 'link'));
    assert.equal((await read('link'))[0]!.connection.ca, 'PEM');
    await assert.rejects(read('ca.pem', AbortSignal.abort()), { name: 'AbortError' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
