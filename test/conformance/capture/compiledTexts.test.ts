import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pprofTop, newRecording, requestFor, runGoTest, withWorld, type World } from './module';

const COSTLY = '\tsink = make([]byte, 1024)';
const WORK = `package a

var sink []byte

//go:noinline
func allocate() {
${COSTLY}
}
`;
const TESTS = `package a

import "testing"

func BenchmarkA(b *testing.B) {
	for b.Loop() {
		allocate()
	}
}
`;
const FILES = { 'go.mod': 'module example.com/edited\n\ngo 1.24\n', 'work.go': WORK, 'a_test.go': TESTS };
/** Moves all code of work.go one line down. */
const EDIT = 'sed -i 1i// work.go';

/** A go command that runs shell commands before and after each build; in these, $n is the number of the build. */
function goThatEdits({ root, go }: World, before: string, after: string): string {
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8', env: { ...go.env } }).trim();
  const file = join(root, '..', 'go');
  const script = `#!/bin/sh
if [ "$1 $2" != "test -c" ]; then exec ${goroot}/bin/go "$@"; fi
echo >> ${root}/../builds
n=$(wc -l < ${root}/../builds)
${before}
${goroot}/bin/go "$@"
status=$?
${after}
exit $status
`;
  writeFileSync(file, script);
  chmodSync(file, 0o700);
  return file;
}

/**
 * Builds and profiles BenchmarkA while the sources are edited. In the result, `line` is the line of the allocations in
 * the profile, and `text` is the source text of that line.
 */
async function profileEdited(world: World, before: string, after: string) {
  const go = { ...world.go, goBinary: goThatEdits(world, before, after) };
  const recording = newRecording();
  const options = { go, kinds: ['memory', 'cpu'], memProfileRate: 1, benchtime: '100x' } as const;
  const outcome = await runGoTest(requestFor(world, 'BenchmarkA', options), recording, new AbortController().signal);
  const top = pprofTop(world.root, recording.profiles[0]!.bytes, '-lines', '-sample_index=alloc_objects');
  // The runtime's own count is sometimes off by one or two.
  const [, file = '', line] = /^ *(?:9[89]|10[0-2]) .*\.allocate (\S+):(\d+)$/m.exec(top) ?? [];
  const text = outcome.texts.get(file)?.split('\n')[Number(line) - 1];
  const builds = readFileSync(join(world.root, '..', 'builds'), 'utf8').length;
  return { ...outcome, line: Number(line), text, builds, recording };
}

test('a program whose sources do not change is built once, and its source texts are those of that build', () =>
  withWorld(FILES, async (world) => {
    const { line, text, builds, linesMayBeOff, texts, recording } = await profileEdited(world, 'sleep 0.1', '');
    assert.deepEqual([line, text, builds, linesMayBeOff], [7, COSTLY, 1, false]);
    assert.deepEqual([...texts.keys()].sort(), ['a_test.go', 'work.go'].map((name) => join(world.root, name)));
    assert.deepEqual(recording.builds.map((build) => build.texts), [texts]);
  }));

test('the source texts are those that were compiled, even if a file changes during the build', async () => {
  const first = `if [ $n = 1 ]; then ${EDIT}; fi`;
  // Three cases: the file changes before the compiler reads it, after, or after but with an older modification time.
  for (const [before, after] of [[first, ''], ['', first], ['', first.replace('; fi', '; touch -d 2001-01-01 work.go; fi')]]) {
    await withWorld(FILES, async (world) => {
      const { line, text, builds, linesMayBeOff } = await profileEdited(world, before!, after!);
      assert.deepEqual([line, text, builds, linesMayBeOff], [8, COSTLY, 2, false], `${before} / ${after}`);
    });
  }
});

test('the text of a file that is added during the build is included', () =>
  withWorld(FILES, async (world) => {
    const file = 'package a\\n\\nfunc init() { allocate() }\\n';
    const { texts, builds } = await profileEdited(world, '', `if [ $n = 1 ]; then printf '${file}' > more.go; fi`);
    assert.deepEqual([texts.has(join(world.root, 'more.go')), builds], [true, 2]);
  }));

