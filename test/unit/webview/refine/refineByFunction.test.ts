import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patternWith } from '../../../../webview/refine/refineByFunction';

test('Ignore and Hide add a function to the earlier pattern, once', () => {
  for (const field of ['ignore', 'hide'] as const) {
    assert.equal(patternWith(field, 'main.run'), String.raw`^main\.run$`);
    assert.equal(patternWith(field, 'main.run', 'runtime'), String.raw`runtime|^main\.run$`);
    assert.equal(patternWith(field, 'main.run', String.raw`^main\.run$|runtime`), undefined);
  }
});

test('Focus and Show from replace the earlier pattern', () => {
  for (const field of ['focus', 'show_from'] as const) {
    assert.equal(patternWith(field, 'main.run', 'runtime'), String.raw`^main\.run$`);
  }
});
