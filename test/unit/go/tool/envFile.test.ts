import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnvFile } from '../../../../src/go/tool/variables';

test('reads variables with export, quotes, spaces and Windows line endings', () => {
  const text = '\uFEFFA=1\r\n  export B_C = two words \r\n# C=no\r\nnonsense\r\nD="a\\nb"\r\nE=\'a\\nb\'\r\nF=\r\nG="open\r\n';
  assert.deepEqual(parseEnvFile(text, {}), {
    A: '1',
    B_C: 'two words',
    D: 'a\nb',
    E: 'a\\nb',
    F: '',
    G: '"open',
  });
});

test('expands variables of earlier lines and of the environment, unless they are escaped', () => {
  const text = 'DIR=${HOME}/x\nSUB=${DIR}/y${NONE}\nRAW=\\${HOME}';
  assert.deepEqual(parseEnvFile(text, { HOME: '/home/u' }), { DIR: '/home/u/x', SUB: '/home/u/x/y', RAW: '${HOME}' });
});
