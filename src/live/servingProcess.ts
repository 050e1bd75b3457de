import { readdir, readFile, readlink } from 'node:fs/promises';

/** A process of this machine. */
export interface LocalProcess {
  readonly pid: number;
  /** The path of its program. */
  readonly program: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** How many processors it may use at once; unset if a quota limits them. */
  readonly processors?: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** /proc counts time in these parts of a second, on every architecture. */
const TICKS_PER_SECOND = 100;
/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = '0A';

/**
 * The process that listens on the address's port; undefined if it is not on this machine, belongs to another user, or
 * cannot be found. Only Linux tells. It may be a forwarder, such as ssh: compare its program with the profile's.
 */
export async function servingProcess({ hostname, port, protocol }: URL): Promise<LocalProcess | undefined> {
  if (process.platform !== 'linux' || !LOOPBACK.test(hostname)) return undefined;
  const sockets = await listeningSockets(Number(port || (protocol === 'https:' ? 443 : 80)));
  if (sockets.size === 0) return undefined;
  const names = await readdir('/proc').catch(() => []);
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    if (await hasSocket(name, sockets)) return describe(name).catch(() => undefined);
  }
  return undefined;
}

/** The names of the sockets that listen on a port, as links in /proc: `socket:[4711]`. */
async function listeningSockets(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')));
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/ +/)));
  const listening = rows.filter(([, local = '', , state]) => state === LISTENS && local.endsWith(ending));
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

async function hasSocket(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  // The files of other users' processes cannot be listed.
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    if (sockets.has(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))) return true;
  }
  return false;
}

async function describe(pid: string): Promise<LocalProcess> {
  const [program, stat, boot, status, variables, group] = await Promise.all([
    readlink(`/proc/${pid}/exe`),
    ...[`/proc/${pid}/stat`, '/proc/stat', `/proc/${pid}/status`, `/proc/${pid}/environ`, `/proc/${pid}/cgroup`].map((file) => readFile(file, 'utf8')),
  ]);
  const bootTime = Number(/^btime (\d+)$/m.exec(boot)?.[1]);
  // The name of the program, in parentheses, may contain spaces.
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const startedAt = Math.round((bootTime + ticks / TICKS_PER_SECOND) * 1000);
  const allowed = Number(/(?:^|\0)GOMAXPROCS=(\d+)/.exec(variables)?.[1]) || countOf(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1]);
  const processors = allowed > 0 && !(await hasQuota(group)) ? { processors: allowed } : {};
  return { pid: Number(pid), program, startedAt, ...processors };
}

/** The length of a list of ranges: 5 for `0-3,6`. */
function countOf(list = ''): number {
  return list.split(',').reduce((sum, range) => {
    const [first, last = first] = range.split('-').map(Number);
    return sum + (last - first + 1);
  }, 0);
}

/** Whether a container limits the processor time. */
async function hasQuota(group: string): Promise<boolean> {
  const path = /^0::(\/.*)$/m.exec(group)?.[1];
  const limit = path === undefined ? '' : await readFile(`/sys/fs/cgroup${path}/cpu.max`, 'utf8').catch(() => '');
  return limit !== '' && !limit.startsWith('max');
}
