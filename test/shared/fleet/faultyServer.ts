import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a server, or a proxy before it, does instead of answering well. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly times?: number }
  | { readonly kind: 'silent' | 'cut' | 'empty' | 'page' }
  | { readonly kind: 'skewed'; readonly minutes: number };

export interface TestServer {
  readonly address: URL;
  /** `GET /path?query` of each request, decoded, in their order. */
  readonly requests: readonly string[];
  fault: Fault | undefined;
  close(): Promise<void>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

export type Listener = (request: IncomingMessage, url: URL, body: Uint8Array) => Promise<TestAnswer> | TestAnswer;

/** Starts a server on a free port of this machine that answers as `answer` says, but for its fault. */
export async function startFaulty(answer: Listener): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const state: { fault: Fault | undefined } = { fault: undefined };
  const server = createServer((request, response) => {
    void (async () => {
      requests.push(`${request.method} ${decodeURIComponent((request.url ?? '').replaceAll('+', ' '))}`);
      const pieces: Uint8Array[] = [];
      for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
      const { fault } = state;
      if (fault?.kind === 'status') {
        if (fault.times === 1) state.fault = undefined;
        return refuse(response, fault.status, fault.retryAfter);
      }
      if (fault?.kind === 'silent') return;
      if (fault?.kind === 'empty') return void response.end();
      if (fault?.kind === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const { status, headers, body } = await answer(request, url, Buffer.concat(pieces));
      const bytes = Buffer.from(body as Uint8Array);
      const date = fault?.kind === 'skewed' && { date: new Date(Date.now() + fault.minutes * 60_000).toUTCString() };
      response.writeHead(status, { 'content-length': bytes.length, ...headers, ...date });
      if (fault?.kind !== 'cut') return void response.end(bytes);
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    })();
  });
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  };
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return Object.assign(state, { address, requests, close });
}

/** What a proxy says. */
function refuse(response: ServerResponse, status: number, retryAfter: string | undefined): void {
  const headers = { 'content-type': 'text/html', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
  response.writeHead(status, headers).end('<html>no</html>');
}
