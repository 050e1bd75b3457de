import './fleet.css';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import type { FleetHost } from './fleetHost';
import { FleetPage } from './fleetPage';

const host: FleetHost = new HostLink(inEditor());
host.open(new FleetPage(document.body, host));
