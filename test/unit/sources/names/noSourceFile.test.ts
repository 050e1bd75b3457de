import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedByGoCommand, parseProfileName, type ProfileName } from '../../../../src/sources/names/profileName';

function parsed(raw: string): ProfileName {
  const name = parseProfileName(raw);
  assert.ok('elements' in name, raw);
  return name;
}

test('files that the go command generates are recognized by their base name', () => {
  for (const raw of ['_testmain.go', '/tmp/go-build1/b001/_testmain.go', '_cgo_gotypes.go', '_cgo_export.c']) {
    assert.ok(generatedByGoCommand(parsed(raw)), raw);
  }
  for (const raw of ['testmain.go', '_x.go', 'cgo_gotypes.go']) {
    assert.equal(generatedByGoCommand(parsed(raw)), undefined);
  }
});
