import type { ServerSecrets } from '../../http/serverAccess';
import { showInputBox, showMenu } from '../../ui/window';
import type { Edited, SavedServer } from './editServer';

export function credentialsText({ target: { authorization }, secrets: { password } }: Edited<SavedServer>): string {
  const missing = password ? '' : ', not entered on this machine';
  if (authorization?.kind === 'bearer') return `bearer token${missing}`;
  return authorization ? `user ${authorization.user}${missing}` : 'none';
}

/**
 * Asks how the server knows the user, and for the secret. undefined if the user cancels.
 * @param placeHolder why it is asked
 */
export async function askCredentials<T extends SavedServer>(
  { target, secrets }: Edited<T>,
  placeHolder = 'How the server knows you',
): Promise<Edited<T> | undefined> {
  const kinds = [
    { label: 'None', description: 'the server asks for none' },
    { label: 'User Name and Password', description: 'basic authentication' },
    { label: 'Bearer Token', description: 'Authorization: Bearer …' },
  ] as const;
  const title = `${target.name}: Credentials`;
  const before = kinds[target.authorization === undefined ? 0 : target.authorization.kind === 'basic' ? 1 : 2];
  const kind = await showMenu(kinds, before, { title, placeHolder });
  if (kind === undefined) return undefined;
  const { password: saved, ...others } = secrets;
  if (kind.label === 'None') return { target: { ...target, authorization: undefined }, secrets: others };
  if (kind.label === 'Bearer Token') {
    const password = await askSecret(title, 'The token', kind === before ? saved : undefined);
    if (password === undefined) return undefined;
    return { target: { ...target, authorization: { kind: 'bearer' } }, secrets: { ...others, password } };
  }
  const known = target.authorization?.kind === 'basic' ? target.authorization.user : '';
  const user = await showInputBox({
    title,
    prompt: 'User name',
    value: known,
    ignoreFocusOut: true,
    validateInput: (text) => (text.includes(':') ? 'A user name cannot have a colon.' : undefined),
  });
  if (user === undefined) return undefined;
  const password = await askSecret(title, `Password of ${user}`, kind === before ? saved : undefined);
  return password === undefined ? undefined : { target: { ...target, authorization: { kind: 'basic', user } }, secrets: { ...others, password } };
}

/** @param saved is kept if the user enters nothing */
export async function askSecret(title: string, prompt: string, saved: string | undefined): Promise<string | undefined> {
  const entered = await showInputBox({
    title,
    prompt: `${prompt}. It is saved in the secret storage of VS Code.`,
    placeHolder: saved ? 'saved: leave this empty to keep it' : '',
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (HEADER_VALUE.test(text) ? undefined : 'This has a character that a header cannot have.'),
  });
  return entered === '' ? (saved ?? '') : entered;
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that the request sets itself. */
const OWN_HEADERS = /^(?:connection|content-length|transfer-encoding|upgrade)$/i;

export function headersText({ target: { headers = {}, secretHeaders = [] } }: Edited<SavedServer>): string {
  return [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...secretHeaders].join(', ') || 'none';
}

/** Lets the user add, change or remove a header. undefined if the user cancels. */
export async function askHeaders<T extends SavedServer>(edited: Edited<T>): Promise<Edited<T> | undefined> {
  const { target: { name: service, headers = {}, secretHeaders = [] } } = edited;
  const title = `${service}: Headers`;
  const known = [
    ...Object.entries(headers).map(([name, value]) => ({ label: name, description: value, isSecret: false })),
    ...secretHeaders.map((name) => ({ label: name, description: 'secret', isSecret: true })),
  ];
  const add = { icon: 'add', label: 'Add Header…' };
  const chosen = known.length === 0 ? add : await showMenu([add, ...known], add, { title, placeHolder: 'Sent with each request' });
  if (chosen === undefined) return undefined;
  const header = 'isSecret' in chosen ? { name: chosen.label, isSecret: chosen.isSecret } : await askNewHeader(title);
  return header && askHeaderValue(edited, header);
}

interface Header {
  readonly name: string;
  readonly isSecret: boolean;
}

async function askNewHeader(title: string): Promise<Header | undefined> {
  const name = await showInputBox({
    title,
    prompt: 'The name of the header',
    placeHolder: 'X-Scope-OrgID',
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (!HEADER_NAME.test(text.trim())) return 'Enter the name of a header, such as X-Scope-OrgID, without its value.';
      return OWN_HEADERS.test(text.trim()) ? `Linecost sets ${text.trim()} itself.` : undefined;
    },
  });
  if (name === undefined) return undefined;
  const secret = { label: 'Secret', description: 'saved in the secret storage of VS Code, never exported' };
  const plain = { label: 'Not Secret', description: 'saved with the address' };
  const active = /auth|key|token|secret|cookie|pass/i.test(name) ? secret : plain;
  const chosen = await showMenu([plain, secret], active, { title, placeHolder: `Is the value of ${name.trim()} secret?` });
  return chosen && { name: name.trim(), isSecret: chosen === secret };
}

async function askHeaderValue<T extends SavedServer>(
  { target, secrets }: Edited<T>,
  { name, isSecret }: Header,
): Promise<Edited<T> | undefined> {
  const value = await showInputBox({
    title: `${target.name}: Headers`,
    prompt: `The value of ${name}. Empty removes the header.`,
    value: isSecret ? '' : (target.headers?.[name] ?? ''),
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: (text) => (HEADER_VALUE.test(text) ? undefined : 'This has a character that a header cannot have.'),
  });
  if (value === undefined) return undefined;
  const headers = withHeader(target.headers, name, isSecret ? '' : value.trim());
  const secretValues = withHeader(secrets.headers, name, isSecret ? value.trim() : '');
  // A secret header of an imported service may not be entered yet.
  const others = (target.secretHeaders ?? []).filter((other) => other.toLowerCase() !== name.toLowerCase());
  const names = [...new Set([...others, ...Object.keys(secretValues)])];
  return {
    target: { ...target, headers, secretHeaders: names.length > 0 ? names : undefined },
    secrets: { ...secrets, headers: secretValues },
  };
}

/** Names in another spelling are the same header. */
function withHeader(headers: ServerSecrets['headers'] = {}, name: string, value: string): Record<string, string> {
  const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return Object.fromEntries(value === '' ? others : [...others, [name, value]]);
}
