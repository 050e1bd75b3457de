import { readProfile } from '../../../src/engine/node/readProfile';
import { filesOf } from '../../../src/profile/lines/files';
import { lineCosts } from '../../../src/profile/lines/lineCosts';

/**
 * costsAlone.cjs PROFILE: computes flat and cum of every line for the default sample type without the rest of the
 * engine. Its bundle, a third of that of costs.cjs, shows how long it takes to load only this code.
 */
const [path] = process.argv.slice(2) as [string];
void main();

async function main(): Promise<void> {
  const profile = await readProfile({ kind: 'file', path }, new AbortController().signal);
  const costs = lineCosts(profile, profile.defaultSampleType).costsOfFiles(filesOf(profile));
  console.log(costs.reduce((lines, file) => lines + file.lines.length, 0));
}
