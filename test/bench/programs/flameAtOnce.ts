import { LineReports } from '../../../src/engine/lineReports';
import { LoadedReports } from '../../../src/engine/loadedReports';
import { readProfile } from '../../../src/engine/node/readProfile';
import { type PagedRun, withNewPages } from '../shared/newPages';

/**
 * flameAtOnce.cjs PROFILE ROUNDS: in each round, loads the profile and makes its flame window at once, without the
 * worker. Prints the PagedRun of each window.
 */
const [path, rounds] = process.argv.slice(2) as [string, string];

const VIEW = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };

void main();

async function main(): Promise<void> {
  const { signal } = new AbortController();
  const windows: PagedRun[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const profile = await readProfile({ kind: 'file', path }, signal);
    const lines = new LineReports({ profile });
    await lines.loaded(signal);
    const reports = new LoadedReports(lines);
    windows.push(await withNewPages(() => reports.flame(profile.defaultSampleType, VIEW, signal)));
  }
  console.log(JSON.stringify(windows));
}