test('if a file changes during each build, the third build is used, and its lines may be off', () =>
  withWorld(FILES, async (world) => {
    const { builds, linesMayBeOff } = await profileEdited(world, '', EDIT);
    assert.deepEqual([builds, linesMayBeOff], [3, true]);
  }));

test('all runs measure the built program, even if a file changes after the build', async () => {
  // The benchmark itself edits the file, because only a short `go env` runs between the build and the timing run.
  const editing = TESTS.replace('for b.Loop', 'edit()\n\tfor b.Loop');
  const edit = `package a

import "os"

func edit() {
	text, _ := os.ReadFile("work.go")
	os.WriteFile("work.go", append([]byte("// work.go\\n"), text...), 0o600)
}
`;
  await withWorld({ ...FILES, 'a_test.go': editing, 'edit_test.go': edit }, async (world) => {
    const { line, text, builds, recording } = await profileEdited(world, '', '');
    assert.deepEqual([line, text, builds], [7, COSTLY, 1]);
    assert.equal(recording.output.match(/program that was built is measured/g)?.length, 2);
    assert.match(readFileSync(join(world.root, 'work.go'), 'utf8'), /^(\/\/ work.go\n){3}package a/);
  });
});

test('source texts come from all modules of the workspace, but only from the given source folders', () => {
  const files = {
    'go.work': 'go 1.24\n\nuse (\n\t./one\n\t./two\n)\n',
    'one/go.mod': 'module example.com/one\n\ngo 1.24\n',
    'one/a_test.go': TESTS.replace('import "testing"', 'import (\n\t"example.com/two"\n\t"testing"\n)\n\nfunc allocate() { two.F() }'),
    'two/go.mod': 'module example.com/two\n\ngo 1.24\n',
    'two/two.go': 'package two\n\nvar sink []byte\n\nfunc F() { sink = make([]byte, 64) }\n',
  };
  return withWorld(files, async (world) => {
    const textsIn = async (...folders: string[]) => {
      const sourceFolders = folders.map((folder) => join(world.root, folder));
      const request = requestFor(world, 'BenchmarkA', { packageDir: join(world.root, 'one'), sourceFolders });
      const { texts } = await runGoTest(request, newRecording(), new AbortController().signal);
      return [...texts.keys()].map((path) => path.slice(world.root.length + 1)).sort();
    };
    assert.deepEqual(await textsIn('.'), ['one/a_test.go', 'two/two.go']);
    assert.deepEqual(await textsIn('two'), ['two/two.go']);
    assert.deepEqual(await textsIn(), []);
  });
});

test('a file that git does not track is an uncommitted change only if the program contains it', () => {
  const work = WORK.replace('package a\n', 'package a\n\nimport _ "embed"\n\n//go:embed table.txt\nvar table string\n');
  return withWorld({ ...FILES, 'work.go': work, 'table.txt': '1\n', 'other/other.go': 'package other\n' }, async (world) => {
    const git = (...args: readonly string[]) => {
      const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      execFileSync('git', [...identity, ...args], { cwd: world.root, env: { ...world.go.env } });
    };
    const isDirty = async (): Promise<boolean | undefined> => {
      const recording = newRecording();
      await runGoTest(requestFor(world, 'BenchmarkA'), recording, new AbortController().signal);
      return recording.builds[0]?.git?.isDirty;
    };
    git('init', '-q');
    git('add', 'go.mod', 'work.go', 'a_test.go', 'table.txt');
    git('commit', '-q', '-m', 'first');
    assert.equal(await isDirty(), false, 'other/other.go');
    git('rm', '-q', '--cached', 'table.txt');
    git('commit', '-q', '-m', 'second');
    assert.equal(await isDirty(), true, 'an embedded file');
  });
});
