import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveGoEnvironment, type EnvironmentContext } from '../../../../src/go/tool/goSettings';

type Settings = Readonly<Record<string, unknown>>;

interface FakeSystem extends Partial<EnvironmentContext> {
  readonly executables?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const LINUX = { PATH: '/usr/bin:/opt/go/bin', HOME: '/home/u' };

function resolve(settings: Settings, system: FakeSystem = {}) {
  const { executables = ['/opt/go/bin/go'], files = {}, ...context } = system;
  return resolveGoEnvironment((key) => settings[key], {
    workspaceFolder: '/code/app',
    processEnv: LINUX,
    platform: 'linux',
    homeDir: '/home/u',
    isExecutable: (path) => executables.includes(path),
    readText: (path) => {
      if (files[path] === undefined) throw new Error(`no file ${path}`);
      return files[path];
    },
    ...context,
  });
}

const binary = (settings: Settings, system?: FakeSystem) => resolve(settings, system).goBinary;
const flags = (settings: Settings) => {
  const { buildFlags, testArgs } = resolve(settings);
  return `${buildFlags.join(' ')} | ${testArgs.join(' ')}`;
};

test('finds go on PATH, else in the usual folders', () => {
  assert.equal(binary({}), '/opt/go/bin/go');
  assert.equal(binary({}, { executables: ['/usr/local/go/bin/go'] }), '/usr/local/go/bin/go');
  assert.equal(binary({}, { executables: ['/home/u/go/bin/go'] }), '/home/u/go/bin/go');
  assert.equal(binary({}, { executables: ['/opt/homebrew/bin/go'], platform: 'darwin' }), '/opt/homebrew/bin/go');
  assert.equal(binary({}, { executables: [] }), 'go');
});

test('does not look for go in relative folders of PATH', () => {
  const system = { processEnv: { PATH: '.:bin:/opt/go/bin' }, executables: ['go', 'bin/go', '/opt/go/bin/go'] };
  assert.equal(binary({}, system), '/opt/go/bin/go');
});

test('uses linecost.go.path, else the Go extension’s alternate tool, else its GOROOT, else PATH', () => {
  const executables = ['/a/go', '/b/go', '/c/bin/go', '/opt/go/bin/go'];
  const settings: Record<string, unknown> = {
    'linecost.go.path': '/a/go',
    'go.alternateTools': { go: '/b/go', gopls: '/x' },
    'go.goroot': '/c',
  };
  assert.equal(binary(settings, { executables }), '/a/go');
  settings['linecost.go.path'] = '';
  assert.equal(binary(settings, { executables }), '/b/go');
  settings['go.alternateTools'] = {};
  assert.equal(binary(settings, { executables }), '/c/bin/go');
  settings['go.goroot'] = null;
  assert.equal(binary(settings, { executables }), '/opt/go/bin/go');
});

test('returns a missing linecost.go.path unchanged, but skips a missing tool of the Go extension', () => {
  assert.equal(binary({ 'linecost.go.path': '/gone/go' }), '/gone/go');
  assert.equal(binary({ 'go.alternateTools': { go: '/gone/go' } }), '/opt/go/bin/go');
  assert.equal(binary({ 'go.goroot': '/gone' }), '/opt/go/bin/go');
});

test('finds a tool by name on PATH, and by path in the workspace', () => {
  const executables = ['/usr/bin/go1.25', '/code/app/tools/go'];
  assert.equal(binary({ 'linecost.go.path': 'go1.25' }, { executables }), '/usr/bin/go1.25');
  assert.equal(binary({ 'linecost.go.path': '${workspaceFolder}/tools/go' }, { executables }), '/code/app/tools/go');
  assert.equal(binary({ 'linecost.go.path': './tools/go' }, { executables }), '/code/app/tools/go');
});

test('sets GOROOT to go.goroot, unless linecost.go.path is set or go.toolsEnvVars has a GOROOT', () => {
  const executables = ['/c/bin/go', '/opt/go/bin/go'];
  const goroot = (settings: Settings) => resolve({ 'go.goroot': '/c', ...settings }, { executables }).env.GOROOT;
  assert.equal(goroot({}), '/c');
  assert.equal(goroot({ 'linecost.go.path': '/opt/go/bin/go' }), undefined);
  assert.equal(goroot({ 'go.toolsEnvVars': { GOROOT: '/d' } }), '/d');
});

test('handles Windows paths and case-insensitive variables', () => {
  const system: FakeSystem = {
    platform: 'win32',
    workspaceFolder: 'C:\\work\\app',
    homeDir: 'C:\\Users\\u',
    processEnv: { Path: 'C:\\tools;"D:\\Go\\bin"', ProgramFiles: 'C:\\Program Files' },
  };
  assert.equal(binary({}, { ...system, executables: ['D:\\Go\\bin\\go.exe'] }), 'D:\\Go\\bin\\go.exe');
  const usual = 'C:\\Program Files\\Go\\bin\\go.exe';
  assert.equal(binary({}, { ...system, executables: [usual] }), usual);
  assert.equal(binary({ 'linecost.go.path': 'tools\\go' }, { ...system, executables: ['C:\\work\\app\\tools\\go.exe'] }),
    'C:\\work\\app\\tools\\go.exe');
  const { env } = resolve({ 'linecost.go.env': { PATH: 'E:\\bin;${env:PATH}', goos: 'linux' } }, system);
  assert.deepEqual(env, {
    Path: 'E:\\bin;C:\\tools;"D:\\Go\\bin"',
    ProgramFiles: 'C:\\Program Files',
    goos: 'linux',
  });
});

test('later variables win, in the order process, tools, file, tests, Linecost, and null removes a variable', () => {
  const { env } = resolve(
    {
      'go.toolsEnvVars': { A: 'tools', B: 'tools', C: 'tools', D: 'tools', N: 5 },
      'go.testEnvFile': '${workspaceFolder}/.env',
      'go.testEnvVars': { C: 'tests', D: 'tests' },
      'linecost.go.env': { D: 'linecost', X: null, H: '~/h', W: '${workspaceFolder}/w', E: '${env:HOME}' },
    },
    {
      processEnv: { ...LINUX, A: 'process', X: 'process', KEPT: 'process' },
      files: { '/code/app/.env': 'B=file\nC=file\nFROM=${KEPT}\n' },
    },
  );
  assert.deepEqual(env, {
    ...LINUX,
    A: 'tools',
    B: 'file',
    C: 'tests',
    D: 'linecost',
    N: '5',
    KEPT: 'process',
    FROM: 'process',
    H: '/home/u/h',
    W: '/code/app/w',
    E: '/home/u',
  });
});

test('ignores an environment file that cannot be read', () => {
  assert.deepEqual(resolve({ 'go.testEnvFile': '/gone/.env' }).env, LINUX);
});

test('removes -json from GOFLAGS and reads GOPATH from go.gopath', () => {
  const { env } = resolve({ 'go.gopath': '~/gopath', 'linecost.go.env': { GOFLAGS: '-mod=mod -json=true -v' } });
  assert.equal(env.GOFLAGS, '-mod=mod -v');
  assert.equal(env.GOPATH, '/home/u/gopath');
});

test('uses the flags of Linecost, else the test flags of the Go extension, else its build flags', () => {
  const settings: Record<string, unknown> = {
    'linecost.go.testFlags': ['-v'],
    'go.testFlags': ['-race'],
    'go.buildFlags': ['-trimpath'],
  };
  assert.equal(flags(settings), ' | -v');
  settings['linecost.go.testFlags'] = null;
  assert.equal(flags(settings), '-race | ');
  settings['go.testFlags'] = null;
  assert.equal(flags(settings), '-trimpath | ');
  settings['go.testFlags'] = [];
  assert.equal(flags(settings), ' | ');
});

test('uses the tags of Linecost, else the tags in the flags, else the Go extension’s test tags, else its build tags', () => {
  const settings: Record<string, unknown> = {
    'linecost.go.buildTags': 'own, more',
    'go.testFlags': ['-tags', 'flag', '-v'],
    'go.testTags': 'test',
    'go.buildTags': 'build',
  };
  assert.equal(flags(settings), '-tags=own,more | -v');
  settings['linecost.go.buildTags'] = '';
  assert.equal(flags(settings), '-tags=flag | -v');
  settings['go.testFlags'] = null;
  assert.equal(flags(settings), '-tags=test | ');
  settings['go.testTags'] = null;
  assert.equal(flags(settings), '-tags=build | ');
  settings['go.testTags'] = '';
  assert.equal(flags(settings), ' | ');
});

test('prefers tags in linecost.go.testFlags to linecost.go.buildTags', () => {
  assert.equal(flags({ 'linecost.go.testFlags': ['-tags=flag'], 'linecost.go.buildTags': 'own' }), '-tags=flag | ');
});

test('expands variables in flags', () => {
  assert.equal(flags({ 'go.testFlags': ['-modfile=${workspaceFolder}/x.mod'] }), '-modfile=/code/app/x.mod | ');
});

test("only flags of Linecost's own setting are reported as left out", () => {
  const leftOutOf = (settings: Readonly<Record<string, unknown>>) => {
    const context = { workspaceFolder: '/w', processEnv: {}, platform: 'linux' } as const;
    return resolveGoEnvironment((key) => settings[key], context).leftOut;
  };
  assert.deepEqual(leftOutOf({ 'linecost.go.testFlags': ['-trace=x', '-short'] }), ['-trace']);
  assert.equal(leftOutOf({ 'go.testFlags': ['-cover'] }), undefined);
});
