import { randomFrom } from '../hostile/damage';

/** A command line of benchstat, and the files that it reads. */
export interface GeneratedSet {
  readonly args: readonly string[];
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
  /** Standard input. */
  readonly input: Buffer;
}

/** The same seed always gives the same set. */
export function generatedSet(seed: number): GeneratedSet {
  return new Generator(seed).set();
}

const FILES = ['old.txt', 'new.txt', 'a b.txt', 'größe.txt', 'x.bench', 'more.txt'];
const BASES = ['Encode', 'Decode', 'Copy', 'Größe', 'λ', 'CRC32', 'Walk-8', 'X_Y', 'Fib/10', 'A=B', 'T%d', '名前', '🙂'];
const SUBS = ['format=json', 'format=gob', 'format=ü', 'size=4k', 'size=1MiB', 'size=16', 'size=8', 'poly=IEEE',
  'align=0', 'align=1', 'warm', 'size=NaN', 'gomaxprocs=3', 'a=b=c', '', 'name=x-2'];
const UNITS = ['ns/op', 'ns/op', 'ns/op', 'B/op', 'allocs/op', 'MB/s', 'widgets/op', 'p99-ns/op', 'op/ns', 'bytes', 'MB*ns/MB',
  'ns', 'req/s', 'µs/op', 'ns-MB', 'sec/op', 'B/s', '%'];
const KEYS = ['goos', 'goarch', 'pkg', 'note', 'cpu', 'commit', 'ärger'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  goos: ['linux', 'darwin', ''], goarch: ['amd64', 'arm64'], pkg: ['example.com/p', 'example.com/p/q', 'p,q', 'say "hi"'],
  note: ['', 'before', 'after', 'nach dem Umbau', '\t ', '2k', '10', '9', 'a note that is a good deal longer than the columns of numbers below it are'],
  cpu: ['Intel(R) Core(TM) i7 @ 2.60GHz', 'AMD'], commit: ['abc', 'def', ''], ärger: ['viel', 'wenig'],
};
const NOISE = ['PASS', 'ok  \texample.com/p\t1.2s', '=== RUN   BenchmarkX', 'BenchmarkEncode', 'BenchmarkEncode ', 'Benchmark',
  'BenchmarkCopy 12', 'BenchmarkCopy x 1 ns/op', 'BenchmarkCopy 5 1.2.3 ns/op', 'BenchmarkCopy 5 7', 'BenchmarkCopy 5 7 ns/op 8',
  'BenchmarkCopy 99999999999999999999 1 ns/op', 'BenchmarkCopy -5 1 ns/op', 'BenchmarkCopy +5 1 ns/op', 'BenchmarkCopy 1_0 1 ns/op',
  'BenchmarkCopy 1 1e999 ns/op', 'Benchmark 1 2 ns/op', '--- BENCH: BenchmarkX', '', ' goos: linux', 'Goos: linux', 'goos:linux',
  'größe: 1', 'ß:', 'k\u00a0ey: v', 'key:', 'keY: v', 'Unit', 'Unit ns/op', 'Unit ns/op assume', 'Unit widgets/op =x', 'Units x y=z',
  'Unit\tbytes\tbetter=lower x', '\ufeffgoos: bom', '\u2028BenchmarkCopy 1 1 ns/op', 'BenchmarkCopy\u00a01\u20031\u3000ns/op',
  'benchmarkcopy 1 1 ns/op', 'BenchmarkÜ\x00 1 1 ns/op', 'time=12:30: x', 'a:b: c', 'µ: micro', 'ǅ: title'];
const UNIT_LINES = ['Unit ns/op assume=exact', 'Unit B/op assume=exact better=lower', 'Unit widgets/op better=higher assume=nothing',
  'Unit allocs/op assume=exact', 'Unit allocs/op assume=nothing', 'Unit sec/op better=higher', 'Unit bytes assume=exact k=v'];
const PROJECTIONS = ['.config', '.fullname', '.name', '.file', 'goos', 'note', 'pkg', '/size', '/format', '/gomaxprocs', '/poly',
  '/align', '.config@alpha', '.fullname@alpha', '.fullname@num', '/size@num', '/size@alpha', 'note@num', 'note@alpha',
  '/format@(gob json)', '.file@alpha', 'note@(after before "")', '/size@(4k "" 1MiB)', 'ärger', 'missing', '.name@alpha', '/warm',
  '/gomaxprocs@num', '.file@(new.txt old.txt)', '"pkg"', 'commit@first'];
