import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { build } from 'esbuild';
import { ensureLoadTools } from '../../host/loadTools.mjs';
import { repoRoot } from '../../host/paths.mjs';
import { until } from '../../shared/until';

let lastRequest = 0;
const server = createServer((_, response) => {
  lastRequest = Date.now();
  response.end('x');
});
after(() => {
  server.closeAllConnections();
  server.close();
});

test('a load does not outlive a window that is killed', { skip: process.platform === 'win32' }, async (t) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folders = await ensureLoadTools();
  const words = ['hey', '-z', '100s', '-c', '2', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`];
  const contents = `
    import { runLoad } from './src/live/load/runLoad';
    const signal = new AbortController().signal;
    void runLoad({ words: ${JSON.stringify(words)}, cwd: '.', env: process.env, signal });
  `;
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents, resolveDir: repoRoot, loader: 'ts' }, bundle: true, write: false, platform: 'node', format: 'cjs',
  });
  const env = { ...process.env, PATH: [...folders, process.env['PATH']].join(path.delimiter) };
  const window = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'inherit', 'inherit'], env });
  t.after(() => window.kill('SIGKILL'));
  await until(() => lastRequest > 0);
  window.kill('SIGKILL');
  await until(() => Date.now() - lastRequest > 2000);
});
