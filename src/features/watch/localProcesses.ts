import { readFile } from 'node:fs/promises';
import type { LocalProcess } from '../../live/servingProcess';
import { servingProcess } from '../../live/servingProcess';
import type { Instance } from '../../live/targets/instances';
import { ignored } from '../../profile/common/ignored';
import type { WatchedProcess } from './watchedService';

/** Linux counts memory in pages of this size, on the architectures that have no other. */
const PAGE_BYTES = 4096;

/** The processes of instances that run on this machine, under Linux; of others, nothing is known. */
export class LocalProcesses {
  private readonly found = new Map<string, Promise<LocalProcess | undefined>>();

  constructor(private readonly instances: readonly Pick<Instance, 'name' | 'url'>[]) {}

  /** @param programs those that the profiles name: another one only forwards */
  async of(name: string, programs: readonly string[]): Promise<WatchedProcess> {
    const url = this.instances.find((each) => each.name === name)?.url;
    if (!url) return {};
    if (!this.found.has(name)) {
      this.found.set(name, servingProcess(url).catch(ignored('the process of a service is not known', undefined)));
    }
    const process = await this.found.get(name);
    const isOwn = process && programs.some((program) => withoutDeleted(program) === withoutDeleted(process.program));
    if (!isOwn) return {};
    const resident = await residentBytes(process.pid);
    // Another process may serve the next moment.
    if (resident === undefined) this.found.delete(name);
    return resident === undefined ? {} : { startedAt: process.startedAt, resident };
  }
}

async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}

function withoutDeleted(program: string): string {
  return program.replace(/ \(deleted\)$/, '');
}
