/** The messages of parca.query.v1alpha1 that gRPC-web carries: one request is written, its answer read. */
import { Writer } from 'protobufjs/minimal';
import type { TimeRange } from '../fleetQuery';
import { fieldsOf } from '../fields';
import { inclusive, type Timestamp } from './query';

/** MODE_MERGE, and REPORT_TYPE_PPROF. */
const MERGE = 2;
const PPROF = 1;

/** The QueryRequest for the merge of a range, as pprof. */
export function mergeRequest(selector: string, range: TimeRange): Uint8Array {
  const { start, end } = inclusive(range);
  const writer = Writer.create().uint32(1 << 3).int32(MERGE).uint32(bytesTag(3)).fork();
  writer.uint32(bytesTag(1)).string(selector);
  writeTimestamp(writer.uint32(bytesTag(2)), start);
  writeTimestamp(writer.uint32(bytesTag(3)), end);
  return writer.ldelim().uint32(5 << 3).int32(PPROF).finish();
}

function writeTimestamp(writer: Writer, { seconds, nanos }: Timestamp): void {
  writer.fork().uint32(1 << 3).int64(seconds).uint32(2 << 3).int32(nanos).ldelim();
}

const bytesTag = (field: number): number => (field << 3) | 2;

/** The gzipped pprof in a QueryResponse; undefined if it has another report. Throws an Error if it is damaged. */
export function readPprof(response: Uint8Array): Uint8Array | undefined {
  let pprof: Uint8Array | undefined;
  for (const { id, bytes } of fieldsOf(response)) if (id === 6 && bytes) pprof = bytes;
  return pprof;
}
