import fc from 'fast-check';
import { encodeWire } from '../shared/wire';

/** Function names of several languages: the readable name, and the linker's. */
const FUNCTIONS: readonly (readonly [name: string, systemName: string])[] = [
  ['main.main', 'main.main'],
  ['p.(*T).Run', 'p.(*T).Run'],
  ['p.Map[...].func1', 'p.Map[...].func1'],
  ['p.(*T[go.shape.int]).Each', 'p.(*T[go.shape.int]).Each'],
  ['ns::vec<int, std::less<int>>::push(int)', 'ns::vec<int, std::less<int>>::push(int)'],
  ['ns::vec<int>::push', 'vec_push'],
  ['operator<<(std::ostream&)', 'operator<<(std::ostream&)'],
  ['(anonymous namespace)::f() const', '(anonymous namespace)::f() const'],
  ['std::thread::run()::{lambda(int)#1}', ''],
  ['<core::iter::Map<I,F> as Iterator>::next', '<core::iter::Map<I,F> as Iterator>::next'],
  ['com.example.Main.<init>', 'com.example.Main.<init>'],
  ['com.example.Main$1.run()', 'com.example.Main$1.run()'],
  ['[unknown]', '[unknown]'],
  ['', 'only_system<int>(char)'],
  ['', ''],
  ['größe λ', 'größe λ'],
  ['two words', 'two words'],
  ['a:b (deleted)', 'a:b (deleted)'],
];
/** `listed.go` exists, so that list can show it; the other files do not. */
const FILES = ['listed.go', 'listed.go', './listed.go', '/gone/b.cc', 'a dir/../c.py', '<string>', ''];
export const LISTED = 'listed.go';
const TYPES = ['cpu', 'samples', 'alloc_space', 'wall', 'contentions', 'widgets'];
const UNITS = ['count', 'nanoseconds', 'milliseconds', 'bytes', 'kilobytes', 'widgets', '', 'GCU'];
const BINARIES = ['/bin/none/app', '/lib/none.so', '[vdso]', '', 'http://host/debug/pprof/profile', '//anon', '[stack]'];
const KEYS = ['bytes', 'request', 'thread', 'latency', 'weird key'];
const LABEL_UNITS = ['', 'bytes', 'ms', 'kb', 'widgets'];

/** True with a probability of 1 in n. */
const chance = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((number) => number === 0);

const line = fc.record({
  function: fc.nat(),
  line: fc.integer({ min: 0, max: 14 }),
  column: fc.constantFrom(0, 0, 0, 4),
});

const location = fc.record({
  address: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0x1000, max: 0x1010 }),
    fc.integer({ min: 0x400000, max: 0x500000 }),
  ),
  mapping: fc.nat(),
  lines: fc.array(line, { maxLength: 3 }),
  folded: chance(6),
});

const label = fc.oneof(
  fc.record({ key: fc.constantFrom(...KEYS), str: fc.constantFrom('x', 'ü', '1kb', 'a=b') }),
  fc.record({
    key: fc.constantFrom(...KEYS),
    num: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(1024, 4096, 1_000_000)),
    unit: fc.constantFrom(...LABEL_UNITS),
  }),
);

const value = fc.oneof(fc.integer({ min: -4, max: 9 }), fc.integer({ min: 0, max: 5_000_000 }));
const sample = fc.record({
  locations: fc.array(fc.nat(), { maxLength: 6 }),
  values: fc.array(value, { minLength: 3, maxLength: 3 }),
  labels: fc.array(label, { maxLength: 3 }),
});

const func = fc.record({
  names: fc.constantFrom(...FUNCTIONS),
  file: fc.constantFrom(...FILES),
  startLine: fc.constantFrom(0, 0, 3, 5),
});

const mapping = fc.record({
  start: fc.constantFrom(0, 0x1000, 0x400000),
  size: fc.constantFrom(0x1000, 0x100000),
  file: fc.constantFrom(...BINARIES),
  buildId: fc.constantFrom('', '', 'b1'),
  hasFunctions: fc.boolean(),
});

const tables = fc.record({
  functions: fc.array(func, { minLength: 1, maxLength: 7 }),
  locations: fc.array(location, { minLength: 1, maxLength: 9 }),
  mappings: fc.array(mapping, { maxLength: 3 }),
});

const contents = fc.record({
  samples: fc.array(sample, { minLength: 1, maxLength: 9 }),
  duration: fc.constantFrom(0, 0, 5_000_000),
  period: fc.constantFrom(0, 100),
  comments: fc.array(fc.constantFrom('one', '#hidden', 'two'), { maxLength: 2 }),
  keep: fc.constantFrom('', '', 'main.*'),
  drop: fc.constantFrom('', '', '', 'p\\..*'),
});

