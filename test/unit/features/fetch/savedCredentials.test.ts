import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretStorage } from 'vscode';
import { parseAddress, plainAddress } from '../../../../src/live/pprofAddress';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

function fakeSecrets(stored?: string) {
  const state = { stored };
  const secrets = {
    get: async () => state.stored,
    store: async (_: string, value: string) => void (state.stored = value),
    delete: async () => void (state.stored = undefined),
  };
  return { state, secrets: secrets as unknown as SecretStorage };
}

async function credentialsIn(secrets: SecretStorage) {
  const { SavedCredentials } = await import('../../../../src/features/fetch/credentials');
  return new SavedCredentials(secrets);
}

test('stored credentials are used only for their own server', async () => {
  const { secrets } = fakeSecrets();
  const saved = await credentialsIn(secrets);
  const filled = async (address: string) => (await saved.fill(parseAddress(address))).url.href;
  assert.equal(await filled('h:1'), 'http://h:1/debug/pprof/');
  const withSecrets = parseAddress('http://u:p@h:1/debug/pprof/heap?token=t&seconds=3');
  assert.equal(await saved.knows(withSecrets), false);
  await saved.save(withSecrets);
  assert.equal(await saved.knows(withSecrets), true);
  assert.equal(await filled(plainAddress(withSecrets)), withSecrets.url.href);
  assert.equal(await filled('h:1'), 'http://u:p@h:1/debug/pprof/');
  assert.equal(await filled('http://other:2@h:1/debug/pprof/heap?seconds=3'), 'http://other:2@h:1/debug/pprof/heap?seconds=3');
  for (const address of ['http://h:2/x', 'https://h:1/x', 'https+insecure://h:1/x', 'http://h.evil:1/x']) {
    assert.equal(await filled(address), address);
  }
  assert.equal(await saved.forget(), 1);
  assert.equal(await filled('h:1'), 'http://h:1/debug/pprof/');
});

test('an unreadable or damaged secret storage counts as empty', async () => {
  for (const stored of ['{', 'null', '5', '[5, ["a"], ["h", "http://[bad"]]']) {
    const saved = await credentialsIn(fakeSecrets(stored).secrets);
    assert.equal((await saved.fill(parseAddress('h'))).url.href, 'http://h/debug/pprof/');
  }
  const broken = { get: async () => Promise.reject(new Error('locked')) } as unknown as SecretStorage;
  assert.equal((await (await credentialsIn(broken)).fill(parseAddress('h'))).url.href, 'http://h/debug/pprof/');
});
