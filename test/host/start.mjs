import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageExtension } from './build.mjs';
import { findDesktopCode, openInDesktop } from './desktop.mjs';
import { requireGo } from './go.mjs';
import { ensureDependencies } from './npm.mjs';
import { repoRoot, vsixPath } from './paths.mjs';
import { HostError } from './processes.mjs';
import { serve } from './serve.mjs';

const ADVICE = 'Open sample_test.go and click "profile this benchmark" above a benchmark.';

try {
  await start();
} catch (error) {
  console.error(error instanceof HostError ? error.message : error);
  process.exitCode = 1;
}

async function start() {
  await requireGo();
  await ensureDependencies();
  console.log('Building and packaging Linecost.');
  await packageExtension();
  const home = await mkdtemp(path.join(tmpdir(), 'linecost-start-'));
  const sample = path.join(home, 'sample');
  await cp(path.join(repoRoot, 'test', 'workspaces', 'sample'), sample, { recursive: true });
  const code = findDesktopCode();
  await (code ? startInDesktop(code, home, sample) : startInBrowser(home, sample));
}

async function startInDesktop(code, home, sample) {
  console.log(`Opening a copy of the sample module in VS Code (${code}), without your own settings and extensions.`);
  console.log(ADVICE);
  await openInDesktop({ code, home, folder: sample, file: path.join(sample, 'sample_test.go') });
}

async function startInBrowser(home, sample) {
  console.log('No desktop VS Code ("code") or no display was found, so VS Code is served to your browser.');
  const server = await serve({ home, vsix: vsixPath, gallery: true, port: Number(process.env.PORT ?? 0) });
  const interrupted = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      // Not only once: keys pressed twice must not end the process before the server is stopped.
      process.on(name, () => resolve('interrupted'));
    }
  });
  console.log('Open this address to see a copy of the sample module. Press Ctrl-C here to stop.');
  console.log(ADVICE);
  console.log(`${server.url}/?folder=${encodeURI(sample)}`);
  if ((await Promise.race([interrupted, server.ended])) !== 'interrupted') {
    console.error('VS Code ended unexpectedly.');
    process.exitCode = 1;
  }
  await server.stop();
  await rm(home, { recursive: true, force: true });
}
