import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zoneAbbreviation } from './zoneFile';

/** Where systems keep zone files; Go looks there too. */
const ZONE_DIRECTORIES = ['/usr/share/zoneinfo', '/usr/share/lib/zoneinfo', '/usr/lib/locale/TZ', '/etc/zoneinfo'];

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** Go's `2006-01-02 15:04:05 MST` in the local zone. @param nanos since the epoch */
export function formatTime(nanos: number): string {
  const seconds = Math.floor(nanos / 1e9);
  const date = new Date(seconds * 1000);
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return `${day} ${time} ${zoneName(date)}`;
}

/** The zone's abbreviation, from its file as Go has it (`CET`), else from the runtime (`GMT+1`). */
function zoneName(date: Date): string {
  const offset = -date.getTimezoneOffset() * 60;
  const zone = zoneFile();
  const name = zone && zoneAbbreviation(zone, Math.floor(date.getTime() / 1000), offset);
  if (name !== undefined) return name;
  if (offset === 0) return 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

function zoneFile(): Uint8Array | undefined {
  const name = process.env['TZ']?.replace(/^:/, '');
  if (name === '' || name === 'UTC') return undefined;
  const paths = name === undefined
    ? ['/etc/localtime']
    : name.startsWith('/') ? [name] : ZONE_DIRECTORIES.map((directory) => join(directory, name));
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch {
      // Not there: the next one.
    }
  }
  return undefined;
}
