import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string[]} folders searched with all that is below them
 * @param {string[]} parts where given, only files whose path holds one of these
 * @returns {string[]} the test files, in order
 */
export function findTestFiles(folders, parts = []) {
  return folders
    .flatMap((folder) => entriesBelow(folder).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .sort();
}

function entriesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true });
  } catch {
    return [];
  }
}
