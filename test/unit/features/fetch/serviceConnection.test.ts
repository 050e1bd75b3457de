import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AUTHORIZED, commands, fetchFrom, parts, PROFILE, state, user, withService } from '../../../shared/fetchUser';

/** Answers what is allowed, and collects the authorizations of all requests. */
function guarded(seen: (string | undefined)[], wanted: string): RequestListener {
  return ({ headers: { authorization } }, response) => {
    seen.push(authorization);
    if (authorization === wanted) response.end(PROFILE);
    else response.writeHead(401).end();
  };
}

const BEARER = { kind: 'bearer' } as const;

test('an address of a saved service is fetched with its token, and its row says when', () => withService(
  guarded([], 'Bearer s3cret'),
  async (host) => {
    state.services = [{ id: '1', name: 'shop', addresses: [host], authorization: BEARER }];
    await fetchFrom(`${host}/debug/pprof/heap`);
    assert.deepEqual(state.profiled, ['shop']);
    assert.equal(user.shown.some((text) => /with 401|s3cret/.test(text)), false);
    await (await commands()).fetchAgain({ fetched: { address: `${host}/debug/pprof/heap` } } as never, parts);
    assert.deepEqual(state.profiled, ['shop', 'shop']);
  },
));

test('another address gets nothing of a saved service', () => {
  const seen: (string | undefined)[] = [];
  return withService(guarded(seen, 'none'), async (host) => {
    state.services = [{ id: '1', name: 'shop', addresses: ['localhost:1'], authorization: BEARER }];
    await fetchFrom(`${host}/debug/pprof/heap`);
    assert.deepEqual([seen, state.profiled], [[undefined], []]);
  });
});

test('credentials that are typed in the address replace those of the service', () => withService(
  guarded([], AUTHORIZED),
  async (host) => {
    state.services = [{ id: '1', name: 'shop', addresses: [host], authorization: BEARER }];
    await fetchFrom(`http://me:s3cret@${host}/debug/pprof/heap`);
    assert.deepEqual(state.profiled, ['shop']);
  },
));

test('saved services are offered first, by name, and fetched from when chosen', () => withService(
  (_, response) => void response.end(PROFILE),
  async (host) => {
    state.services = [{ id: '1', name: 'shop', addresses: [`${host}/debug/pprof/heap`, 'localhost:1'] }];
    await fetchFrom('shop');
    assert.equal(user.shown[0], `shop ${host}`);
    assert.deepEqual(state.profiled, ['shop']);
  },
));

test('messages name a socket by its path', { skip: process.platform === 'win32' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  const socket = join(folder, 'api.sock');
  const server = createServer((_, response) => void response.end('<html>')).listen(socket);
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await assert.rejects(fetchFrom(`unix:${socket}:/debug/pprof/heap`), new RegExp(`${socket}/debug/pprof/heap sends a web page`));
    assert.ok(user.shown.includes(`Fetching ${socket} heap`));
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
