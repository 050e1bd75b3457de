import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string[]} folders searched with their subfolders
 * @param {string[]} parts if given, only files whose path below the folder contains one of these
 * @returns {string[]} the test files, in order
 */
export function findTestFiles(folders, parts = []) {
  const isWanted = (name) => parts.length === 0 || parts.some((part) => name.includes(part));
  return folders
    .flatMap((folder) => entriesBelow(folder).filter(isWanted).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
}

function entriesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true });
  } catch {
    return [];
  }
}
