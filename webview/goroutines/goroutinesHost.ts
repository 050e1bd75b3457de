import type { GOROUTINES_PAGE } from '../../src/pages/protocol/goroutinesPage';
import type { HostLink } from '../hostLink';

export type GoroutinesHost = HostLink<typeof GOROUTINES_PAGE>;