const WRONG_PROJECTIONS = ['.unit', 'a,,b', 'x@', 'x@(', 'x@()', '.config@(a b)', 'pkg@size', '""', 'größe@ßize', '(', '"a', '"\\q"', ':'];
const FILTERS = ['*', '.unit:ns/op', '.unit:(ns/op OR B/op)', '-.unit:sec/op', '.name:Encode', '.name:/code/', '/size:4k', '-goos:darwin',
  'goos:linux note:before', 'goos:linux OR note:after', '(.name:Copy OR .name:λ) -/size:8', '.fullname:/-8$/', 'note:""', '.file:/old|new/',
  '.unit:/op/ AND -.unit:allocs/op', '/gomaxprocs:(8 OR 16)', '-(.unit:ns/op OR .name:Copy)', '.name:/[Gg]r.ße|[λ名]/', '"pkg":"p,q"',
  '* AND -*', '.unit:(sec/op OR "B/s" OR /MB/)', '-.name:Copy AND .unit:sec/op OR /format:/^(json|gob)$/', '.name:"\\u03bb"'];
const WRONG_FILTERS = ['', 'a', 'a:', '()', '(a:b', 'a:b)', 'a:(b c)', 'a:()', 'a:/b', 'a:/b/c', 'a:/(/', 'a:/[z-a]/', '"x', '.config:x',
  'a:b @ c', 'AND', 'größe:x ä', '"":x', 'a:/*/', ' a : ', 'a:(b OR AND)'];

/** How the values of a benchmark vary. */
const STYLES = ['ties', 'ties', 'float', 'float', 'equal', 'zeros', 'negative', 'two', 'odd', 'wide'] as const;
const ODD_NUMBERS = ['1_000', '0x1p10', '1e3', '+1000', '.5e4', '1000.', 'Inf', '+infinity', '1e-320', '1.7e308',
  '123456789012345678901'];

class Generator {
  /** Returns a random whole number from 0 to limit − 1. */
  private readonly below: (limit: number) => number;
  /** A set with NaN has only one file, because the real benchstat hangs when it compares NaN. */
  private readonly hasNaN: boolean;

  constructor(seed: number) {
    this.below = randomFrom(Math.imul(seed + 1, 0x9e3779b1));
    this.hasNaN = this.chance(25);
  }

  set(): GeneratedSet {
    const count = this.hasNaN ? 1 : this.pick([1, 2, 2, 2, 2, 3, 4]);
    const names = this.shuffled(FILES).slice(0, count);
    const benchmarks = this.benchmarks();
    const units = this.pickSeveral(UNITS, 1 + this.below(3));
    const styles = new Map(benchmarks.map((name) => [name, this.style()]));
    const files = names.map((name) => ({ name, content: this.file(benchmarks, units, styles) }));
    const fromStdin = this.chance(40);
    const paths = fromStdin ? [...names.slice(0, -1), '-'] : names;
    const args = [...this.flags(), ...this.inputs(paths)];
    return { args, files, input: fromStdin ? files.at(-1)!.content : Buffer.alloc(0) };
  }

  private inputs(names: readonly string[]): string[] {
    const inputs = names.map((name) => (this.chance(8) ? `${this.pick(['O', 'new', 'α β', '', 'old.txt'])}=${name}` : name));
    if (this.chance(25) && !this.hasNaN) inputs.push(inputs[0]!);
    return inputs;
  }

  private flags(): string[] {
    const flags: string[] = [];
    const add = (name: string, value: string) => {
      const dashes = this.chance(4) ? '--' : '-';
      if (this.chance(3)) flags.push(`${dashes}${name}`, value);
      else flags.push(`${dashes}${name}=${value}`);
    };
    if (this.chance(3)) add('format', 'csv');
    if (this.chance(4)) add('alpha', this.pick(['0.1', '0.01', '1', '0', '0.5', '0.001', '1e-3', '.2', '0x1p-4', '2', '-1']));
    if (this.chance(4)) add('confidence', this.pick(['0.9', '0.99', '1', '0', '0.5', '0.8', '0.999', '7']));
    if (this.chance(3)) add('filter', this.pick(this.chance(12) ? WRONG_FILTERS : FILTERS));
    if (this.hasNaN) return flags;
    for (const name of ['table', 'row', 'col', 'ignore']) if (this.chance(4)) add(name, this.projection());
    return flags;
  }

  private projection(): string {
    if (this.chance(30)) return this.pick(WRONG_PROJECTIONS);
    const keys = this.pickSeveral(PROJECTIONS, this.pick([0, 1, 1, 1, 2, 2, 3]));
    return keys.join(this.pick([',', ' ', ', ']));
  }

