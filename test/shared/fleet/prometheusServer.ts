import type { IncomingHttpHeaders } from 'node:http';
import { startFaulty, type TestServer } from './faultyServer';

export interface Prometheus extends TestServer {
  readonly asked: readonly { readonly url: URL; readonly headers: IncomingHttpHeaders }[];
}

/** An answer of a Prometheus 2.42, with other figures: a vector of these values. */
export function vectorOf(...values: readonly string[]): string {
  const result = values.map((value) => ({ metric: {}, value: [4600, value] }));
  return JSON.stringify({ status: 'success', data: { resultType: 'vector', result } });
}

/** Starts a server that gives the same answer to each query, as a Prometheus does. */
export async function startPrometheus(body: string, status = 200): Promise<Prometheus> {
  const asked: Prometheus['asked'][number][] = [];
  const server = await startFaulty(({ headers }, url) => {
    asked.push({ url, headers });
    return { status, headers: { 'content-type': 'application/json' }, body };
  });
  return Object.assign(server, { asked });
}
