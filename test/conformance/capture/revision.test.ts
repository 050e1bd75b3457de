import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openRepository } from '../../../src/go/git/gitCommand';
import { findRevision } from '../../../src/go/git/revisions';
import { buildInWorkspace, profileInWorkspace, RevisionTree } from '../../../src/go/git/revisionWorktree';
import { GoTest } from '../../../src/go/test/goTest';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { requestFor, withWorld, type World } from './module';

const BENCHMARK = `package a

import (
	"testing"

	"example.com/lib"
)

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		lib.Work()
	}
}
`;
const work = (count: number) => `package lib

var sink int

func Work() {
	for i := range ${count} {
		sink += i * i
	}
}
`;
/** Two modules of a workspace, below the top of the repository. */
const FILES = {
  'go/go.work': 'go 1.24\n\nuse (\n\t./a\n\t./lib\n)\n',
  'go/a/go.mod': 'module example.com/a\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n',
  'go/a/a_test.go': BENCHMARK,
  'go/lib/go.mod': 'module example.com/lib\n\ngo 1.24\n',
  'go/lib/lib.go': work(20_000),
};

function git({ root, go }: World, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: root, env: go.env, encoding: 'utf8' });
}

test('the profile and source texts of a revision have the file names of the workspace, even in a subfolder with go.work', async () => {
  await withWorld(FILES, async (world) => {
    const { root, temp, go } = world;
    git(world, 'init', '-q');
    git(world, 'add', '.');
    git(world, 'commit', '-q', '-m', 'first');
    writeFileSync(join(root, 'go', 'lib', 'lib.go'), 'package lib // without Work\n');
    const place = { cwd: join(root, 'go', 'a'), env: go.env, signal: new AbortController().signal };
    const repository = await openRepository(place);
    const treeRoot = { root: temp, notes: join(root, '.git', 'notes') };
    const tree = await RevisionTree.add(repository, (await findRevision(place, 'HEAD'))!, treeRoot);
    const folders = { tree: tree.folder, top: root };
    const inTree = { packageDir: tree.folderOf(repository.inside), sourceFolders: [tree.folder] };
    // These iterations take more than a quarter of a second of processor time, so the profile has samples.
    const request = requestFor(world, 'BenchmarkX', { ...inTree, kinds: ['cpu'], benchtime: '40000x' });
    const old = await GoTest.build(request, () => undefined, place.signal);
    const { bytes } = await old.readProfile(await old.measure('cpu'), 'cpu');
    const { files } = decodeNames(await profileInWorkspace(bytes, folders));
    const build = buildInWorkspace(old.build, folders);
    await old.close();
    await tree.remove();
    const lib = join(root, 'go', 'lib', 'lib.go');
    assert.ok(files.includes(lib), files.join('\n'));
    assert.ok(!files.some((file) => file.startsWith(tree.folder)));
    assert.equal(build.texts.get(lib), FILES['go/lib/lib.go']);
    assert.equal(build.moduleDir, join(root, 'go', 'a'));
    assert.deepEqual(readdirSync(temp), []);
    assert.equal(existsSync(join(root, '.git', 'worktrees')), false);
    assert.equal(git(world, 'status', '--porcelain').trim(), 'M go/lib/lib.go');
    rmSync(join(root, '.git'), { recursive: true });
  });
});

function decodeNames(bytes: Uint8Array): { readonly files: readonly string[] } {
  const { functions, strings } = decodeProfile(gunzipSync(bytes));
  return { files: [...functions.filename].map((name) => strings.get(name)) };
}
