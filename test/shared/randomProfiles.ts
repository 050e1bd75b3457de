import fc from 'fast-check';
import type { Refinement } from '../../src/profile/answers/refinement';
import { encodeWire } from './wire';

/** Only a few texts, so that patterns match, functions recur and labels are shared often. */
const NAMES = ['main.main', 'runtime.mallocgc', 'pkg.(*T).Run', 'leaf', '', 'operator()(int)', 'ns::call<int>(char)', '.new'];
const FILES = ['a.go', '/src/b.go', ''];
const BINARIES = ['/bin/app', '/lib/libc.so.6', '[vdso]', ''];
const KEYS = ['bytes', 'tenant', 'request', 'size'];
const TEXTS = ['x', 'y', '1kb', 'true'];
const UNITS = ['', '', 'bytes', 'kilobytes', 'ms', 'foo'];
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
  /** The system name is the name, empty, or this text. */
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
  names: fc.boolean(),
  dropFrames: fc.constantFrom('', '', 'runtime.*'),
});

type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;
type Kind = (typeof KINDS)[number];

/** The bytes of a profile with the sample types of one of Go's profiles. */
export const randomProfile: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom(...KINDS), parts)
  .map(([kind, profile]) => bytesOf(kind, profile));

/** The bytes of two or three profiles with the same sample types; they share functions, files and addresses. */
export const randomProfiles: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.constantFrom(...KINDS), fc.array(parts, { minLength: 2, maxLength: 3 }), parts)
  .map(([kind, profiles, common]) => profiles.map((one) => bytesOf(kind, { ...one, ...tablesOf(common) })));

/** Like randomProfiles, but each has its own tables. */
export const randomStrangers: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.constantFrom(...KINDS), fc.array(parts, { minLength: 2, maxLength: 3 }))
  .map(([kind, profiles]) => profiles.map((one) => bytesOf(kind, one)));

const tablesOf = ({ functions, locations, mappings }: Parts): Partial<Parts> => ({ functions, locations, mappings });

function bytesOf(kind: Kind, profile: Parts): Uint8Array {
  const strings = new Map([['', 0]]);
  const at = (text: string): number => {
    if (!strings.has(text)) strings.set(text, strings.size);
    return strings.get(text)!;
  };
  const { functions, locations, mappings } = profile;
  const type = ([name, unit]: readonly [string, string]): object => ({ type: at(name), unit: at(unit) });
  const message = {
    sample_type: kind.map(type),
    sample: profile.samples.map((one) => ({
      location_id: one.locations.map((place) => (place % locations.length) + 1),
      value: one.values.slice(0, kind.length),
      label: one.labels.map((each) =>
        'str' in each
          ? { key: at(each.key), str: at(each.str) }
          : { key: at(each.key), num: each.num, num_unit: at(each.unit) },
      ),
    })),
    mapping: mappings.map(({ start, size, file, buildId }, i) => ({
      id: i + 1,
      memory_start: start,
      memory_limit: start + size,
      filename: at(file),
      build_id: at(buildId),
      has_functions: true,
    })),
    location: locations.map((one, i) => ({
      id: i + 1,
      // Sometimes no mapping.
      mapping_id: one.mapping % (mappings.length + 1),
      address: one.address,
      is_folded: one.folded,
      line: one.lines.map((each) => ({
        function_id: (each.function % functions.length) + 1,
        line: each.line,
        column: each.column,
      })),
    })),
    function: functions.map(({ name, system, file, startLine }, i) => ({
      id: i + 1,
      name: at(name),
      system_name: at(system === 'same' ? name : system),
      filename: at(file),
      start_line: startLine,
    })),
    time_nanos: profile.time,
    duration_nanos: profile.duration,
    period_type: type(kind[0]!),
    period: profile.period,
    comment: profile.comments.map(at),
    default_sample_type: profile.names ? at(kind[0]![0]) : 0,
    drop_frames: at(profile.dropFrames),
  };
  return encodeWire({ ...message, string_table: [...strings.keys()] });
}

const pattern = fc.constantFrom('main', '^leaf$', 'T', '\\.go$', 'app', '.*', 'nothing', '(?i)MAIN', 'runtime|leaf', 'z*', 'ns|new');
const tagFilter = fc.constantFrom(
  '1kb:', ':10', '5:12', 'bytes=:2kb', 'tenant=x', 'x', 'x,y', 'request:', 'size=1ms:2s', '-1', 'bytes=1kb', 'tenant=x|y',
  '=y', '1foo:', 'bytes=1024b:1mb', '[xy]', 'y,nothing', '12size', ':1kb', '',
);
const keys = fc.constantFrom('bytes', 'tenant,bytes', 'size', ',request,', 'nothing');

/** Any combination of options. */
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
