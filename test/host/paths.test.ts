import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { cacheRoot } from './paths.mjs';

test('Linecost has a folder in the folder that each operating system has for caches', () => {
  const home = homedir();
  assert.equal(cacheRoot({ XDG_CACHE_HOME: '/elsewhere' }, 'linux'), path.join('/elsewhere', 'linecost'));
  assert.equal(cacheRoot({}, 'linux'), path.join(home, '.cache', 'linecost'));
  assert.equal(cacheRoot({}, 'darwin'), path.join(home, 'Library', 'Caches', 'linecost'));
  assert.equal(cacheRoot({ LOCALAPPDATA: 'C:\\Local' }, 'win32'), path.join('C:\\Local', 'linecost', 'Cache'));
});

test('a relative XDG_CACHE_HOME is ignored, as the XDG specification requires', () => {
  assert.equal(cacheRoot({ XDG_CACHE_HOME: 'here' }, 'linux'), path.join(homedir(), '.cache', 'linecost'));
});
