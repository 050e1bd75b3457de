import './goroutines.css';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import { type GoroutinesHost, GoroutinesPage } from './goroutinesPage';

const host: GoroutinesHost = new HostLink(inEditor());
host.open(new GoroutinesPage(document.body, host));
