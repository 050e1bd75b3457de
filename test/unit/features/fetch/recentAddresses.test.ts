import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento } from 'vscode';
import { parseAddress, plainAddress } from '../../../../src/live/pprofAddress';
import { RecentAddresses } from '../../../../src/features/fetch/recentAddresses';

function fakeMemento(stored: Record<string, unknown> = {}) {
  const update = async (key: string, value: unknown) => {
    if (value === undefined) delete stored[key];
    else stored[key] = value;
  };
  return { stored, memento: { get: (key: string) => stored[key], update } as unknown as Memento };
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

test('the secrets of an address are neither repeated in a message nor stored', () => {
  const { stored, memento } = fakeMemento();
  const recent = new RecentAddresses(memento);
  for (const address of SECRETS) {
    try {
      recent.add(parseAddress(address));
    } catch (error) {
      assert.doesNotMatch((error as Error).message, /s3|cret/, address);
    }
  }
  assert.doesNotMatch(JSON.stringify(stored), /s3|cret|user/);
  assert.deepEqual(recent.list(), [
    'host',
    'http://host/x',
    'http://host/x?seconds=3',
    'https+insecure://host/x?seconds=3',
    'http://host:1/debug/pprof/heap',
  ]);
});

test('secrets in the addresses that an earlier version stored are removed, also from the storage', () => {
  const { stored, memento } = fakeMemento({ 'linecost.recentTargets': ['localhost:6060', ...SECRETS, 5] });
  assert.equal(new RecentAddresses(memento).list()[0], 'localhost:6060');
  assert.doesNotMatch(JSON.stringify(stored), /s3|cret|user/);
  assert.deepEqual(Object.keys(stored), ['linecost.recentAddresses']);
});

test('a recent address parses to the same URL as the original address', () => {
  for (const address of ['localhost:6060', '[::1]:6060', '6060', 'https://h', 'h/debug/pprof/heap?gc=1', 'h?debug=1']) {
    const target = parseAddress(address);
    assert.equal(parseAddress(plainAddress(target)).url.href, target.url.href);
  }
});
