import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../shared/until';

/** A folder that all test files of this run share; unset if a file runs without `npm test`. */
const SHARED = process.env['LINECOST_TEST_FOLDER'];

/**
 * Makes a folder's files once for all test files of this run. Each test file is a process: the first one makes the
 * files, and the others wait for it.
 * @param name the name of the folder
 * @param make writes into the empty folder
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>) {
  if (SHARED === undefined) {
    const parent = await mkdtemp(join(tmpdir(), 'linecost-conformance-'));
    await make(await makeFolder(join(parent, name)));
    return { folder: join(parent, name), remove: () => rm(parent, { recursive: true, force: true }) };
  }
  const folder = join(SHARED, name);
  const [done, failed] = ['done', 'failed'].map((end) => `${folder}.${end}`);
  try {
    await makeFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await until(() => existsSync(done!) || existsSync(failed!));
    if (existsSync(failed!)) throw new Error(`${name} could not be made: see the test file that tried it first.`);
    return { folder, remove: async () => undefined };
  }
  await make(folder).catch(async (error: unknown) => {
    await writeFile(failed!, '');
    throw error;
  });
  await writeFile(done!, '');
  return { folder, remove: async () => undefined };
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder);
  return folder;
}
