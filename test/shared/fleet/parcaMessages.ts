import protobuf from 'protobufjs';

/** The messages of parca.query.v1alpha1 that a query needs, with the fields and numbers of Parca's schema. */
const root = protobuf.Root.fromJSON({
  nested: {
    Timestamp: { fields: { seconds: { type: 'int64', id: 1 }, nanos: { type: 'int32', id: 2 } } },
    MergeProfile: {
      fields: { query: { type: 'string', id: 1 }, start: { type: 'Timestamp', id: 2 }, end: { type: 'Timestamp', id: 3 } },
    },
    QueryRequest: {
      fields: {
        mode: { type: 'int32', id: 1 },
        merge: { type: 'MergeProfile', id: 3 },
        reportType: { type: 'int32', id: 5 },
      },
    },
    QueryResponse: {
      fields: { pprof: { type: 'bytes', id: 6 }, total: { type: 'int64', id: 9 }, filtered: { type: 'int64', id: 10 } },
    },
  },
});

interface Timestamp {
  readonly seconds: string;
  readonly nanos: number;
}

export interface MergeRequest {
  readonly mode: number;
  readonly merge?: { readonly query: string; readonly start?: Timestamp; readonly end?: Timestamp };
  readonly reportType: number;
}

export function decodeRequest(bytes: Uint8Array): MergeRequest {
  const type = root.lookupType('QueryRequest');
  return type.toObject(type.decode(bytes), { longs: String, defaults: true, oneofs: false }) as MergeRequest;
}

/** `filtered` is written although it is 0, so that readers have to find the profile among other fields. */
export function encodeResponse(pprof: Uint8Array): Uint8Array {
  return root.lookupType('QueryResponse').encode({ pprof, total: 0, filtered: 0 }).finish();
}
