import type { Mapping, Profile } from '../model';
import { pickLines } from './pickRows';
import type { Granularity } from '../answers/refinement';

export interface AggregateOptions {
  /** Only the outermost frame of each location. */
  readonly noinlines?: boolean;
  /** Keep source columns if the granularity keeps lines; `addresses` without `noinlines` always keeps them. */
  readonly showcolumns?: boolean;
}

/** For each field of a frame: whether it is kept. */
interface Parts {
  readonly inlined: boolean;
  readonly name: boolean;
  readonly file: boolean;
  readonly line: boolean;
  readonly column: boolean;
  readonly address: boolean;
}

const PARTS: { readonly [K in Granularity]: Pick<Parts, 'name' | 'file' | 'line' | 'address'> } = {
  functions: { name: true, file: false, line: false, address: false },
  filefunctions: { name: true, file: true, line: false, address: false },
  files: { name: false, file: true, line: false, address: false },
  lines: { name: true, file: true, line: true, address: false },
  addresses: { name: true, file: true, line: true, address: true },
};

/**
 * Clears the fields of frames that `granularity` ignores. Stacks, values and the number of locations do not change.
 * Source: google/pprof internal/driver, aggregate, and profile, Aggregate.
 */
export function aggregate(profile: Profile, granularity: Granularity, options: AggregateOptions = {}): Profile {
  const { noinlines = false, showcolumns = false } = options;
  if (granularity === 'addresses' && !noinlines) return profile;
  const parts = { ...PARTS[granularity], inlined: !noinlines, column: showcolumns };
  const outermost = parts.inlined ? profile : outermostOnly(profile);
  return {
    ...outermost,
    mappings: profile.mappings.map((mapping) => mappingWith(mapping, parts)),
    functions: functionsWith(profile.functions, parts),
    lines: linesWith(outermost.lines, parts),
    locations: parts.address ? outermost.locations : withoutAddresses(outermost.locations),
  };
}

function mappingWith(mapping: Mapping, { inlined, name, file, line }: Parts): Mapping {
  return {
    ...mapping,
    hasInlineFrames: mapping.hasInlineFrames && inlined,
    hasFunctions: mapping.hasFunctions && name,
    hasFilenames: mapping.hasFilenames && file,
    hasLineNumbers: mapping.hasLineNumbers && line,
  };
}

function functionsWith(functions: Profile['functions'], { name, file }: Parts): Profile['functions'] {
  const zeros = name && file ? functions.name : new Uint32Array(functions.count);
  return {
    ...functions,
    name: name ? functions.name : zeros,
    systemName: name ? functions.systemName : zeros,
    filename: file ? functions.filename : zeros,
  };
}

function linesWith(lines: Profile['lines'], { line, column }: Parts): Profile['lines'] {
  if (line && column) return lines;
  const zeros = new Uint32Array(lines.count);
  return { ...lines, line: line ? lines.line : zeros, column: line && column ? lines.column : zeros };
}

function withoutAddresses(locations: Profile['locations']): Profile['locations'] {
  return { ...locations, address: new BigUint64Array(locations.count) };
}

function outermostOnly(profile: Profile): Profile {
  const { locations, lines } = profile;
  const isKept = new Uint8Array(lines.count);
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineOffsets[location + 1];
    if (end > locations.lineOffsets[location]) isKept[end - 1] = 1;
  }
  return pickLines(profile, isKept);
}
