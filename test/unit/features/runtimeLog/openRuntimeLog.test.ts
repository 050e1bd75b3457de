import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BrowserWorker } from '../../../../src/engine/browser/browserWorker';
import { Engine, type WorkerLike } from '../../../../src/engine/client';
import { RuntimeLogAnswers } from '../../../../src/engine/runtimeLogAnswers';
import { withVscode } from '../../../shared/withVscode';

class FileSystemError extends Error {
  readonly code = 'FileNotFound';
}

withVscode({
  FileSystemError,
  Uri: { joinPath: () => undefined },
  window: {
    terminals: [],
    showQuickPick: async (items: readonly unknown[]) => items[picked < 0 ? items.length + picked : picked],
    showOpenDialog: async () => [{ path: '/logs/app.log' }],
  },
  workspace: {
    fs: {
      stat: async () => {
        if (size < 0) throw new FileSystemError('no such file');
        return { size };
      },
    },
  },
});

const engine = new Engine(() => new BrowserWorker(async () => new RuntimeLogAnswers()) as WorkerLike);
after(() => engine.dispose());
let picked = 0;
let size = 0;

async function open(content: string | Uint8Array): Promise<void> {
  const { openRuntimeLog } = await import('../../../../src/features/runtimeLog/openRuntimeLog');
  const text = { label: 'app', take: async () => ({ origin: 'app', content }) };
  await openRuntimeLog({ engine, output: {} as never, extensionUri: {} as never }, undefined, [text]);
}

test('a text without lines of the runtime says how to get them', async () => {
  picked = 0;
  await assert.rejects(open('listening\n'), {
    message: 'app has no lines of the garbage collector or the scheduler: run the program with ' +
      'GODEBUG=gctrace=1,schedtrace=1000, which prints them to its error output.',
  });
});

test('an empty text and a file that is not a text say so', async () => {
  picked = 0;
  await assert.rejects(open(''), { message: 'app is empty: copy or select what Go printed first.' });
  await assert.rejects(open(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1])), {
    message: 'app is not a text: open the log that has the lines of the runtime.',
  });
});

test('a file that is gone or too large says so', async () => {
  picked = -1;
  size = -1;
  await assert.rejects(open(''), { message: 'app.log is gone: it was deleted or renamed. Open it where it is now.' });
  size = 2 ** 31;
  await assert.rejects(open(''), {
    message: 'app.log is larger than 1024 MB: open the part with the lines of the runtime.',
  });
});
