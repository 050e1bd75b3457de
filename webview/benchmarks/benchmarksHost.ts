import type { BENCHMARKS_PAGE } from '../../src/pages/protocol/benchmarksPage';
import type { HostLink } from '../hostLink';

export type BenchmarksHost = HostLink<typeof BENCHMARKS_PAGE>;
