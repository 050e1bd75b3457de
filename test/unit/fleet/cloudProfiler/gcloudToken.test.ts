import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gcloudToken } from '../../../../src/fleet/cloudProfiler/gcloudToken';

const folder = mkdtempSync(join(tmpdir(), 'linecost-gcloud-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What gcloudToken returns or throws where gcloud is this script. */
function tokenOf(script: string): Promise<string> {
  const file = join(folder, 'gcloud');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return gcloudToken({ PATH: `${folder}:/usr/bin:/bin` }, new AbortController().signal).catch(({ message }: Error) => message);
}

test('gcloud prints the token', { skip: process.platform === 'win32' }, async () => {
  assert.equal(await tokenOf('test "$*" = "auth print-access-token" && echo ya29.a0-b_c'), 'ya29.a0-b_c');
});

test('a failure of gcloud, or another output, is told without the output', { skip: process.platform === 'win32' }, async () => {
  const login = 'log in with "gcloud auth login".';
  assert.equal(await tokenOf('echo "ERROR: no account" >&2; exit 1'), `gcloud auth print-access-token failed (ERROR: no account): ${login}`);
  assert.equal(await tokenOf('echo two words'), `gcloud auth print-access-token failed (it printed no token): ${login}`);
});

test('on Windows, the script of gcloud is started by cmd.exe', { skip: process.platform === 'win32' }, async () => {
  const file = join(folder, 'cmd');
  writeFileSync(file, '#!/bin/sh\ntest "$*" = "/d /c gcloud.cmd auth print-access-token" && echo ya29.a0-b_c\n');
  chmodSync(file, 0o755);
  const env = { PATH: '/usr/bin:/bin', ComSpec: file };
  assert.equal(await gcloudToken(env, new AbortController().signal, 'win32'), 'ya29.a0-b_c');
});

test('where there is no gcloud, the message says what to do', async () => {
  const token = gcloudToken({ PATH: '/nowhere' }, new AbortController().signal);
  await assert.rejects(token, { failure: 'toolNotFound', message: /^gcloud was not found: install/ });
});
