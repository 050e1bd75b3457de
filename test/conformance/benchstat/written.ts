/** Inputs for benchstat, each for one rule of its tables. */

/** Returns `count` fixed numbers within `spread` percent of `center`. */
function around(center: number, spread: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => (center * (1 + (((i * 37) % 21) - 10) * (spread / 1000))).toFixed(1));
}

const lines = (name: string, unit: string, values: readonly (string | number)[]): string =>
  values.map((value, i) => `Benchmark${name}\t${1000 + i}\t${value} ${unit}\n`).join('');

const HASHES = ['poly=Castagnoli/size=1k', 'poly=Castagnoli/size=32k', 'poly=Koopman/size=1k', 'poly=Koopman/size=32k'];

/** Results of hashes in two alignments, with time and throughput; `note` differs between the files. */
function hashes(note: string, factor: number): string {
  const header = `note: ${note}\ngoos: plan9\ngoarch: riscv64\n\n`;
  return header + HASHES.flatMap((name, i) => [0, 1].map((align) => {
    const times = around((400 + 3000 * i + 50 * align) * factor, 3, 8);
    const figures = times.map((time) => `${time} ns/op\t${(1e6 / Number(time)).toFixed(2)} MB/s`);
    return figures.map((figure) => `BenchmarkHash/${name}/align=${align}-4\t500\t${figure}\n`).join('');
  })).join('');
}

function encodings(factor: number): string {
  const times = ['yaml', 'toml'].map((format, i) => {
    return lines(`Marshal/format=${format}-12`, 'ns/op', around(900 * factor * (i + 1), 2, 10));
  });
  return `goos: aix\npkg: example.com/marshal\n${times.join('')}`;
}

/** One file with results under `note: before`, then under `note: after`. */
const inHalves = (before: string, after: string): string => `note: before\n\n${before}\nnote: after\n\n${after}`;

/** The content of the files by name. */
export const INPUT_FILES: Readonly<Record<string, string>> = {
  'hash-old.txt': hashes('slow table', 1),
  'hash-new.txt': hashes('fast table', 0.83),
  'marshal-old.txt': encodings(1),
  'marshal-new.txt': encodings(0.9),
  'sizes.txt': `Unit bin-bytes assume=exact\nUnit widgets better=higher\n${inHalves(
    `${lines('Linked', 'bin-bytes', [4096])}${lines('Unsteady', 'bin-bytes', [70, 71, 71])}
${lines('Made', 'widgets', [3, 4, 5, 6, 7, 8])}`,
    `${lines('Linked', 'bin-bytes', [5120])}${lines('Unsteady', 'bin-bytes', [71, 71, 71])}
${lines('Made', 'widgets', [13, 14, 15, 16, 17, 18])}`,
  )}`,
  'nearly.txt': ['some-bytes', 'more-bytes', 'ticks'].map((unit) => `Unit ${unit} assume=exact\n`).join('') + inHalves(
    `${lines('Same', 'some-bytes', [123456789012])}${lines('Hair', 'more-bytes', [987654321098])}
${lines('Zero', 'ticks', [0])}${lines('One', 'ticks', [0])}`,
    `${lines('Same', 'some-bytes', [123456789012])}${lines('Hair', 'more-bytes', [987654321099])}
${lines('Zero', 'ticks', [0])}${lines('One', 'ticks', [1])}`,
  ),
  'few.txt': inHalves(
    lines('One', 'ns/op', [10]) + lines('Two', 'ns/op', [10, 11]) + lines('Three', 'ns/op', [5, 6, 7]),
    lines('One', 'ns/op', [20]) + lines('Two', 'ns/op', [20, 21]) + lines('Three', 'ns/op', [15, 16, 17]),
  ),
  'other-sets.txt': inHalves(
    lines('Kept', 'ns/op', around(50, 1, 6)) + lines('Removed', 'ns/op', around(7, 1, 6)),
    lines('Kept', 'ns/op', around(60, 1, 6)) + lines('Added', 'ns/op', around(9000, 1, 6)),
  ),
  'five.txt': inHalves(
    lines('Subtract/64-2', 'ns/op', [201, 200, 201, 201, 202]),
    lines('Subtract/64-2', 'ns/op', [99.1, 99.1, 99.1, 99.1, 99.1]),
  ),
};

/** The arguments of benchstat, by the rule that they test. */
export const CASES: Readonly<Record<string, readonly string[]>> = {
  'results with different notes are in different tables': ['hash-old.txt', 'hash-new.txt'],
  'an ignored note does not make another table': ['-ignore', 'note', 'hash-old.txt', 'hash-new.txt'],
  'parts of names can be rows and columns': ['-filter', '/align:1', '-row', '/size', '-col', '/poly', 'hash-new.txt'],
  'exact units have no p-value, and a warning if the values differ': ['-col', 'note', 'sizes.txt'],
  'differences near zero keep their sign': ['-col', 'note', 'nearly.txt'],
  'few samples have neither range nor change': ['-col', 'note', 'few.txt'],
  'a column with other benchmarks has a footnote': ['-col', 'note', 'other-sets.txt'],
  'five samples can show a change, but no range': ['-col', 'note', 'five.txt'],
  'CSV has all digits': ['-format', 'csv', 'marshal-old.txt', 'marshal-new.txt'],
  'warnings in CSV name the cell': ['-format', 'csv', '-row', '.name', 'marshal-new.txt'],
};
