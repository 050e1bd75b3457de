import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './machine';

/** Where operating systems keep zone files, as in Go's package time. */
const ZONE_DIRECTORIES = ['/usr/share/zoneinfo', '/usr/share/lib/zoneinfo', '/usr/lib/locale/TZ', '/etc/zoneinfo'];

export const nodeMachine: Machine = { isWindows: process.platform === 'win32', path, zoneFile };

function zoneFile(): Uint8Array | undefined {
  const name = process.env['TZ']?.replace(/^:/, '');
  if (name === '' || name === 'UTC') return undefined;
  const paths = name === undefined
    ? ['/etc/localtime']
    : name.startsWith('/') ? [name] : ZONE_DIRECTORIES.map((directory) => path.join(directory, name));
  for (const each of paths) {
    try {
      return readFileSync(each);
    } catch {
      // Try the next path.
    }
  }
  return undefined;
}
