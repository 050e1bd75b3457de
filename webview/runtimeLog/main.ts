import './runtimeLog.css';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import type { RuntimeLogHost } from './runtimeLogHost';
import { RuntimeLogPage } from './runtimeLogPage';

const host: RuntimeLogHost = new HostLink(inEditor());
host.open(new RuntimeLogPage(document.body, host));
