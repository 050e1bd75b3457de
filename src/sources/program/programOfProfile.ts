import type { Mapping } from '../../profile/model';
import { readProgram } from './program';

/** A program in which a profile's addresses can be looked up. */
export interface MatchedProgram {
  readonly path: string;
  /** Address in the profile minus address in the file. */
  readonly bias: bigint;
}

/** The program cannot be read, or is from another build than the profile. The message is for the user. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Reads the headers of a program, to look up the addresses of a profile's mapping in it. If both have a build id, the
 * ids must be equal. Throws ProgramError.
 */
export async function matchProgram(path: string, { start, buildId }: Mapping): Promise<MatchedProgram> {
  const program = await readProgram(path).catch((cause: unknown) => {
    throw new ProgramError(`The program ${path} cannot be read: ${(cause as Error).message}.`);
  });
  if (buildId !== '' && program.buildId !== undefined && program.buildId !== buildId) {
    const advice = 'choose the one that was measured, or measure again';
    throw new ProgramError(`${path} is from another build (${short(program.buildId)}) than the profile (${short(buildId)}): ${advice}.`);
  }
  const { loadAddress } = program;
  return { path, bias: start === 0n || loadAddress === undefined ? 0n : start - loadAddress };
}

function short(buildId: string): string {
  return buildId.slice(0, 8);
}
