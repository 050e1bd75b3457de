import { NONE } from '../../src/profile/model';
import type { Profile } from '../../src/profile/model';

/** Returns a profile as plain objects without ids and indexes; profiles with the same content give equal objects. */
export function plain(profile: Profile): object {
  const { strings, functions, lines, locations, stacks, labels } = profile;
  const text = (index: number) => strings.get(index);
  const range = (offsets: Uint32Array, row: number) =>
    Array.from({ length: offsets[row + 1]! - offsets[row]! }, (_, i) => offsets[row]! + i);
  const functionAt = (row: number) => ({
    name: text(functions.name[row]!),
    systemName: text(functions.systemName[row]!),
    filename: text(functions.filename[row]!),
    startLine: functions.startLine[row],
  });
  const locationAt = (row: number) => ({
    address: locations.address[row],
    folded: locations.folded[row],
    mapping: locations.mapping[row] === NONE ? undefined : profile.mappings[locations.mapping[row]!],
    lines: range(locations.lineOffsets, row).map((line) => ({
      function: functionAt(lines.function[line]!),
      line: lines.line[line],
      column: lines.column[line],
    })),
  });
  const labelAt = (row: number) => ({
    key: text(labels.key[row]!),
    str: text(labels.str[row]!),
    num: labels.num[row],
    unit: text(labels.numUnit[row]!),
  });
  return {
    sampleTypes: profile.sampleTypes,
    defaultSampleType: profile.defaultSampleType,
    namedSampleType: profile.namedSampleType,
    samples: Array.from({ length: profile.sampleCount }, (_, sample) => ({
      values: profile.values.map((column) => column[sample]),
      stack: range(stacks.offsets, sample).map((i) => locationAt(stacks.locations[i]!)),
      labels: range(labels.offsets, sample).map(labelAt),
    })),
    locationCount: locations.count,
    functionCount: functions.count,
    mappings: profile.mappings,
    dropFrames: profile.dropFrames,
    keepFrames: profile.keepFrames,
    timeNanos: profile.timeNanos,
    exactTimeNanos: profile.exactTimeNanos,
    durationNanos: profile.durationNanos,
    periodType: profile.periodType,
    period: profile.period,
    comments: profile.comments,
    docUrl: profile.docUrl,
  };
}
