import type { FLEET_PAGE } from '../../src/pages/protocol/fleetPage';
import type { HostLink } from '../hostLink';

export type FleetHost = HostLink<typeof FLEET_PAGE>;
