import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packagedReadme } from '../../media/readme/packagedReadme.mjs';
import { repoRoot } from '../host/paths.mjs';

const README = readFileSync(path.join(repoRoot, 'README.md'), 'utf8');

/** The addresses of pictures or links that are not on the web. */
const localTargets = (text: string): string[] => {
  return [...text.matchAll(/\]\((?!https?:|#)([^)]*)\)/g)].map(([, target]) => target!);
};

test('every picture and file that the README links to exists', () => {
  const targets = localTargets(README);
  assert.ok(targets.length > 5);
  assert.deepEqual(targets.filter((target) => !existsSync(path.join(repoRoot, target))), []);
});

test('the README is short, and its packaged form has no command that only a clone of the source has', () => {
  assert.ok(README.split(/\s+/).length <= 900);
  assert.match(README, /npm start/);
  assert.doesNotMatch(packagedReadme(README), /npm|\bclone\b/);
});

test('the packaged README has no picture or link that VS Code cannot show, and says where pictures are', () => {
  const packaged = packagedReadme(README);
  assert.deepEqual(localTargets(packaged), []);
  assert.equal(packaged.match(/the walkthrough \*Find the line that costs the most\*/g)?.length, 1);
  const { contributes } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as {
    contributes: { walkthroughs: { title: string }[] };
  };
  assert.equal(contributes.walkthroughs[0]?.title, 'Find the line that costs the most');
  assert.equal(packagedReadme('[Go](https://go.dev/dl/)'), '[Go](https://go.dev/dl/)', 'links to the web stay');
  assert.ok(packaged.split('\n').length > README.split('\n').length - 30);
});
