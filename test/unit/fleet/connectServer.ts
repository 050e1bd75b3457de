import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import protobuf from 'protobufjs';
import type { Connection } from '../../../src/http/connection';
import { PyroscopeStore } from '../../../src/fleet/pyroscope/pyroscopeStore';

/** The parts of querier.v1 and types.v1 that Linecost uses, independent of its own reader and writer. */
const { root } = protobuf.parse(`syntax = "proto3";
message ProfileType { string ID = 1; string name = 2; string sample_type = 4; string sample_unit = 5; string period_type = 6; string period_unit = 7; }
message LabelPair { string name = 1; string value = 2; }
message Labels { repeated LabelPair labels = 1; }
message Point { double value = 1; int64 timestamp = 2; }
message OneSeries { repeated LabelPair labels = 1; repeated Point points = 2; }
message ProfileTypes { int64 start = 1; int64 end = 2; }
message ProfileTypesAnswer { repeated ProfileType profile_types = 1; }
message LabelNames { repeated string matchers = 1; int64 start = 2; int64 end = 3; }
message LabelNamesAnswer { repeated string names = 1; }
message LabelValues { string name = 1; repeated string matchers = 2; int64 start = 3; int64 end = 4; }
message LabelValuesAnswer { repeated string names = 1; }
message Series { repeated string matchers = 1; repeated string label_names = 2; int64 start = 3; int64 end = 4; }
message SeriesAnswer { repeated Labels labels_set = 2; }
message SelectMergeProfile { string profile_typeID = 1; string label_selector = 2; int64 start = 3; int64 end = 4; }
message SelectMergeStacktraces { string profile_typeID = 1; string label_selector = 2; int64 start = 3; int64 end = 4; int32 format = 6; }
message Pprof { bytes profile = 1; }
message SelectMergeStacktracesAnswer { Pprof pprof = 5; }
message SelectSeries { string profile_typeID = 1; string label_selector = 2; int64 start = 3; int64 end = 4; repeated string group_by = 5; double step = 6; }
message SelectSeriesAnswer { repeated OneSeries series = 1; }
`, { keepCase: true });

export interface Asked {
  readonly method: string;
  /** The request's fields by the names of the schema. */
  readonly message: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** An object: an answer of the method. Bytes: a body as it is. A function: anything else. */
export type Answering = object | Uint8Array | ((response: ServerResponse) => void);

/** Runs `body` with a store of a server that answers with `answer`, and with what it was asked. */
export async function withPyroscope(
  answer: (asked: Asked) => Answering,
  body: (store: PyroscopeStore, asked: Asked[]) => Promise<void>,
  { connection = {}, path = '' }: { readonly connection?: Connection; readonly path?: string } = {},
): Promise<void> {
  const all: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const method = request.url?.replace(`${path}/querier.v1.QuerierService/`, '') ?? '';
      const type = root.get(method) instanceof protobuf.Type ? root.lookupType(method) : undefined;
      const message = type === undefined ? {} : type.toObject(type.decode(Buffer.concat(chunks)), { longs: Number });
      const asked = { method, message, headers: request.headers };
      all.push(asked);
      const answered = answer(asked);
      if (typeof answered === 'function') (answered as (response: ServerResponse) => void)(response);
      else response.writeHead(200, { 'content-type': 'application/proto' }).end(bytesOf(method, answered));
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await body(new PyroscopeStore(new URL(`http://127.0.0.1:${port}${path}`), connection), all);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}

function bytesOf(method: string, answered: object): Uint8Array {
  if (answered instanceof Uint8Array) return answered;
  const type = root.lookupType(`${method}Answer`);
  return type.encode(type.fromObject(answered)).finish();
}

/** Connect's error. */
export const connectError = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ code, message }));
  };
