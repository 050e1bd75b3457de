import type { FleetSource } from '../../fleet/fleetSource';
import { KIND_NAMES } from '../../fleet/kindNames';
import { grafanaSourceOf, typedSource } from '../../fleet/typedSource';
import { requireTrust } from '../../ui/preconditionError';
import { showMenu } from '../../ui/window';
import { askFieldText, type Edited, editServer, type ServerField } from '../targets/editServer';
import type { SavedSources } from '../targets/savedSources';
import { tlsFields } from '../targets/serverFields';
import { askCredentials, askHeaders, askSecret, credentialsText, headersText } from '../targets/serviceCredentials';
import { askFreeName } from '../targets/serviceName';
import { testSource } from './askSource';
import { problemOfSource, withAddress } from './sourceAddress';

type EditedSource = Edited<FleetSource>;
type SourceField = ServerField<FleetSource>;

const TENANT = 'X-Scope-OrgID';
const isAsked = ({ kind, address }: FleetSource): boolean => kind !== 'cloudProfiler' && /^https?:/.test(address);
const isSecure = ({ kind, address }: FleetSource): boolean => kind === 'cloudProfiler' || address.startsWith('https:');
const isOwnServer = ({ kind }: FleetSource): boolean => kind === 'pyroscope' || kind === 'parca';

/** Lists what is saved of a store, and asks for what the user chooses: see editServer. Throws an Error for the user. */
export async function editSource(source: FleetSource, sources: SavedSources): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const tested = await editServer({ target: source, secrets: await sources.secretsOf(source) }, {
    fields: sourceFields(sources),
    test: { label: 'Test Profile Store', description: ({ address }) => address },
    save: (...saved) => sources.save(...saved),
  });
  if (tested) await testSource(tested, sources);
}

/**
 * Asks for what a store wants to know of the user: the tenant, or how it knows the user. undefined if the user cancels.
 * @param refusal what the store has said
 */
export function askSourceAccess(edited: EditedSource, refusal: string): Promise<EditedSource | undefined> {
  if (edited.target.kind === 'pyroscope' && refusal.includes(TENANT)) return askTenant(edited, refusal);
  return askSourceCredentials(edited, refusal);
}

function askSourceCredentials(edited: EditedSource, refusal?: string): Promise<EditedSource | undefined> {
  return edited.target.kind === 'cloudProfiler' ? askGoogleToken(edited, refusal) : askCredentials(edited, refusal);
}

/** What can be changed of a store, in the order in which it is listed. */
function sourceFields(sources: SavedSources): readonly SourceField[] {
  return [
    {
      label: 'Name',
      value: ({ target }) => target.name,
      ask: async ({ target, secrets }) => {
        const asked = { title: `${target.name}: Name`, prompt: 'Its name', value: target.name, noun: 'store' };
        const name = await askFreeName(sources, asked, target.id);
        return name === undefined ? undefined : { target: { ...target, name }, secrets };
      },
    },
    { label: 'Address', value: ({ target: { kind, address } }) => `${KIND_NAMES[kind]} · ${address}`, ask: askAddress },
    {
      label: 'Grafana Data Source',
      isMeant: ({ target }) => isOwnServer(target),
      value: ({ target }) => grafanaSourceOf(target.address) ?? 'none: the server itself is asked',
      ask: askGrafana,
    },
    { label: 'Credentials', isMeant: ({ target }) => isAsked(target), value: credentialsText, ask: (edited) => askSourceCredentials(edited) },
    { label: 'Google Token', isMeant: ({ target }) => target.kind === 'cloudProfiler', value: tokenText, ask: (edited) => askSourceCredentials(edited) },
    {
      label: 'Tenant',
      isMeant: ({ target }) => target.kind === 'pyroscope',
      value: ({ target: { headers } }) => headers?.[TENANT] ?? 'none',
      ask: (edited) => askTenant(edited),
    },
    { label: 'Headers', isMeant: ({ target }) => isAsked(target), value: headersText, ask: askHeaders },
    ...tlsFields<FleetSource>(isSecure),
    textField('Service Label', {
      isMeant: ({ target: { kind } }) => kind === 'parca' || kind === 'files',
      prompt: 'The label whose value tells services apart, such as job. Empty if there is none.',
      read: ({ serviceLabel }) => serviceLabel,
      write: (source, serviceLabel) => ({ ...source, serviceLabel }),
    }),
    textField('Version Label', {
      prompt: 'The label whose value names a version or deploy, such as version or service_git_ref. Empty if there is none.',
      read: ({ versionLabel }) => versionLabel,
      write: (source, versionLabel) => ({ ...source, versionLabel }),
    }),
    {
      label: 'Requests',
      isMeant: ({ target: { kind } }) => kind === 'pyroscope',
      value: ({ target: { requests } }) => (requests ? `counted by ${requests.address}` : 'not counted: no costs per request'),
      ask: async ({ target, secrets }) => {
        const { askRequests } = await import('./requestFields');
        const changed = await askRequests(target, sources);
        return changed && { target: changed, secrets };
      },
    },
    textField('Service by Default', {
      prompt: 'The service of Show Function in Production, and the first in lists. Empty for none.',
      read: ({ defaults }) => defaults?.service,
      write: (source, service) => ({ ...source, defaults: { ...source.defaults, service } }),
    }),
    textField('Profile Type by Default', {
      prompt: "The store's id of the type, such as process_cpu:cpu:nanoseconds:cpu:nanoseconds. Empty for CPU.",
      read: ({ defaults }) => defaults?.type,
      write: (source, type) => ({ ...source, defaults: { ...source.defaults, type } }),
    }),
  ];
}

