import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { encodeProfile } from '../../../src/profile/wire/encode';
import { RefinementError } from '../../../src/profile/errors';
import { profileOfStacks } from '../../shared/stacks';
import { temporaryFolder } from '../goPrograms';
import { pprof } from '../oracle';
import { compareFiles, ourProfile } from './ourFile';

let folder: string;
let remove: () => Promise<void>;

const NAMES = [
  'main.main', 'a', 'A', 'b', 'ab', 'aaa', 'é', 'É', 'ſ', 'K', 'K', 'a\nb', 'a.b', '日本', '𝛼', 'x1', '_', '-', ']', '{', 'a{,2}', 'ß', 'Ω', '\\', '\u00a0',
];

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  const frame = { file: 'f.go', line: 1, inlined: false };
  const stacks = NAMES.map((name, i) => ({ frames: [{ ...frame, name }], values: [i + 1] }));
  await writeFile(join(folder, 'text.pprof'), encodeProfile(profileOfStacks(stacks)));
});
after(() => remove());

/** Two groups with the same name are left out: RE2 and Linecost refuse them, but Go accepts them. */
const PATTERNS = [
  '\\pL', '\\PL', '\\p{Greek}', '\\p{^Greek}', '\\pN', '\\p{Lu}', '\\p{Han}', '\\p{Foo}', '[[:alpha:]]', '[[:^alpha:]]', '[[:word:]]', '[[:foo:]]',
  '[[.a.]]', '\\w', '\\W', '\\d', '\\s', '\\S', '\\h', '\\b', '\\B', '\\bé', 'é\\b', '\\A', '\\z', '\\Z', '\\G', '\\C', '\\R', '\\X', '\\e', '\\a', '\\v', '\\f',
  '\\x41', '\\x{65E5}', '\\x{110000}', '\\u0041', '\\07', '\\1', '\\8', '\\_', '\\-', '\\é', '\\Qa.b', '\\Qa.b\\E$', '\\E', '(?P<n>a)b', '(?<n>a)b',
  "(?'n'a)", '(?P=n)', '(?i)k', '(?i)s', '(?i)é', '(?i)ß', '(?i)ω', '(?i:A)b', '(?-i)a', '(?s).', '(?s)a.b', 'a.b', '(?m)^b', '(?U)a+',
  '(?x) a', '(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(?>a)', '(?#c)', '(?)', '(?i', 'a{2}', 'a{2,}', 'a{,2}', 'a{2,1}', 'a{1000}', 'a{1001}',
  '(a{100}){100}', 'a**', 'a+*', 'a++', 'a*?', 'a??', '*a', '+', '?', '|', 'a|', '(|a)*', '()', '(', ')', 'a)', '[', ']', '[]', '[]a]', '[^]a]', '[a', '[b-a]',
  '[a-\\d]', '[\\d-z]', '[a-]', '[-a]', '[\\]]', '[\\b]', '[\\Q]', '[^\\n]', '[a&&b]', '[[a]', '{', '}', '\\', 'a\\', '^$', '^*', '$a', '日', '.{2}', '^.$', '𝛼',
  '^[𝛼]$', '[^a]', '[\\x{1D6FC}-\\x{1D6FD}]', '\\pZ', '\\p{Zs}', '\\t', '\\n', '\\cA', '\\k<n>', '[[:space:]]', '(?:a', '(?:a)', '(?i)(?-i)A', '.*', 'x*',
];

test('a pattern has the same meaning as in pprof, or both refuse it', async () => {
  const differing: string[] = [];
  for (const focus of PATTERNS) {
    const request = { folder, profiles: ['text.pprof'], refinement: { focus } };
    const { code } = await pprof(['-raw', `-focus=${focus}`, 'text.pprof'], { cwd: folder });
    const isRefused = await ourProfile(request).then(() => false, (error: unknown) => error instanceof RefinementError);
    if (isRefused !== (code !== 0)) differing.push(`${focus}: pprof ${code === 0 ? 'accepts' : 'refuses'} it`);
    else if (!isRefused) await compareFiles(request).catch((error: Error) => differing.push(`${focus}: ${error.message}`));
  }
  assert.deepEqual(differing, []);
});
