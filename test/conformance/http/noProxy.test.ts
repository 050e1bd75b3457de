import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { proxyException } from '../../../src/http/noProxy';
import { PROGRAMS, temporaryFolder } from '../goPrograms';

const ADDRESSES = [
  'http://example.com/', 'https://example.com/', 'http://api.example.com/', 'http://example.com:8080/', 'http://badexample.com/',
  'http://a.b.example.com:6060/', 'http://EXAMPLE.com/', 'http://10.1.2.3/', 'http://10.1.2.3:6060/', 'http://11.1.2.3/',
  'http://192.168.1.9/', 'http://localhost:6060/', 'http://127.0.0.1:6060/', 'https://127.0.0.2/', 'http://[::1]:6060/',
  'http://[fd00::7]:6060/', 'http://[fe00::7]/', 'http://api/', 'http://api.internal/', 'http://[2001:db8::1]/',
];
const RULES = [
  '', '*', 'example.com', '.example.com', '*.example.com', 'example.com:8080', 'example.com:80, api', 'EXAMPLE.COM', '10.0.0.0/8', '10.1.2.3',
  '10.1.2.3:6060', '192.168.0.0/16,fd00::/8', '[fd00::7]:6060', '[fd00::7]', 'fd00::7', '2001:db8:0::1', ' .internal ,,x', 'foo*', '10.0.0.0/99',
  '[fd00::7', ':80', 'example.com:', 'com', '*example.com', '10.0.0.0/8:6060', 'a,*', '.',
];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: string;

before(async () => {
  folder = await temporaryFolder();
  program = path.join(folder.folder, process.platform === 'win32' ? 'proxied.exe' : 'proxied');
  execFileSync('go', ['build', '-o', program, './proxied'], { cwd: PROGRAMS });
});
after(() => folder.remove());

test('NO_PROXY means what it means for Go', () => {
  for (const rule of RULES) {
    const env = { ...process.env, HTTP_PROXY: 'http://proxy:3128', HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: rule, no_proxy: '' };
    const printed = execFileSync(program, ADDRESSES, { encoding: 'utf8', env }).trim().split('\n');
    const ours = ADDRESSES.map((address) => String(proxyException(new URL(address), rule) === undefined));
    const differing = ADDRESSES.filter((_, i) => ours[i] !== printed[i]);
    assert.deepEqual(differing, [], `NO_PROXY=${rule}`);
  }
});
