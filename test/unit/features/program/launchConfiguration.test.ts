import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentText, argumentWords } from '../../../../src/common/argumentWords';
import { goLaunches, readLaunch } from '../../../../src/features/program/launchConfiguration';
import { LaunchVariables, type VariableContext, VariableError } from '../../../../src/features/program/launchVariables';

const CONTEXT: VariableContext = {
  folder: '/code/api',
  folders: new Map([['api', '/code/api'], ['lib', '/code/lib']]),
  file: '/code/api/cmd/srv/main.go',
  lineNumber: 7,
  selectedText: 'sel',
  env: { HOME: '/home/gopher' },
  config: (name) => (name === 'go.tags' ? 'fast' : undefined),
  input: async (id) => (id === 'port' ? '8080' : undefined),
  command: async (id) => `ran ${id}`,
};

const read = (values: Record<string, unknown>, context = CONTEXT, files: Record<string, string> = {}) => {
  const readText = async (path: string) => files[path]!;
  return readLaunch({ name: 'x', values }, context.folder, new LaunchVariables(context), readText);
};

test('configurations that run a Go program from its source are found', () => {
  const all = [
    { name: 'a', type: 'go', request: 'launch', mode: 'auto' }, { name: 'b', type: 'go', request: 'launch' },
    { name: 'c', type: 'go', request: 'attach' }, { name: 'd', type: 'node', request: 'launch' },
    { name: 'e', type: 'go', request: 'launch', mode: 'test' }, { name: 'f', type: 'go', request: 'launch', mode: 'exec' }, null,
  ];
  assert.deepEqual(goLaunches(all).map(({ name }) => name), ['a', 'b']);
  assert.deepEqual(goLaunches(undefined), []);
});

test('program, arguments, environment, folder and flags are read as the Go extension does', async () => {
  const launched = await read({
    program: '${workspaceFolder}/cmd/srv', args: ['-addr', 'localhost:${input:port}', 'a b'], env: { A: '${env:HOME}/x', N: 3 },
    envFile: '${workspaceFolder}/.env', cwd: '${workspaceFolder:lib}', buildFlags: '-tags ${config:go.tags}',
  }, CONTEXT, { '/code/api/.env': 'A=file\nB="two words"\n' });
  assert.deepEqual(launched, {
    program: '/code/api/cmd/srv',
    args: "-addr localhost:8080 'a b'",
    writtenArgs: "-addr localhost:${input:port} 'a b'",
    env: "A=/home/gopher/x 'B=two words' N=3",
    folder: '/code/lib',
    buildFlags: ['-tags', 'fast'],
  });
});

test('without a folder, a program runs in its own; a Go file in that of the file', async () => {
  assert.equal((await read({ program: 'cmd/srv' }))?.folder, '/code/api/cmd/srv');
  assert.equal((await read({ program: '${file}' }))?.folder, '/code/api/cmd/srv');
  assert.equal((await read({}))?.program, '/code/api/cmd/srv');
});

test('each variable of VS Code has its value', async () => {
  const variables = new LaunchVariables(CONTEXT);
  const text = '${relativeFile} ${fileBasenameNoExtension} ${fileExtname} ${relativeFileDirname} ${lineNumber} ${selectedText} ${command:x} ${workspaceFolderBasename}';
  assert.equal(await variables.expand(text), 'cmd/srv/main.go main .go cmd/srv 7 sel ran x api');
});

test('there is one question for each input, and cancelling it ends the reading', async () => {
  let asked = 0;
  const context = { ...CONTEXT, input: async () => (asked++, '1') };
  assert.equal((await read({ args: ['${input:a}', '${input:a}'] }, context))?.args, '1 1');
  assert.equal(asked, 1);
  assert.equal(await read({ args: ['${input:none}'] }), undefined);
});

test('after a cancelled question no other is asked, and no file is read', async () => {
  const asked: string[] = [];
  const context = { ...CONTEXT, input: async (id: string) => void asked.push(id) };
  const values = { args: ['${input:a}', '${input:b}'], envFile: '${input:c}', env: { A: '${input:d}' }, cwd: '${input:e}' };
  assert.equal(await read(values, context), undefined);
  assert.deepEqual(asked, ['a']);
  assert.equal(await read({ envFile: '${input:c}' }, context), undefined);
  assert.deepEqual(asked, ['a', 'c']);
});

test('arguments or flags with a quote that is not closed are refused by name', async () => {
  for (const name of ['args', 'buildFlags']) {
    await assert.rejects(read({ [name]: '-x "a b' }), (error) => {
      assert.ok(error instanceof VariableError);
      assert.equal(error.message, `A quote in ${name} is not closed: close it, or write ${name} as a list.`);
      return true;
    });
  }
  assert.equal((await read({ args: '-x "a b"' }))?.args, "-x 'a b'");
});

test('a variable without a value is named', async () => {
  const variables = new LaunchVariables({ ...CONTEXT, file: undefined });
  await assert.rejects(variables.expand('${file}'), /\$\{file\} has no value: open a file first/);
  await assert.rejects(variables.expand('${nonsense}'), /does not know the variable \$\{nonsense\}/);
  await assert.rejects(variables.expand('${config:missing}'), /\$\{config:missing\} has no value that is a text/);
  await assert.rejects(variables.expand('${workspaceFolder:other}'), /the workspace has no folder other/);
});

test('arguments that are written as text are read as the same arguments', () => {
  for (const words of [['a', 'b c', `it's`, `"q"`, '', 'C:\\x', `a'b"c\\d e`], []]) {
    assert.deepEqual(argumentWords(argumentText(words)), words);
  }
});
