import assert from 'node:assert/strict';
import { decodeProfile } from '../../src/profile/wire/decode';
import { ProfileError } from '../../src/profile/errors';
import type { ProfileStage } from '../../src/profile/errors';

/** Returns the error that decodeProfile throws; fails if it throws none. */
export function errorOf(bytes: Uint8Array): ProfileError {
  try {
    decodeProfile(bytes);
  } catch (error) {
    assert.ok(error instanceof ProfileError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the profile was accepted' });
}

export function assertError(bytes: Uint8Array, stage: ProfileStage, message: RegExp): void {
  const error = errorOf(bytes);
  assert.match(error.message, message);
  assert.equal(error.stage, stage);
}
