import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { mustRun } from '../oracle';

/** A profiled function and its source file. */
export interface NamedFile {
  readonly function: string;
  readonly file: string;
}

/**
 * A temporary folder of Go sources: a module, the local replacement of one of its dependencies, a vendored copy of
 * both, a module cache, and a second GOROOT.
 */
export interface World {
  /** The parent of all these folders. A test may rename it. */
  readonly root: string;
  /** The folder of the module. */
  readonly app: string;
  readonly modcache: string;
  readonly env: NodeJS.ProcessEnv;
  /** The real GOROOT; `go1.99` in the root links to it. */
  readonly goroot: string;
  remove(): Promise<void>;
}

const allocatingFunction = (name: string, body = '') => `
var sink []byte

//go:noinline
func ${name}(next func()) {
\tsink = make([]byte, 64)
${body}\tnext()
\tsink[0]++
}
`;

const DEPENDENCY = 'github.com/BurntSushi/Maki';
const FILES = {
  'app/go.mod': `module example.com/Team/App

go 1.24

require (
\t${DEPENDENCY} v1.2.0-RC.1
\texample.com/beside v0.0.0
)

replace example.com/beside => ../beside
`,
  'app/internal/work/work.go': `package work\n${allocatingFunction('Run')}`,
  'app/Caps/Caps.go': `package Caps\n${allocatingFunction('Each[T any]').replace('(next', '(_ T, next')}`,
  'app/app.go': `package app
import (
\t"sort"
\t"example.com/Team/App/Caps"
\t"example.com/Team/App/internal/work"
\t"example.com/beside/deep"
\t"${DEPENDENCY}/roll"
)
${allocatingFunction('all')}
func All() {
\tall(func() {
\t\twork.Run(func() {
\t\t\tCaps.Each(1, func() {
\t\t\t\tdeep.Run(func() {
\t\t\t\t\troll.Run(func() {
\t\t\t\t\t\tsort.Slice([]int{3, 1, 2}, func(i, j int) bool { sink = make([]byte, 48); return i < j })
\t\t\t\t\t})
\t\t\t\t})
\t\t\t})
\t\t})
\t})
}
`,
  'app/app_test.go': `package app_test
import (
\t"testing"
\t"example.com/Team/App"
)
func BenchmarkAll(b *testing.B) {
\tfor i := 0; i < b.N; i++ {
\t\tapp.All()
\t}
}
`,
  'beside/go.mod': 'module example.com/beside\n\ngo 1.24\n',
  'beside/deep/deep.go': `package deep\n${allocatingFunction('Run')}`,
};
const DEPENDENCY_FILES = {
  'go.mod': `module ${DEPENDENCY}\n\ngo 1.24\n`,
  'roll/roll.go': `package roll\n${allocatingFunction('Run')}`,
};

export async function makeWorld(): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'linecost-source-')));
  const root = join(folder, 'machine');
  await writeAll(join(root, 'proj'), FILES);
  await writeAll(join(folder, 'maki'), DEPENDENCY_FILES);
  const goroot = (await mustRun('go', ['env', 'GOROOT'], { cwd: root })).trim();
  await symlink(goroot, join(root, 'go1.99'), 'junction');
  const env = {
    ...process.env,
    GOMODCACHE: join(root, 'modcache'),
    GOPROXY: pathToFileURL(join(folder, 'proxy')).href,
    GOSUMDB: 'off',
    GOFLAGS: '-modcacherw',
    GOWORK: 'off',
    GOTOOLCHAIN: 'local',
  };
  const app = join(root, 'proj', 'app');
  const proxyWriter = fileURLToPath(new URL('proxy/main.go', import.meta.url));
  const proxyArgs = [join(folder, 'proxy'), DEPENDENCY, 'v1.2.0-RC.1', join(folder, 'maki')];
  await mustRun('go', ['run', proxyWriter, ...proxyArgs], { cwd: root });
  await mustRun('go', ['mod', 'tidy'], { cwd: app, env });
  await cp(join(root, 'proj'), join(root, 'vendored'), { recursive: true });
  await mustRun('go', ['mod', 'vendor'], { cwd: join(root, 'vendored', 'app'), env });
  const remove = () => rm(folder, { recursive: true, force: true });
  return { root, app, modcache: env.GOMODCACHE, env, goroot, remove };
}

/** Profiles the benchmark of the module in `cwd`, and returns the functions in the profile with their files. */
export async function profiledFiles(
  { root, env }: World,
  cwd: string,
  kind: 'cpu' | 'mem',
  flags: readonly string[],
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<NamedFile[]> {
  const out = join(root, `${kind}.pprof`);
  const benchtime = kind === 'mem' ? ['-benchtime=20x', '-memprofilerate=1'] : ['-benchtime=300000x'];
  const benchFlags = ['-run=^$', '-bench=.', ...benchtime, `-${kind}profile=${out}`, '-o', join(root, 'app.test')];
  await mustRun('go', ['test', ...benchFlags, ...flags, '.'], { cwd, env: { ...env, ...extraEnv } });
  const { functions, strings } = decodeProfile(gunzipSync(await readFile(out)));
  return Array.from({ length: functions.count }, (_, i) => ({
    function: strings.get(functions.name[i]),
    file: strings.get(functions.filename[i]),
  }));
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
