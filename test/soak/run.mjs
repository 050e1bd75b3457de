import { spawn } from 'node:child_process';
import path from 'node:path';
import { requireGo } from '../host/go.mjs';
import { ensureDependencies } from '../host/npm.mjs';
import { repoRoot } from '../host/paths.mjs';
import { HostError } from '../host/processes.mjs';

// npm run soak [-- --minutes=N] [--kills=N] [--seed=N] [--watch=HOURS]
try {
  await requireGo();
  await ensureDependencies();
  const main = path.join(repoRoot, 'test', 'soak', 'main.ts');
  const args = ['--expose-gc', '--import', 'tsx', main, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: repoRoot, stdio: 'inherit' });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof HostError ? error.message : error);
  process.exitCode = 1;
}
