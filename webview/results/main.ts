import './results.css';
import { HostLink } from '../hostLink';
import { inEditor } from '../inEditor';
import { type ResultsHost, ResultsPage } from './resultsPage';

const host: ResultsHost = new HostLink(inEditor());
host.open(new ResultsPage(document.body, host));