const valueType = fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...UNITS));
const kind = fc.record({
  types: fc.uniqueArray(valueType, { selector: ([type]) => type, minLength: 1, maxLength: 3 }),
  defaultType: fc.constantFrom('', '', 'cpu', 'nothing'),
});

type Kind = typeof kind extends fc.Arbitrary<infer T> ? T : never;
type Tables = typeof tables extends fc.Arbitrary<infer T> ? T : never;
type Contents = typeof contents extends fc.Arbitrary<infer T> ? T : never;

/** A build of a program: the name of its binary, and by how much its lines and addresses are shifted. */
interface Build {
  readonly binary?: string;
  readonly shift: number;
}

/** The bytes of two profiles not written by Go: of one program, of two builds of it, or of unrelated programs. */
export const foreignProfiles: fc.Arbitrary<readonly Uint8Array[]> = foreign(false);

/** Like foreignProfiles, with values whose sums are all different. */
export const foreignProfilesOfDistinctSums: fc.Arbitrary<readonly Uint8Array[]> = foreign(true);

function foreign(isDistinct: boolean): fc.Arbitrary<readonly Uint8Array[]> {
  const distinct = (values: readonly number[], row: number): readonly number[] =>
    isDistinct ? values.map((value) => Math.sign(value) * 3 ** ((2 * row) % 33)) : values;
  const contentsOf = (from: number): typeof contents =>
    contents.map(({ samples, ...rest }) => {
      const withSums = samples.map((entry, i) => ({ ...entry, values: [...distinct(entry.values, from + i)] }));
      return { ...rest, samples: withSums };
    });
  return fc
    .record({
      kind,
      parts: fc.tuple(tables, tables),
      contents: fc.tuple(contentsOf(0), contentsOf(10)),
      how: fc.constantFrom('same', 'builds', 'builds', 'unrelated'),
      shift: fc.constantFrom(0, 0, 1, 3),
    })
    .map(({ kind: commonKind, parts: [program, otherProgram], contents: [first, second], how, shift }) => {
      if (how === 'same') return [bytesOf(commonKind, program, first), bytesOf(commonKind, program, second)];
      if (how === 'unrelated') return [bytesOf(commonKind, program, first), bytesOf(commonKind, otherProgram, second)];
      return [
        bytesOf(commonKind, program, first, { binary: '/bin/none/old', shift: 0 }),
        bytesOf(commonKind, program, second, { binary: '/bin/none/new', shift }),
      ];
    });
}

function bytesOf(
  kindOf: Kind,
  { functions, locations, mappings }: Tables,
  rest: Contents,
  build: Build = { shift: 0 },
): Uint8Array {
  const strings = new Map([['', 0]]);
  const at = (text: string): number => {
    if (!strings.has(text)) strings.set(text, strings.size);
    return strings.get(text)!;
  };
  const type = ([name, unit]: readonly [string, string]): object => ({ type: at(name), unit: at(unit) });
  const moved = (number: number): number => (number === 0 ? 0 : number + build.shift);
  const mainMapping = { start: 0x400000, size: 0x100000, buildId: '', hasFunctions: true };
  const binaries = build.binary === undefined ? mappings : [{ ...mainMapping, file: build.binary }];
  return encodeWire({
    sample_type: kindOf.types.map(type),
    sample: rest.samples.map(({ locations: stack, values, labels }) => ({
      location_id: stack.map((index) => (index % locations.length) + 1),
      value: values.slice(0, kindOf.types.length),
      label: labels.map((entry) =>
        'str' in entry
          ? { key: at(entry.key), str: at(entry.str) }
          : { key: at(entry.key), num: entry.num, num_unit: at(entry.unit) }),
    })),
    mapping: binaries.map(({ start, size, file, buildId, hasFunctions }, i) => ({
      id: i + 1,
      memory_start: start,
      memory_limit: start + size,
      filename: at(file),
      build_id: at(buildId),
      has_functions: hasFunctions,
    })),
    location: locations.map(({ mapping: index, address, folded, lines }, i) => ({
      id: i + 1,
      mapping_id: build.binary === undefined ? index % (mappings.length + 1) : 1,
      address: moved(address),
      is_folded: folded,
      line: lines.map((entry) => ({
        function_id: (entry.function % functions.length) + 1,
        line: moved(entry.line),
        column: entry.column,
      })),
    })),
    function: functions.map(({ names: [name, system], file, startLine }, i) => ({
      id: i + 1,
      name: at(name),
      system_name: at(system),
      filename: at(file),
      start_line: moved(startLine),
    })),
    duration_nanos: rest.duration,
    period_type: type(kindOf.types[0]!),
    period: rest.period,
    comment: rest.comments.map(at),
    default_sample_type: at(kindOf.defaultType),
    drop_frames: at(rest.drop),
    keep_frames: at(rest.keep),
    string_table: [...strings.keys()],
  });
}
