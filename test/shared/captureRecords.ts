import type { CaptureRecord } from '../../src/captures/disk/captureStore';
import { parseBenchmarks } from './inOneStep';

let lastId = 0;

/** A capture of BenchmarkA, older than those made before; `output` is what go test printed. */
export function record(overrides: Partial<CaptureRecord> & { readonly output?: string }): CaptureRecord {
  const { output = '', ...rest } = overrides;
  const id = String(++lastId);
  const { results } = parseBenchmarks(output);
  return { id, title: 'BenchmarkA', capturedAt: 1000 - lastId, profiles: [], results, ...rest };
}
