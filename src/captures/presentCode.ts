import type { CaptureRecord } from './disk/captureRecord';

type Origin = Pick<CaptureRecord, 'revision' | 'chosenEnvironment' | 'stage'>;

/**
 * Whether a capture measured the code that the workspace had then, in the environment of the settings: not that of a
 * git revision, in an environment that was chosen once, nor a stored program.
 */
export function isOfPresentCode({ revision, chosenEnvironment, stage }: Origin): boolean {
  return !revision && chosenEnvironment === undefined && stage === undefined;
}
