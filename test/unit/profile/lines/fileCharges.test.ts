import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includedFiles } from '../../../../src/profile/lines/chargedLines';
import { fileCharges } from '../../../../src/profile/lines/fileCharges';
import { framesOf } from '../../../../src/profile/lines/frames';
import { chargedLines } from '../../../shared/inOneStep';
import { profileOfLines } from '../../../shared/stacks';

test('the charges of files add up to those of their lines, in the order of the question', () => {
  const profile = profileOfLines(`
    main@a.go:1;f@b.go:2;lib@lib.go:9 3
    main@a.go:1;f@b.go:3 4
    main@a.go:7 5
    other@lib.go:9 6
  `);
  const files = ['b.go', 'gone.go', 'a.go'];
  const charged = chargedLines(profile, 0, includedFiles(profile, files), []);
  assert.deepEqual([...fileCharges(framesOf(profile), charged, files)], [7, 0, 5]);
});
