import type { RUNTIME_LOG_PAGE } from '../../src/pages/protocol/runtimeLogPage';
import type { HostLink } from '../hostLink';

export type RuntimeLogHost = HostLink<typeof RUNTIME_LOG_PAGE>;
