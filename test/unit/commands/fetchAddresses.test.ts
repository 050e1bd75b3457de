import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento, SecretStorage } from 'vscode';
import { parseTarget, plainAddress } from '../../../src/capture/http/pprofTarget';
import { SavedCredentials, RecentAddresses } from '../../../src/commands/fetchAddresses';

function fakeMemento(saved: Record<string, unknown> = {}) {
  const update = async (key: string, value: unknown) => {
    if (value === undefined) delete saved[key];
    else saved[key] = value;
  };
  return { saved, memento: { get: (key: string) => saved[key], update } as unknown as Memento };
}

function fakeSecrets(stored?: string) {
  const state = { stored };
  const secrets = {
    get: async () => state.stored,
    store: async (_: string, value: string) => void (state.stored = value),
    delete: async () => void (state.stored = undefined),
  };
  return { state, secrets: secrets as unknown as SecretStorage };
}

const SECRETS = [
  'user:s3cret@host:1/debug/pprof/heap',
  'http://user:s3@cret@host/x',
  'http://user:@s3cret@host/x',
  'go tool pprof -http=: http://user:s3cret@host/x',
  'https+insecure://user:s3cret@host/x?seconds=3',
  'host/x?token=s3cret&seconds=3',
  'http://host/x?s3cret',
  'http://user:pa/s3cret@host/x',
  'http://user:1/s3cret@host/x',
  'http://user:1?s3cret@host/x',
  'http://user:1#s3cret@host/x',
  'http://u%:s3cret@host/x',
  '//user:s3cret@host',
  'http://user:s3cret@host:99999/x',
  'ftp://user:s3cret@host/x',
  '~user:s3cret@host',
];

test('no message repeats the password of an address, and none is stored', () => {
  const { saved, memento } = fakeMemento();
  const recent = new RecentAddresses(memento);
  for (const address of SECRETS) {
    try {
      recent.add(parseTarget(address));
    } catch (error) {
      assert.doesNotMatch((error as Error).message, /s3|cret/, address);
    }
  }
  assert.doesNotMatch(JSON.stringify(saved), /s3|cret|user/);
  assert.deepEqual(recent.list(), [
    'host',
    'http://host/x',
    'http://host/x?seconds=3',
    'https+insecure://host/x?seconds=3',
    'http://host:1/debug/pprof/heap',
  ]);
});

test('addresses stored by an earlier version lose their secrets when read, on disk as well', () => {
  const { saved, memento } = fakeMemento({ 'linecost.recentTargets': ['localhost:6060', ...SECRETS, 5] });
  assert.equal(new RecentAddresses(memento).list()[0], 'localhost:6060');
  assert.doesNotMatch(JSON.stringify(saved), /s3|cret|user/);
  assert.deepEqual(Object.keys(saved), ['linecost.recentAddresses']);
});

test('a recent address leads to the same profile', () => {
  for (const address of ['localhost:6060', '[::1]:6060', '6060', 'https://h', 'h/debug/pprof/heap?gc=1', 'h?debug=1']) {
    const target = parseTarget(address);
    assert.equal(parseTarget(plainAddress(target)).url.href, target.url.href);
  }
});

test('stored credentials are used for their own server only', async () => {
  const { secrets } = fakeSecrets();
  const saved = new SavedCredentials(secrets);
  const filled = async (address: string) => (await saved.fill(parseTarget(address))).url.href;
  assert.equal(await filled('h:1'), 'http://h:1/debug/pprof/');
  const whole = parseTarget('http://u:p@h:1/debug/pprof/heap?token=t&seconds=3');
  assert.equal(await saved.knows(whole), false);
  await saved.save(whole);
  assert.equal(await saved.knows(whole), true);
  assert.equal(await filled(plainAddress(whole)), whole.url.href);
  assert.equal(await filled('h:1'), 'http://u:p@h:1/debug/pprof/');
  assert.equal(await filled('http://other:2@h:1/debug/pprof/heap?seconds=3'), 'http://other:2@h:1/debug/pprof/heap?seconds=3');
  for (const other of ['http://h:2/x', 'https://h:1/x', 'https+insecure://h:1/x', 'http://h.evil:1/x']) {
    assert.equal(await filled(other), other);
  }
  assert.equal(await saved.forget(), 1);
  assert.equal(await filled('h:1'), 'http://h:1/debug/pprof/');
});

test('an unreadable or damaged secret storage counts as empty', async () => {
  for (const stored of ['{', 'null', '5', '[5, ["a"], ["h", "http://[bad"]]']) {
    const saved = new SavedCredentials(fakeSecrets(stored).secrets);
    assert.equal((await saved.fill(parseTarget('h'))).url.href, 'http://h/debug/pprof/');
  }
  const broken = { get: async () => Promise.reject(new Error('locked')) } as unknown as SecretStorage;
  assert.equal((await new SavedCredentials(broken).fill(parseTarget('h'))).url.href, 'http://h/debug/pprof/');
});
