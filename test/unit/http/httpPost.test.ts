import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { httpPost, type PostOptions } from '../../../src/http/httpGet';
import { failureOf } from '../../shared/fetchFailure';

const BODY = { bytes: Buffer.from('question'), headers: { 'Content-Type': 'text/x' } };
const LIMITS = { limitMs: 5000, slowAdvice: 'wait', maxBytes: 1 << 20, maxUnpackedBytes: 1 << 20 };

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  body: (base: URL, seen: Seen[]) => Promise<void>,
): Promise<void> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, authorization: headers.authorization, type: headers['content-type'], body: text });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`), seen);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const post = (url: URL, overrides: Partial<PostOptions> = {}) =>
  httpPost({ url, body: BODY, signal: new AbortController().signal, ...LIMITS, ...overrides });

test('the body and its headers are sent, with the headers of the connection', () =>
  withServer((_request, response) => response.end('answer'), async (base, seen) => {
    const connection = { headers: { authorization: 'Bearer x' } };
    assert.equal(Buffer.from((await post(base, { connection })).body).toString(), 'answer');
    assert.deepEqual(seen, [{ method: 'POST', url: '/ask', authorization: 'Bearer x', type: 'text/x', body: 'question' }]);
  }));

test('307 and 308 send the body again, to another server without credentials', async () => {
  for (const status of [307, 308]) {
    await withServer((_request, response) => response.end('there'), (other, seenThere) =>
      withServer(
        (request, response) => {
          if (request.url === '/here') response.end('here');
          else response.writeHead(status, { location: request.url === '/ask' ? '/here' : other.href }).end();
        },
        async (base, seen) => {
          const connection = { headers: { authorization: 'Bearer x' } };
          assert.equal(Buffer.from((await post(base, { connection })).body).toString(), 'here');
          assert.deepEqual(seen[1], { ...seen[0], url: '/here' });
          await post(new URL('/other', base), { connection });
          assert.deepEqual(seenThere, [{ method: 'POST', url: '/ask', authorization: undefined, type: 'text/x', body: 'question' }]);
        },
      ));
  }
});

test('another redirect is one sentence that names the address, without its parameters', async () => {
  for (const status of [301, 302, 303]) {
    await withServer(
      (_request, response) => response.writeHead(status, { location: 'https://u:p4ss@login.example/in?token=t0ken' }).end(),
      async (base, seen) => {
        assert.equal(
          await failureOf(post(base)),
          `httpStatus: HOST redirects to https://login.example/in (status ${status}), which loses the question: write the address to which it redirects, or log in.`,
        );
        assert.equal(seen.length, 1);
      },
    );
  }
});

test('messages use the words of the caller', () => {
  const words = { content: 'answer', tooLarge: 'too much', silent: 'ask for less', certificate: 'edit the store', unchecked: 'trust it' };
  return withServer(
    (request, response) => {
      if (request.url === '/large') response.end('x'.repeat(100));
      else if (request.url === '/cut') response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
    },
    async (base) => {
      assert.equal(await failureOf(post(base, { words, limitMs: 100 })), 'timedOut: HOST did not respond within 0.1 s: ask for less.');
      assert.equal(await failureOf(post(new URL('/large', base), { words, maxBytes: 10 })), 'notAProfile: The response from HOST is larger than 10 bytes, too much.');
      assert.equal(await failureOf(post(new URL('/cut', base), { words })), 'closed: HOST closed the connection after 1 byte, before the answer was complete.');
    },
  );
});
