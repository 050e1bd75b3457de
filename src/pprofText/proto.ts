import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { encodeProfile } from '../profile/wire/encode';
import { divided } from '../profile/text/measurement';
import type { ReportRequest } from './prepare';

/** The gzipped profile.proto of `go tool pprof -proto`. Source: google/pprof internal/report, printProto. */
export async function protoReport({ profile, format: { divideBy } }: ReportRequest): Promise<Uint8Array> {
  if (divideBy === 1) return promisify(gzip)(encodeProfile(profile));
  const values = profile.values.map((column) => column.map((value) => divided(value, divideBy)));
  return promisify(gzip)(encodeProfile({ ...profile, values }));
}
