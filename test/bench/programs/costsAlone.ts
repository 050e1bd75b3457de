import { readProfile } from '../../../src/engine/node/readProfile';
import { filesOf } from '../../../src/profile/lines/files';
import { lineCosts } from '../../../src/profile/lines/lineCosts';

/**
 * costsAlone.cjs PROFILE: computes flat and cum of every line for the default sample type, as costs.cjs does, but
 * without the rest of the engine: its bundle has a third of the code.
 */
const [path] = process.argv.slice(2) as [string];
void main();

async function main(): Promise<void> {
  const profile = await readProfile({ kind: 'file', path }, new AbortController().signal);
  const costs = lineCosts(profile, profile.defaultSampleType).costsOfFiles(filesOf(profile));
  console.log(costs.reduce((lines, file) => lines + file.lines.length, 0));
}
