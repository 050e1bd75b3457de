import { argumentWords } from '../../common/argumentWords';

/** How a program is started: variables before its arguments, as in a shell. */
export interface ProgramWords {
  readonly variables: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** Ports of a service as the user runs it, and those of one of its builds. */
export type Ports = ReadonlyMap<string, string>;

const LOOPBACK = /(?<=(?:localhost|127\.0\.0\.1|\[::1\]):)\d{1,5}(?!\d)/g;

/** The ports of this machine that a load command names: 8080 of `hey http://localhost:8080/`. */
export function loopbackPorts(command: string): readonly string[] {
  return [...new Set([...command.matchAll(LOOPBACK)].map(([port]) => port))];
}

/** A load command for other ports of this machine. */
export function withLoopbackPorts(command: string, ports: Ports): string {
  return command.replace(LOOPBACK, (port) => ports.get(port) ?? port);
}

/** Whether a text has this number. */
export function namesPort(text: string, port: string): boolean {
  return [...text.matchAll(/\d+/g)].some(([number]) => number === port);
}

/**
 * The words of `DEBUG=1 -addr localhost:${port}`, with `${port}` and the numbers of ports replaced by those of a build,
 * and `${host}` by localhost.
 * undefined if a quote is not closed.
 * @param own the port of its profiles
 */
export function programWords(text: string, ports: Ports, own: string): ProgramWords | undefined {
  const words = argumentWords(text)?.map((word) => {
    // Load commands have a host, too.
    const ofBuild = word.replaceAll('${host}', 'localhost');
    return ofBuild.replace(/\$\{port\}|\d+/g, (part) => (part === '${port}' ? own : (ports.get(part) ?? part)));
  });
  if (!words) return undefined;
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const count = at < 0 ? words.length : at;
  const pairs = words.slice(0, count).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  return { variables: { PORT: own, ...Object.fromEntries(pairs) }, args: words.slice(count) };
}
