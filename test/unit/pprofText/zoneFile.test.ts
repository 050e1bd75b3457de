import assert from 'node:assert/strict';
import test from 'node:test';
import { zoneAbbreviation } from '../../../src/pprofText/zoneFile';

interface Zone {
  readonly version: number;
  /** [seconds east of UTC, abbreviation] */
  readonly types: readonly (readonly [number, string])[];
  /** [seconds since the epoch, index into types] */
  readonly transitions: readonly (readonly [number, number])[];
  readonly rule?: string;
}

/**
 * Encodes a TZif file (RFC 8536): a header, transition times, their types, all types and their names. From version 2
 * on, the same follows with 64-bit times, and then a rule.
 */
function zoneFile({ version, types, transitions, rule = '' }: Zone): Uint8Array {
  const names = types.map(([, name]) => `${name}\0`);
  const block = (width: 4 | 8): Buffer => {
    const header = Buffer.alloc(44);
    header.write('TZif');
    header.writeUInt8(version === 1 ? 0 : version + 48, 4);
    header.writeUInt32BE(transitions.length, 32);
    header.writeUInt32BE(types.length, 36);
    header.writeUInt32BE(names.join('').length, 40);
    const times = transitions.map(([time]) => {
      const bytes = Buffer.alloc(width);
      if (width === 8) bytes.writeBigInt64BE(BigInt(time));
      else bytes.writeInt32BE(time);
      return bytes;
    });
    const typeRows = types.map(([offset], i) => {
      const bytes = Buffer.alloc(6);
      bytes.writeInt32BE(offset);
      bytes.writeUInt8(names.slice(0, i).join('').length, 5);
      return bytes;
    });
    const transitionTypes = Buffer.from(transitions.map(([, type]) => type));
    return Buffer.concat([header, ...times, transitionTypes, ...typeRows, Buffer.from(names.join(''))]);
  };
  return version === 1 ? block(4) : Buffer.concat([block(4), block(8), Buffer.from(`\n${rule}\n`)]);
}

const types = [[3208, 'LMT'], [3600, 'CET'], [7200, 'CEST']] as const;
const transitions = [[0, 1], [1000, 2], [2000, 1]] as const;

test('a time has the abbreviation of the last transition at or before it, or else of the first type', () => {
  for (const version of [1, 2]) {
    const file = zoneFile({ version, types, transitions });
    const names = [-5, 0, 999, 1000, 1999, 2000, 9999].map((seconds) => zoneAbbreviation(file, seconds, 0));
    assert.deepEqual(names, ['LMT', 'CET', 'CET', 'CEST', 'CEST', 'CET', 'CET'], `version ${version}`);
  }
});

test('a time after the last transition has the abbreviation that the rule has for its offset from UTC', () => {
  const file = zoneFile({ version: 2, types, transitions, rule: 'WET0WEST,M3.5.0/1,M10.5.0' });
  assert.equal(zoneAbbreviation(file, 5000, 0), 'WET');
  assert.equal(zoneAbbreviation(file, 5000, 3600), 'WEST');
  assert.equal(zoneAbbreviation(file, 1500, 3600), 'CEST');
});

test('rules may have quoted names, a daylight saving offset, and minutes', () => {
  const abbreviationOf = (rule: string, offset: number): string | undefined =>
    zoneAbbreviation(zoneFile({ version: 2, types, transitions: [], rule }), 0, offset);
  assert.equal(abbreviationOf('<+0330>-3:30', 12600), '+0330');
  assert.equal(abbreviationOf('<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', 39600), '+11');
  assert.equal(abbreviationOf('<-03>3<-02>,M3.5.0/-2,M10.5.0/-1', -7200), '-02');
  assert.equal(abbreviationOf('EST5EDT,M3.2.0,M11.1.0', -18000), 'EST');
});

test('an invalid or truncated zone file gives no abbreviation', () => {
  assert.equal(zoneAbbreviation(Buffer.from('TZ'), 0, 0), undefined);
  assert.equal(zoneAbbreviation(Buffer.from('not a zone file at all, but long enough to be one'), 0, 0), undefined);
  assert.equal(zoneAbbreviation(zoneFile({ version: 2, types, transitions }).subarray(0, 120), 0, 0), undefined);
});
