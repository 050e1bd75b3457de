import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';

/** The TypeScript files below the folders, as paths from the repository's root; sorted. */
export function codeFiles(...folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) => {
    const names = readdirSync(path.join(repoRoot, folder), { recursive: true, encoding: 'utf8' });
    return names.map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
  });
  return files.filter((file) => /\.m?ts$/.test(file) && !file.includes('node_modules')).sort();
}
