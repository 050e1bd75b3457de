import assert from 'node:assert/strict';
import test from 'node:test';
import { isBaselineFailure } from '../../../src/engine/failures';
import { EngineError } from '../../../src/engine/workerMessages';

test('errors of a comparison are distinguished from errors of a refinement and from other errors', () => {
  for (const field of ['base', 'diff_base', 'normalize']) {
    assert.ok(isBaselineFailure(new EngineError('badRefinement', `${field}: no sample type in common`, field)), field);
  }
  assert.equal(isBaselineFailure(new EngineError('badRefinement', 'focus: missing closing )', 'focus')), false);
  assert.equal(isBaselineFailure(new EngineError('notLoaded', 'the profile was unloaded')), false);
  assert.equal(isBaselineFailure(new Error('base')), false);
});
