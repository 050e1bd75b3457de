import { readdir, readFile, readlink } from 'node:fs/promises';

export interface GoProcess {
  readonly pid: number;
  /** The program and its arguments. */
  readonly command: string;
}

/** Whether processesIn works on this platform. */
export const canListProcesses = process.platform === 'linux';

/** @returns the processes whose working directory is `folder` or below it, such as go, compilers and test binaries */
export async function processesIn(folder: string): Promise<GoProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = pids.map(async (pid) => {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) return [];
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
    // A zombie has no command line. VS Code's language servers run in this folder, too.
    return command === '' || command.includes('--node-ipc') ? [] : [{ pid: Number(pid), command }];
  });
  return (await Promise.all(processes)).flat();
}