  private benchmarks(): string[] {
    return Array.from({ length: this.pick([1, 1, 2, 3, 4, 6]) }, () => {
      const subs = this.pickSeveral(SUBS, this.pick([0, 0, 1, 1, 2])).map((sub) => `/${sub}`).join('');
      return this.pick(BASES) + subs + this.pick(['', '-8', '-8', '-16', '-1', '-0', '-', '-x']);
    });
  }

  private file(benchmarks: readonly string[], units: readonly string[], styles: ReadonlyMap<string, Style>): Buffer {
    const lines: string[] = [];
    for (const key of this.pickSeveral(KEYS, this.below(5))) lines.push(this.configLine(key));
    for (let i = this.below(3); i > 0; i--) lines.push(this.pick(UNIT_LINES));
    if (this.hasNaN && this.chance(2)) lines.unshift('Unit ns/op assume=exact');
    const maxRuns = this.pick([1, 2, 3, 4, 5, 6, 6, 8, 10, 10, 12, 20, 26, 30, 40, 55]);
    const isUneven = this.chance(4);
    for (const name of benchmarks) {
      if (this.chance(12)) continue;
      const runs = isUneven ? this.below(maxRuns + 1) : maxRuns;
      for (let run = 0; run < runs; run++) {
        lines.push(this.resultLine(name, units, styles.get(name)!));
        if (this.chance(60)) lines.push(this.pick(NOISE));
        if (this.chance(150)) lines.push(this.configLine(this.pick(KEYS)));
      }
    }
    const ordered = this.chance(5) ? this.shuffled(lines) : lines;
    const ending = this.chance(8) ? '\r\n' : '\n';
    const text = ordered.join(ending) + (this.chance(6) ? '' : ending);
    return this.chance(15) ? this.damage(Buffer.from(text)) : Buffer.from(text);
  }

  private configLine(key: string): string {
    return `${key}:${this.pick([' ', ' ', '\t', '   '])}${this.pick(VALUES[key]!)}`;
  }

  private resultLine(name: string, units: readonly string[], style: Style): string {
    const gap = this.pick([' ', '\t', '  \t ', '        \t']);
    const present = this.chance(20) ? units.slice(1) : units;
    const figures = (present.length === 0 ? units : present).map((unit) => `${this.value(style)} ${unit}`);
    return `Benchmark${name}${gap}${this.below(1e6)}${gap}${figures.join('\t')}${this.chance(20) ? ' ' : ''}`;
  }

  private style(): Style {
    const base = this.pick([0.001, 1, 12, 150, 1718, 99995, 1e6, 123456789, 3e12]);
    return { kind: this.pick(STYLES), base, spread: this.pick([0.001, 0.02, 0.3]) };
  }

  private value({ kind, base, spread }: Style): string {
    if (this.hasNaN && this.chance(8)) return this.pick(['NaN', 'nan', 'Inf', '-inf']);
    const noisy = base * (1 + spread * (this.below(2001) / 1000 - 1));
    switch (kind) {
      case 'ties':
        return String(Math.round(base * (1 + spread * (this.below(9) / 4 - 1))));
      case 'float':
        return noisy.toFixed(this.pick([1, 2, 4]));
      case 'equal':
        return String(base);
      case 'zeros':
        return this.pick(['0', '0', '0.0', '0', '1']);
      case 'negative':
        return (this.chance(3) ? noisy : -noisy).toPrecision(4);
      case 'two':
        return this.pick(['100', '100', '101']);
      case 'odd':
        return this.pick(ODD_NUMBERS);
      case 'wide':
        return (base * 10 ** (this.below(13) - 6)).toPrecision(5);
    }
  }

  /** Replaces some bytes with non-ASCII bytes, which usually makes the UTF-8 invalid. */
  private damage(bytes: Buffer): Buffer {
    for (let i = this.below(4); i >= 0 && bytes.length > 0; i--) {
      bytes[this.below(bytes.length)] = 128 + this.below(128);
    }
    return bytes;
  }

  /** True with a probability of 1 in n. */
  private chance(n: number): boolean {
    return this.below(n) === 0;
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  private pickSeveral<T>(items: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () => this.pick(items));
  }

  private shuffled<T>(items: readonly T[]): T[] {
    const remaining = [...items];
    return items.map(() => remaining.splice(this.below(remaining.length), 1)[0]!);
  }
}

interface Style {
  readonly kind: (typeof STYLES)[number];
  readonly base: number;
  readonly spread: number;
}
