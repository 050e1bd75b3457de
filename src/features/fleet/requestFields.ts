import type { FleetSource } from '../../fleet/fleetSource';
import { EXAMPLE_QUERY, problemOfCountQuery } from '../../fleet/requests/countQuery';
import { countRequests } from '../../fleet/requests/countRequests';
import type { RequestCounter } from '../../fleet/requests/requestCounter';
import { typedSource } from '../../fleet/typedSource';
import { countText } from '../../profile/text/screen/digits';
import { PreconditionError } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { showInformationMessage, showMenu } from '../../ui/window';
import { askFieldText, type Edited, editServer, type ServerField } from '../targets/editServer';
import type { SavedSources } from '../targets/savedSources';
import { tlsFields } from '../targets/serverFields';
import { askCredentials, askHeaders, credentialsText, headersText } from '../targets/serviceCredentials';
import { problemOfSource, withAddress } from './sourceAddress';

/** A counter with the name of its store, for titles. */
type Counter = RequestCounter & { readonly name: string };

const HOUR_MS = 3_600_000;
/** Its address is typed as that of a store of this kind. */
const KIND = 'pyroscope';

/**
 * Asks where the requests are counted that a store's services answer, and how; or lets the user change or remove that.
 * Saves each change. Returns the store as it is then; undefined if the user cancels.
 */
export async function askRequests(source: FleetSource, sources: SavedSources): Promise<FleetSource | undefined> {
  const { requests } = source;
  const [change, remove] = [{ icon: 'edit', label: 'Change…' }, { icon: 'trash', label: 'Remove' }];
  const texts = { title: `${source.name}: Requests`, placeHolder: requests?.query ?? '' };
  const chosen = requests ? await showMenu([change, remove], change, texts) : change;
  if (!chosen) return undefined;
  if (chosen === remove) {
    const without = { ...source, requests: undefined };
    await sources.save(without);
    await sources.forgetCounterSecrets(source);
    return without;
  }
  const secrets = await sources.counterSecretsOf(source);
  const first = requests ? { target: { ...requests, name: source.name }, secrets } : await askNewCounter(source.name);
  if (!first) return undefined;
  let saved = source;
  const save = async ({ name: _, ...counter }: Counter, changed: Edited<Counter>['secrets'] | undefined) => {
    saved = { ...source, requests: counter };
    if (changed) await sources.saveCounterSecrets(source, changed);
    await sources.save(saved);
  };
  if (!requests) await save(first.target, first.secrets);
  const tested = await editServer<Counter>(first, {
    fields: FIELDS,
    test: { label: 'Count the Requests of the Last Hour', description: ({ address }) => address },
    save,
  });
  if (tested) await testCounter(saved, tested, sources);
  return saved;
}

async function askNewCounter(name: string): Promise<Edited<Counter> | undefined> {
  const empty: Edited<Counter> = { target: { name, address: '', query: '' }, secrets: {} };
  const at = await askAddress(empty);
  return at && askQuery(at);
}

const isSecure = ({ address }: Counter): boolean => address.startsWith('https:');

const FIELDS: readonly ServerField<Counter>[] = [
  { label: 'Address', value: ({ target }) => target.address, ask: askAddress },
  { label: 'Query', value: ({ target }) => target.query, ask: askQuery },
  { label: 'Credentials', value: credentialsText, ask: askCredentials },
  { label: 'Headers', value: headersText, ask: askHeaders },
  ...tlsFields<Counter>(isSecure),
];

async function askAddress({ target, secrets }: Edited<Counter>): Promise<Edited<Counter> | undefined> {
  const text = await askFieldText(target, 'Requests', {
    prompt: "The Prometheus that counts them, or the address of its data source's page in Grafana",
    placeHolder: 'http://localhost:9090',
    value: target.address,
    validateInput: (value) => problemOfSource(KIND, value),
  });
  return text === undefined ? undefined : withAddress({ target, secrets }, typedSource(KIND, text));
}

async function askQuery({ target, secrets }: Edited<Counter>): Promise<Edited<Counter> | undefined> {
  const query = await askFieldText(target, 'Requests', {
    prompt: 'PromQL for their number. ${range} is the time, ${service} the service, ${filters} the matchers of filters.',
    value: target.query || EXAMPLE_QUERY,
    validateInput: problemOfCountQuery,
  });
  return query === undefined ? undefined : { target: { ...target, query: query.trim() }, secrets };
}

/** Asks for the requests of the default service. Throws CaptureError, AbortError or an Error for the user. */
async function testCounter(
  source: FleetSource,
  { name, ...counter }: Counter,
  sources: SavedSources,
): Promise<void> {
  const service = source.defaults?.service;
  if (service === undefined && counter.query.includes('${service}')) {
    throw new PreconditionError('Set Service by Default of the store first: the query counts the requests of this service.');
  }
  const connection = await sources.openCounter(source, counter);
  const range = { from: Date.now() - HOUR_MS, to: Date.now() };
  const asked = { type: '', ...(service !== undefined && { service }), filters: [], range };
  const count = await withProgress(`Counting the requests of ${name}`, (_, signal) =>
    countRequests(counter, asked, connection, signal));
  const of = service === undefined ? '' : ` of ${service}`;
  const text = count === undefined ? `No requests${of} were counted in the last hour` : `${countText(Math.round(count))} requests${of} in the last hour`;
  await showInformationMessage(`${text}.`);
}
