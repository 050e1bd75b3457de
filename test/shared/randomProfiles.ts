import fc from 'fast-check';
import type { Refinement } from '../../src/profile/answers/refinement';
import { encodeWire } from './wire';

/** Few strings, so that patterns often match, functions recur and samples share labels. */
const NAMES = ['main.main', 'runtime.mallocgc', 'pkg.(*T).Run', 'leaf', '', 'operator()(int)', 'ns::call<int>(char)', '.new'];
const FILES = ['a.go', '/src/b.go', ''];
const BINARIES = ['/bin/app', '/lib/libc.so.6', '[vdso]', ''];
const KEYS = ['bytes', 'tenant', 'request', 'size'];
const TEXTS = ['x', 'y', '1kb', 'true'];
const UNITS = ['', '', 'bytes', 'kilobytes', 'ms', 'foo'];
/** The sample types of Go's kinds of profiles. */
const KINDS: readonly (readonly (readonly [type: string, unit: string])[])[] = [
  [['cpu', 'nanoseconds']],
  [['samples', 'count'], ['cpu', 'nanoseconds']],
  [['alloc_objects', 'count'], ['alloc_space', 'bytes'], ['inuse_objects', 'count'], ['inuse_space', 'bytes']],
];

const mapping = fc.record({
  start: fc.constantFrom(0x1000, 0x400000),
  size: fc.constantFrom(0x1000, 0x1001, 0x20000),
  file: fc.constantFrom(...BINARIES),
  buildId: fc.constantFrom('', 'abc'),
});

const func = fc.record({
  name: fc.constantFrom(...NAMES),
  /** `same` makes the system name equal to the name. */
  system: fc.constantFrom('same', '', '_Z3foov_not'),
  file: fc.constantFrom(...FILES),
  startLine: fc.integer({ min: 0, max: 3 }),
});

const line = fc.record({
  function: fc.nat(),
  line: fc.integer({ min: 0, max: 3 }),
  column: fc.integer({ min: 0, max: 2 }),
});

const location = fc.record({
  mapping: fc.nat(),
  address: fc.integer({ min: 0, max: 0x500000 }),
  lines: fc.array(line, { maxLength: 3 }),
  folded: fc.boolean(),
});

const label = fc.oneof(
  fc.record({ key: fc.constantFrom(...KEYS), str: fc.constantFrom(...TEXTS) }),
  fc.record({
    key: fc.constantFrom(...KEYS),
    num: fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(1024, 2048, 1_000_000)),
    unit: fc.constantFrom(...UNITS),
  }),
);

const sample = fc.record({
  locations: fc.array(fc.nat(), { maxLength: 5 }),
  values: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 4, maxLength: 4 }),
  labels: fc.array(label, { maxLength: 3 }),
});

const parts = fc.record({
  mappings: fc.array(mapping, { maxLength: 3 }),
  functions: fc.array(func, { minLength: 1, maxLength: 6 }),
  locations: fc.array(location, { minLength: 1, maxLength: 8 }),
  samples: fc.array(sample, { maxLength: 10 }),
  time: fc.constantFrom(0, 1_000_000_007, 2_000_000_000),
  duration: fc.constantFrom(0, 5_000_000),
  period: fc.constantFrom(0, 100, 10_000_000),
  comments: fc.array(fc.constantFrom('one', 'two'), { maxLength: 2 }),
  hasDefaultType: fc.boolean(),
  dropFrames: fc.constantFrom('', '', 'runtime.*'),
});

type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;
type Kind = (typeof KINDS)[number];

/** The bytes of a profile of one of the KINDS. */
export const randomProfile: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom(...KINDS), parts)
  .map(([kind, profile]) => bytesOf(kind, profile));

/** The bytes of two or three profiles with the same sample types, functions, locations and mappings. */
export const randomProfiles: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.constantFrom(...KINDS), fc.array(parts, { minLength: 2, maxLength: 3 }), parts)
  .map(([kind, profiles, common]) => profiles.map((profile) => bytesOf(kind, { ...profile, ...tablesOf(common) })));

