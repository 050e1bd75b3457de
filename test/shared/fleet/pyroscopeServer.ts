import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCE = fileURLToPath(new URL('pyroscope', import.meta.url));
const END = process.platform === 'win32' ? '.exe' : '';

/** Programs built from test/shared/fleet/pyroscope. */
export interface PyroscopePrograms {
  /** A Pyroscope that keeps profiles in memory. */
  readonly server: string;
  /** A program that Pyroscope's SDK profiles; its argument is the server's address. */
  readonly client: string;
}

export async function buildPyroscope(folder: string): Promise<PyroscopePrograms> {
  const [server, client] = ['server', 'client'].map((name) => join(folder, `${name}${END}`)) as [string, string];
  for (const [program, source] of [[server, '.'], [client, './client']] as const) {
    await promisify(execFile)('go', ['build', '-o', program, source], { cwd: SOURCE });
  }
  return { server, client };
}

export interface RunningPyroscope {
  /** `http://127.0.0.1:1234` */
  readonly address: URL;
  push(series: readonly PushedSeries[]): Promise<void>;
  stop(): Promise<void>;
}

export interface PushedSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** pprof; gzipped or not. */
  readonly profiles: readonly Uint8Array[];
}

export async function runPyroscope(program: string, flags: readonly string[] = []): Promise<RunningPyroscope> {
  const child = spawn(program, [...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const address = new URL(line.trim());
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  return { address, push: (series) => push(address, series), stop };
}

async function push(address: URL, series: readonly PushedSeries[]): Promise<void> {
  const response = await fetch(new URL('/push.v1.PusherService/Push', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      series: series.map(({ labels, profiles }) => ({
        labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
        samples: profiles.map((bytes) => ({ rawProfile: Buffer.from(bytes).toString('base64') })),
      })),
    }),
  });
  if (!response.ok) throw new Error(`push failed: ${response.status} ${await response.text()}`);
}
