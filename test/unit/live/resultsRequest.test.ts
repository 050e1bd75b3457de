import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchResults, validateUrl } from '../../../src/live/resultsRequest';

async function fetched(answer: RequestListener, path = '/bench.txt', maxBytes = 1000): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return new TextDecoder().decode(await fetchResults(url, maxBytes, new AbortController().signal));
  } finally {
    server.close();
  }
}

test('the bytes of a file are returned as the server sends them', async () => {
  assert.equal(await fetched((_, response) => response.end('BenchmarkA 1 1 ns/op\n')), 'BenchmarkA 1 1 ns/op\n');
});

test('a response that is not a complete file of results is refused with a reason, without the secrets of the URL', async () => {
  const path = '/bench.txt?token=s3cret';
  const missing = fetched((_, response) => response.writeHead(404).end('s3cret'), path);
  await assert.rejects(missing, /^CaptureError: 127\.0\.0\.1:\d+\/bench\.txt responded with 404 Not Found: the file may have expired or require you to sign in\.$/);
  const forbidden = fetched((_, response) => response.writeHead(403).end('s3cret'), path);
  await assert.rejects(forbidden, /bench\.txt responded with 403 Forbidden: add credentials, as in https:.*, or download the file in your browser and add it\.$/);
  const webPage = fetched((_, response) => response.setHeader('content-type', 'text/html').end('<html>'), path);
  await assert.rejects(webPage, /is a web page: enter the URL of the file itself\.$/);
  const untypedPage = fetched((_, response) => response.end('<!DOCTYPE html><html>'), path);
  await assert.rejects(untypedPage, /is a web page: enter the URL of the file itself\.$/);
  const login = fetched(({ url }, response) => {
    if (url?.startsWith('/login')) response.setHeader('content-type', 'text/html').end('<html>');
    else response.writeHead(302, { location: '/login?back=s3cret' }).end();
  }, path);
  await assert.rejects(login, /^CaptureError: 127\.0\.0\.1:\d+\/bench\.txt redirects to a web page at 127\.0\.0\.1:\d+\/login, perhaps a sign-in page: download /);
  const large = fetched((_, response) => response.end('x'.repeat(1001)));
  await assert.rejects(large, /larger than 1000 bytes, too large to compare\.$/);
  const truncated = fetched((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('Bench');
    setTimeout(() => response.destroy(), 50);
  });
  await assert.rejects(truncated, /closed the connection after 5 bytes, before the file was complete\.$/);
});

test('the advice for a file of results is about the file, not about a profiled program', async () => {
  const unpacked = fetched((_, response) => {
    // Without a length, the body is unpacked to find out whether it is complete.
    response.removeHeader('transfer-encoding');
    response.removeHeader('content-length');
    response.end(gzipSync(Buffer.alloc(1 << 20)));
  }, '/bench.txt', 2000);
  await assert.rejects(unpacked, /^CaptureError: The response from 127\.0\.0\.1:\d+ unpacks to more than 2000 bytes, too large to compare\.$/);
  const encoded = fetched((_, response) => response.setHeader('content-encoding', 'zstd').end('x'));
  await assert.rejects(encoded, /Content-Encoding zstd, which Linecost cannot read: download the file in your browser and add it\.$/);
});

test('the message for a refused connection says to check the URL', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const refused = fetchResults(new URL(`http://127.0.0.1:${port}/bench.txt`), 1000, new AbortController().signal);
  await assert.rejects(refused, /^CaptureError: Nothing is listening on 127\.0\.0\.1:\d+: check the URL\.$/);
});

test('only http and https URLs are fetched', () => {
  assert.equal(validateUrl(' https://ci.example.com/a.txt '), undefined);
  for (const text of ['file:///etc/passwd', 'bench.txt', 'ftp://a/b', 'https://', 'http://me:100%@host/a']) {
    assert.match(validateUrl(text) ?? '', /^(Enter|Invalid|The) .*\.$/, text);
  }
});
