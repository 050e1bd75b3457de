import './benchmarks.css';
import { copyNamesWhole } from '../controls/copyNames';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import { BenchmarksPage } from './benchmarksPage';
import type { BenchmarksHost } from './benchmarksHost';

copyNamesWhole(document);
const host: BenchmarksHost = new HostLink(inEditor());
host.open(new BenchmarksPage(document.body, host));
