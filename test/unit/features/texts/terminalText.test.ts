import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { withVscode } from '../../../shared/withVscode';

const BASH = { name: 'bash' };
const OTHER = { name: 'zsh', show: () => undefined };
type Listener = (terminal: unknown) => void;
const listeners = { active: new Set<Listener>(), closed: new Set<Listener>() };
const eventOf = (event: keyof typeof listeners) => (listener: Listener) => {
  listeners[event].add(listener);
  return { dispose: () => listeners[event].delete(listener) };
};
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
  window: {
    activeTerminal: BASH, terminals: [BASH, OTHER],
    onDidChangeActiveTerminal: eventOf('active'), onDidCloseTerminal: eventOf('closed'),
  },
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
  await assert.rejects(wholeTerminal({ name: 'fish' } as never), { message: /^The terminal fish is closed/ });
});

test('a terminal that becomes active is read, and one that is closed meanwhile or does not open is said', async () => {
  const { wholeTerminal } = await import('../../../../src/features/texts/terminalText');
  const startReading = () => {
    const read = wholeTerminal(OTHER as never);
    read.catch(() => undefined);
    return read;
  };
  const read = startReading();
  for (const each of [BASH, OTHER]) listeners.active.forEach((listener) => listener(each));
  assert.deepEqual(await read.then(({ origin, content }) => [origin, content]), ['zsh', 'panic: x']);
  const closed = startReading();
  for (const each of [BASH, OTHER]) listeners.closed.forEach((listener) => listener(each));
  await assert.rejects(closed, { message: /^The terminal zsh is closed/ });
  mock.timers.enable({ apis: ['setTimeout'] });
  const late = startReading();
  mock.timers.tick(5000);
  mock.timers.reset();
  await assert.rejects(late, { message: 'The terminal zsh did not open: open it, and try again.' });
  assert.deepEqual([listeners.active.size, listeners.closed.size], [0, 0]);
});
