import type { Mapping } from '../../profile/model';
import { readProgram } from './program';

/** A program that a profile's addresses can be looked up in. */
export interface MatchedProgram {
  readonly path: string;
  /** What addresses in the profile are higher by than in the file. */
  readonly bias: bigint;
}

/** A program of another build than the profile, or no program at all; the message is for the user. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Opens a program for a profile's binary. Programs that say which build they are must be of the same one.
 * Throws ProgramError.
 */
export async function matchProgram(path: string, { start, buildId }: Mapping): Promise<MatchedProgram> {
  const program = await readProgram(path).catch((cause: unknown) => {
    throw new ProgramError(`The program ${path} cannot be read: ${(cause as Error).message}.`);
  });
  if (buildId !== '' && program.buildId !== undefined && program.buildId !== buildId) {
    const advice = 'choose the one that was measured, or measure again';
    throw new ProgramError(`${path} is another build (${short(program.buildId)}) than the profile's (${short(buildId)}): ${advice}.`);
  }
  const { loadAddress } = program;
  return { path, bias: start === 0n || loadAddress === undefined ? 0n : start - loadAddress };
}

function short(buildId: string): string {
  return buildId.slice(0, 8);
}