async function askTenant({ target, secrets }: EditedSource, refusal?: string): Promise<EditedSource | undefined> {
  const said = refusal === undefined ? '' : `${refusal} `;
  const tenant = await askFieldText(target, 'Tenant', {
    prompt: `${said}Sent as the header ${TENANT}, for a server with several tenants. Empty for none.`,
    value: target.headers?.[TENANT] ?? '',
    validateInput: (text) => (/^[\x21-\x7e]*$/.test(text.trim()) ? undefined : 'Enter the id of a tenant, without spaces.'),
  });
  if (tenant === undefined) return undefined;
  return { target: { ...target, headers: withTenant(target.headers, tenant.trim()) }, secrets };
}

function withTenant(headers: FleetSource['headers'] = {}, tenant: string): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name !== TENANT);
  return Object.fromEntries(tenant === '' ? others : [...others, [TENANT, tenant]]);
}

interface TextOfSource extends Pick<SourceField, 'isMeant'> {
  readonly prompt: string;
  read(source: FleetSource): string | undefined;
  /** @param text undefined if the user left it empty */
  write(source: FleetSource, text: string | undefined): FleetSource;
}

function textField(label: string, { prompt, read, write, isMeant }: TextOfSource): SourceField {
  return {
    label,
    ...(isMeant && { isMeant }),
    value: ({ target }) => read(target) ?? 'none',
    ask: async ({ target, secrets }) => {
      const text = await askFieldText(target, label, { prompt, value: read(target) ?? '' });
      return text === undefined ? undefined : { target: write(target, text.trim() || undefined), secrets };
    },
  };
}

async function askAddress({ target, secrets }: EditedSource): Promise<EditedSource | undefined> {
  const text = await askFieldText(target, 'Address', {
    prompt: `Where ${KIND_NAMES[target.kind]} is`,
    value: target.address,
    validateInput: (value) => problemOfSource(target.kind, value),
  });
  return text === undefined ? undefined : withAddress({ target, secrets }, typedSource(target.kind, text));
}

/** Asks for the data source of Grafana through which the store is asked, and for the token of a service account. */
async function askGrafana(edited: EditedSource): Promise<EditedSource | undefined> {
  const { target } = edited;
  const isKnown = grafanaSourceOf(target.address) !== undefined;
  const text = await askFieldText(target, 'Grafana Data Source', {
    prompt: "The address of the data source's page in Grafana",
    placeHolder: 'https://grafana.example.com/connections/datasources/edit/UID',
    value: isKnown ? target.address : '',
    validateInput: (value) => {
      const problem = problemOfSource(target.kind, value);
      if (problem !== undefined) return problem;
      return grafanaSourceOf(typedSource(target.kind, value).address) ? undefined : 'This is not the page of a data source: its address ends with /datasources/edit/UID.';
    },
  });
  if (text === undefined) return undefined;
  const { target: moved, secrets } = withAddress(edited, typedSource(target.kind, text));
  const saved = isKnown ? secrets.password : undefined;
  const password = await askSecret(`${target.name}: Grafana Data Source`, 'The token of a service account of Grafana', saved);
  return password === undefined ? undefined : { target: { ...moved, authorization: { kind: 'bearer' } }, secrets: { ...secrets, password } };
}

function tokenText({ target: { authorization }, secrets: { password } }: EditedSource): string {
  if (!authorization) return 'from gcloud, for each question';
  return password ? 'an access token' : 'an access token, not entered on this machine';
}

async function askGoogleToken(
  { target, secrets }: EditedSource,
  refusal = 'How Google knows you',
): Promise<EditedSource | undefined> {
  const title = `${target.name}: Google Token`;
  const gcloud = { label: 'From gcloud', description: 'gcloud auth print-access-token, for each question' };
  const typed = { label: 'Access Token…', description: 'Google lets it expire after an hour' };
  const menu = { title, placeHolder: refusal };
  const chosen = await showMenu([gcloud, typed], target.authorization ? typed : gcloud, menu);
  if (chosen === undefined) return undefined;
  const { password: saved, ...others } = secrets;
  if (chosen === gcloud) return { target: { ...target, authorization: undefined }, secrets: others };
  const password = await askSecret(title, 'The access token', saved);
  return password === undefined ? undefined : { target: { ...target, authorization: { kind: 'bearer' } }, secrets: { ...others, password } };
}