/** Like randomProfiles, but each profile has its own functions, locations and mappings. */
export const randomUnrelatedProfiles: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.constantFrom(...KINDS), fc.array(parts, { minLength: 2, maxLength: 3 }))
  .map(([kind, profiles]) => profiles.map((profile) => bytesOf(kind, profile)));

const tablesOf = ({ functions, locations, mappings }: Parts): Partial<Parts> => ({ functions, locations, mappings });

function bytesOf(kind: Kind, profile: Parts): Uint8Array {
  const strings = new Map([['', 0]]);
  const stringIndex = (text: string): number => {
    if (!strings.has(text)) strings.set(text, strings.size);
    return strings.get(text)!;
  };
  const { functions, locations, mappings } = profile;
  const type = ([name, unit]: readonly [type: string, unit: string]): object => {
    return { type: stringIndex(name), unit: stringIndex(unit) };
  };
  const message = {
    sample_type: kind.map(type),
    sample: profile.samples.map(({ locations: indexes, values, labels }) => ({
      location_id: indexes.map((index) => (index % locations.length) + 1),
      value: values.slice(0, kind.length),
      label: labels.map((fields) =>
        'str' in fields
          ? { key: stringIndex(fields.key), str: stringIndex(fields.str) }
          : { key: stringIndex(fields.key), num: fields.num, num_unit: stringIndex(fields.unit) },
      ),
    })),
    mapping: mappings.map(({ start, size, file, buildId }, i) => ({
      id: i + 1,
      memory_start: start,
      memory_limit: start + size,
      filename: stringIndex(file),
      build_id: stringIndex(buildId),
      has_functions: true,
    })),
    location: locations.map((fields, i) => ({
      id: i + 1,
      // 0 means no mapping.
      mapping_id: fields.mapping % (mappings.length + 1),
      address: fields.address,
      is_folded: fields.folded,
      line: fields.lines.map((lineFields) => ({
        function_id: (lineFields.function % functions.length) + 1,
        line: lineFields.line,
        column: lineFields.column,
      })),
    })),
    function: functions.map(({ name, system, file, startLine }, i) => ({
      id: i + 1,
      name: stringIndex(name),
      system_name: stringIndex(system === 'same' ? name : system),
      filename: stringIndex(file),
      start_line: startLine,
    })),
    time_nanos: profile.time,
    duration_nanos: profile.duration,
    period_type: type(kind[0]!),
    period: profile.period,
    comment: profile.comments.map(stringIndex),
    default_sample_type: profile.hasDefaultType ? stringIndex(kind[0]![0]) : 0,
    drop_frames: stringIndex(profile.dropFrames),
  };
  return encodeWire({ ...message, string_table: [...strings.keys()] });
}

const pattern = fc.constantFrom('main', '^leaf$', 'T', '\\.go$', 'app', '.*', 'nothing', '(?i)MAIN', 'runtime|leaf', 'z*', 'ns|new');
const tagFilter = fc.constantFrom(
  '1kb:', ':10', '5:12', 'bytes=:2kb', 'tenant=x', 'x', 'x,y', 'request:', 'size=1ms:2s', '-1', 'bytes=1kb', 'tenant=x|y',
  '=y', '1foo:', 'bytes=1024b:1mb', '[xy]', 'y,nothing', '12size', ':1kb', '',
);
const keys = fc.constantFrom('bytes', 'tenant,bytes', 'size', ',request,', 'nothing');

/** Any combination of pprof's options. */
export const randomRefinement: fc.Arbitrary<Refinement> = fc.record(
  {
    focus: pattern,
    ignore: pattern,
    hide: pattern,
    show: pattern,
    show_from: pattern,
    prune_from: pattern,
    tagfocus: tagFilter,
    tagignore: tagFilter,
    tagshow: fc.constantFrom('bytes', 't', '^x$'),
    taghide: fc.constantFrom('bytes', 't', '^x$'),
    tagroot: keys,
    tagleaf: keys,
    noinlines: fc.boolean(),
    unit: fc.constantFrom('minimum', 'auto', 'kb', 's'),
  },
  { requiredKeys: [] },
);
