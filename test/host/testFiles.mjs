import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string[]} folders searched with their subfolders
 * @param {string[]} parts if not empty, only files whose path below the folder contains one of the parts are returned
 * @returns {string[]} the paths of the test files, sorted
 */
export function findTestFiles(folders, parts = []) {
  const matches = (name) => parts.length === 0 || parts.some((part) => name.includes(part));
  return folders
    .flatMap((folder) => entriesBelow(folder).filter(matches).map((name) => path.join(folder, name)))
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
