import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { withVscode } from '../../../shared/withVscode';

const BASH = { name: 'bash' };
const seen = { clipboard: '', selection: '', failure: undefined as Error | undefined };
withVscode({
  env: {
    clipboard: {
      readText: async () => seen.clipboard,
      writeText: async (text: string) => void (seen.clipboard = text),
    },
  },
  commands: {
    executeCommand: async (command: string) => {
      if (!command.endsWith('copySelection')) return;
      if (seen.selection !== '') seen.clipboard = seen.selection;
      if (seen.failure) throw seen.failure;
    },
  },
  window: { activeTerminal: BASH, terminals: [BASH] },
});

beforeEach(() => void Object.assign(seen, { clipboard: 'mine', selection: 'panic: x', failure: undefined }));

const textOfTerminal = async () => (await import('../../../../src/features/texts/terminalText')).textOfTerminal();

test('the selection of the terminal is read, and the clipboard stays as it was, even if that is empty', async () => {
  for (const before of ['mine', '', 'panic: x']) {
    seen.clipboard = before;
    assert.deepEqual(await textOfTerminal(), { origin: 'bash', content: 'panic: x' });
    assert.equal(seen.clipboard, before);
  }
});

test('without a selection in the terminal, the text of the clipboard is not taken for it', async () => {
  seen.selection = '';
  await assert.rejects(textOfTerminal(), { message: 'Select what Go printed in the terminal first.' });
  assert.equal(seen.clipboard, 'mine');
});

test('the clipboard stays as it was if the terminal cannot be read', async () => {
  seen.failure = new Error('no terminal');
  await assert.rejects(textOfTerminal(), seen.failure);
  assert.equal(seen.clipboard, 'mine');
});

test('the whole terminal is read again as it is then, and the clipboard stays as it was', async () => {
  const { wholeTerminal } = await import('../../../../src/features/texts/terminalText');
  const read = await wholeTerminal(BASH as never);
  assert.deepEqual([read.origin, read.content, seen.clipboard], ['bash', 'panic: x', 'mine']);
  seen.selection = 'panic: x\nmore';
  assert.equal((await read.again!()).content, 'panic: x\nmore');
  await assert.rejects(wholeTerminal({ name: 'zsh' } as never), { message: /^The terminal zsh is closed/ });
});
