import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session, VsCode } from './driver/index';
import { clickLens, outputOf, startScene, untilProfiled, useWorkspaceSettings } from './profiling';

const FILE = 'settings_test.go';
const TESTS = `package settings

import (
	"fmt"
	"os"
	"testing"
)

func BenchmarkSettings(b *testing.B) {
	for b.Loop() {
	}
	for _, name := range []string{"FROM_TEST", "FROM_TOOLS", "FROM_BOTH", "GOROOT"} {
		fmt.Printf("%s is %q\\n", name, os.Getenv(name))
	}
	fmt.Printf("built with %s, short %v\\n", tag, testing.Short())
}
`;
const tagged = (constraint: string, tag: string) => `//go:build ${constraint}\n\npackage settings\n\nconst tag = "${tag}"\n`;
/** A script that prints a name to stderr and runs the real go. */
const wrapper = (name: string) => `#!/bin/sh\necho "this is ${name}" >&2\nexec go "$@"\n`;

let session: Session;
let code: VsCode;
let scratch: string;
let goroot: string;

before(async () => {
  // A symbolic link is another path to the same Go.
  scratch = await mkdtemp(path.join(tmpdir(), 'linecost-goroot-'));
  goroot = path.join(scratch, 'linked-go');
  await symlink(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(), goroot);
  session = await startScene({
    files: {
      'go.mod': 'module example.com/settings\n\ngo 1.24\n',
      [FILE]: TESTS,
      'theirs_test.go': tagged('theirs', 'theirs'),
      'ours_test.go': tagged('ours', 'ours'),
      'neither_test.go': tagged('!theirs && !ours', 'neither'),
      'alternate-go': wrapper('the alternate'),
      'own-go': wrapper('our own'),
    },
    file: FILE,
    settings: { 'linecost.profile.benchtime': '10x', 'linecost.profile.kinds': ['memory'] },
  });
  code = session.code;
});
after(async () => {
  await session?.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Profiles the benchmark with these workspace settings and returns its output. */
async function outputWith(settings: Readonly<Record<string, unknown>>): Promise<string> {
  await useWorkspaceSettings(session, settings);
  await clickLens(session, FILE, 'BenchmarkSettings');
  await untilProfiled(code, 'BenchmarkSettings');
  return outputOf(code, 'BenchmarkSettings');
}

const GO_EXTENSION_SETTINGS = {
  'go.testTags': 'theirs',
  'go.buildTags': 'ours',
  'go.testFlags': ['-short', '-cpu=3'],
  'go.toolsEnvVars': { FROM_TOOLS: 'tools', FROM_BOTH: 'tools' },
  'go.testEnvVars': { FROM_TEST: '${workspaceFolderBasename}', FROM_BOTH: 'test' },
  'go.alternateTools': { go: '${workspaceFolder}/alternate-go' },
};

test('the settings of the Go extension apply even if it is not installed', async () => {
  const output = await outputWith(GO_EXTENSION_SETTINGS);
  assert.match(output, /this is the alternate/);
  assert.match(output, /FROM_TOOLS is "tools"\nFROM_BOTH is "test"/);
  assert.ok(output.includes(`FROM_TEST is "${path.basename(session.workspace)}"`), output);
  assert.match(output, /built with theirs, short true/);
  assert.match(output, /^BenchmarkSettings-3\s/m);
});

test('for an invalid benchtime in the settings, a message says what to write', async () => {
  await useWorkspaceSettings(session, { 'linecost.profile.benchtime': 'soon' });
  await clickLens(session, FILE, 'BenchmarkSettings');
  assert.equal(
    await code.notifications.untilShown('Invalid benchtime'),
    'Invalid benchtime: "soon"; write a duration such as 2s, or iterations such as 100x (linecost.profile.benchtime).',
  );
  assert.deepEqual(await code.notifications.buttons('Invalid benchtime'), ['Open Settings', 'Show Output']);
});
