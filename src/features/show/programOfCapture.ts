import { stat } from 'node:fs/promises';
import type { Programs } from '../../captures/disk/programs';
import type { Mapping } from '../../profile/model';
import type { Capture } from '../../captures/loadedCapture';
import { type MatchedProgram, matchProgram } from '../../sources/program/programOfProfile';
import { showInformationMessage, showOpenDialog } from '../../ui/window';
import type { OnDemand } from '../../ui/onceLoaded';
import { basename } from '../../profile/text/shortNames';
import { ignored } from '../../profile/common/ignored';

/** Programs chosen by the user, by capture. */
const picked = new WeakMap<Capture, string>();

/** The file of a program, and the mapping of the profile that it matches. */
export interface MeasuredProgram extends MatchedProgram {
  readonly mapping: Mapping;
}

/**
 * The program of a capture: stored with it, at its path in the profile, or chosen by the user. undefined if the user
 * cancelled. Throws ProgramError if the chosen program is another one.
 * @param mappings binaries that contain the line, costliest first; in a comparison, some are the baseline's
 */
export async function programFor(
  programs: OnDemand<Programs>,
  capture: Capture,
  mappings: readonly Mapping[],
): Promise<MeasuredProgram | undefined> {
  const paths = [picked.get(capture), await (await programs()).of(capture.id)].filter((path) => path !== undefined);
  const candidates = mappings.flatMap((mapping) => paths.map((path) => ({ mapping, path })));
  // A path on another machine is left out, because opening it would contact that machine.
  const isHere = ({ file }: Mapping) => !/^[\\/]{2}/.test(file);
  // Only the build id shows whether the file is still the same program.
  const namedByProfile = mappings.filter((mapping) => mapping.buildId !== '' && isHere(mapping)).map((mapping) => ({ mapping, path: mapping.file }));
  for (const { mapping, path } of [...candidates, ...namedByProfile]) {
    const isFile = await stat(path).then((file) => file.isFile(), () => false);
    const matched = isFile ? await matchProgram(path, mapping).catch(ignored('a program is not found')) : undefined;
    if (matched) return { ...matched, mapping };
  }
  return askProgram(capture, mappings[0]);
}

/** Forgets the program that the user chose for a capture. */
export function forgetProgram(capture: Capture): void {
  picked.delete(capture);
}

async function askProgram(capture: Capture, mapping: Mapping): Promise<MeasuredProgram | undefined> {
  const measured = basename(mapping.file) || 'the program';
  const message = capture.target
    ? `The program of this capture is no longer stored: profile ${capture.target.name} again, or choose ${measured}.`
    : `Which program was measured for ${capture.title}? Choose ${measured}, unchanged since the run.`;
  const answer = await showInformationMessage(message, 'Choose Program…');
  if (!answer) return undefined;
  const [uri] = (await showOpenDialog({ title: `Choose ${measured}`, openLabel: 'Choose' })) ?? [];
  if (!uri) return undefined;
  const matched = await matchProgram(uri.fsPath, mapping);
  picked.set(capture, matched.path);
  return { ...matched, mapping };
}
