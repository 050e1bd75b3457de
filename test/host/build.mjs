import { runNpm } from './npm.mjs';
import { repoRoot } from './paths.mjs';

/** Bundles and packages the extension into dist/linecost.vsix. */
export async function packageExtension() {
  await runNpm(['run', '-s', 'package'], { cwd: repoRoot, quiet: true });
}
