import { readdir, readFile, readlink } from 'node:fs/promises';

export interface GoProcess {
  readonly pid: number;
  /** The program and its arguments. */
  readonly command: string;
}

/** Whether processes can be listed as `processesIn` does. */
export const canListProcesses = process.platform === 'linux';

/** @returns the processes in a folder or below it: go, the compiler, test binaries and their children */
export async function processesIn(folder: string): Promise<GoProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = pids.map(async (pid) => {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) return [];
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
    // A zombie has no folder; VS Code's own language servers are in this folder too.
    return command === '' || command.includes('--node-ipc') ? [] : [{ pid: Number(pid), command }];
  });
  return (await Promise.all(read)).flat();
}
