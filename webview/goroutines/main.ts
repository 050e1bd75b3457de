import './goroutines.css';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import type { GoroutinesHost } from './goroutinesHost';
import { GoroutinesPage } from './goroutinesPage';

const host: GoroutinesHost = new HostLink(inEditor());
host.open(new GoroutinesPage(document.body, host));
