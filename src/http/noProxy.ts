import { BlockList, isIP } from 'node:net';

/**
 * Why a server is asked without a proxy: `usual` for rules that VS Code follows too, `more` for those that only Go
 * follows, such as `10.0.0.0/8`, `*.example.com`, and addresses like 127.0.0.2; undefined if it is not.
 */
type Exception = 'usual' | 'more' | undefined;

interface Rule {
  readonly fits: (server: Server) => boolean;
  readonly exception: NonNullable<Exception>;
}

interface Server {
  readonly host: string;
  readonly port: string;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a server is asked without a proxy, by the rules of Go's net/http.
 * @param noProxy as in the environment variable NO_PROXY
 */
export function proxyException({ protocol, hostname, port }: URL, noProxy: string): Exception {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (['localhost', '127.0.0.1', '::1'].includes(host)) return 'usual';
  if (isIn(LOOPBACK, host)) return 'more';
  const server = { host, port: port || (protocol === 'http:' ? '80' : '443') };
  const rules = noProxy.toLowerCase().split(',').flatMap((entry) => ruleOf(entry.trim()) ?? []);
  const fitting = rules.filter(({ fits }) => fits(server));
  return fitting.find(({ exception }) => exception === 'usual')?.exception ?? fitting[0]?.exception;
}

function ruleOf(entry: string): Rule | undefined {
  if (entry === '') return undefined;
  if (entry === '*') return { fits: () => true, exception: 'usual' };
  const [, network, prefix] = /^([\da-f:.]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return networkRule(network, Number(prefix));
  // An IPv6 address with a port has brackets, one without a port has none.
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):(\d*)$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (name === '') return undefined;
  const fitsPort = (server: Server): boolean => port === '' || server.port === port;
  if (isIP(name) > 0) {
    const fits = (server: Server): boolean => isSameAddress(server.host, name) && fitsPort(server);
    return { fits, exception: isIP(name) === 4 ? 'usual' : 'more' };
  }
  const isPattern = name.startsWith('*.');
  const domain = isPattern ? name.slice(1) : name;
  const ending = domain.startsWith('.') ? domain : `.${domain}`;
  const fitsHost = ({ host }: Server): boolean => host === domain || host.endsWith(ending);
  const fits = (server: Server): boolean => fitsHost(server) && fitsPort(server);
  return { fits, exception: isPattern ? 'more' : 'usual' };
}

function networkRule(network: string, prefix: number): Rule | undefined {
  const family = isIP(network);
  if (family === 0 || prefix > (family === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return { fits: ({ host }) => isIn(list, host), exception: 'more' };
}

function isSameAddress(a: string, b: string): boolean {
  const list = new BlockList();
  list.addAddress(b, isIP(b) === 4 ? 'ipv4' : 'ipv6');
  return isIn(list, a);
}

function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family > 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
