import { isAbsolute, join, normalize, resolve } from 'node:path';

/** Folders that distinguish the user's own files from others in the output of Go. */
export interface GoPlaces {
  readonly packageDir: string;
  readonly modulePath: string;
  readonly moduleDir: string;
  readonly goroot: string;
}

/** The absolute path of a file named by the compiler, a log line or a trace. */
export function absoluteFile(file: string, { packageDir, modulePath, moduleDir }: GoPlaces): string {
  if (isAbsolute(file)) return normalize(file);
  // Under -trimpath, the names of the module's files begin with the module path.
  if (modulePath !== '' && file.startsWith(`${modulePath}/`)) return join(moduleDir, file.slice(modulePath.length + 1));
  return resolve(packageDir, file);
}

/** Whether a file of a stack trace belongs to the module or package that is measured. */
export function isOwnFile(file: string, { packageDir, modulePath, moduleDir }: GoPlaces): boolean {
  if (!isAbsolute(file)) return modulePath !== '' && file.startsWith(`${modulePath}/`);
  return [packageDir, moduleDir].some((folder) => folder !== '' && isWithin(normalize(file), normalize(folder)));
}

/**
 * Whether a file of a stack trace belongs to Go, or is the generated `_testmain.go`. Under -trimpath, a file's name
 * begins with the package's path.
 */
export function isGoFile(file: string, { goroot, modulePath }: GoPlaces): boolean {
  if (file === '_testmain.go') return true;
  if (isAbsolute(file)) return goroot !== '' && isWithin(normalize(file), normalize(goroot));
  const isInModule = modulePath !== '' && file.startsWith(`${modulePath}/`);
  return !isInModule && !(file.split('/')[0] ?? '').includes('.');
}

function isWithin(file: string, folder: string): boolean {
  const rest = file.slice(folder.length);
  return file.startsWith(folder) && (/[\\/]$/.test(folder) || /^[\\/]/.test(rest));
}
