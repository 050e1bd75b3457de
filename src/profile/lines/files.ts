import { checkpoint, interruptible } from '../common/guard';
import { framesOf } from './frames';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import { locationsInStacks } from '../wire/seenLocations';
import { basename } from '../text/shortNames';

/** The files of all functions that occur in stacks, as named in the profile; sorted, without "". */
export const filesOf: (profile: Profile) => readonly string[] = oncePer((profile) => {
  const { functions, offsets, function: functionOf } = framesOf(profile);
  const seenLocation = locationsInStacks(profile);
  const seenFile = new Uint8Array(functions.files.length);
  for (let at = 0; at < seenLocation.length; at++) {
    if (seenLocation[at] === 0) continue;
    for (let frame = offsets[at]; frame < offsets[at + 1]; frame++) seenFile[functions.file[functionOf[frame]]] = 1;
  }
  return functions.files.filter((file, index) => seenFile[index] === 1 && file !== '').sort(byText());
});

/** A checkpoint every 4096 names; a name takes about a microsecond. */
const NAMES_MASK = 0xfff;

const filesByBasename = oncePer((profile: Profile) => {
  const byName = new Map<string, string[]>();
  for (const [at, file] of filesOf(profile).entries()) {
    if ((at & NAMES_MASK) === 0) checkpoint();
    const name = basename(file);
    const sameName = byName.get(name);
    if (sameName === undefined) byName.set(name, [file]);
    else sameName.push(file);
  }
  return byName;
});

/** The files of `filesOf` with this base name: the part after the last slash or backslash. */
export function filesNamed(profile: Profile, name: string): readonly string[] {
  return filesByBasename(profile).get(name) ?? [];
}

function byText(): (a: string, b: string) => number {
  return interruptible((a, b) => (a === b ? 0 : a < b ? -1 : 1));
}
