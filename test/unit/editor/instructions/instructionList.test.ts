import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hottestRow, instructionRows, type FoundFunction } from '../../../../src/editor/instructions/instructionList';
import type { LineAddress } from '../../../../src/profile/assembly/lineAddresses';

const LINE = { file: 'a.go', line: 7 };
const NANOSECONDS = { unit: 'nanoseconds', divideBy: 1 };

/** A function at address 0x1000 with an instruction of four bytes for each `file:line`. */
function functionOf(places: readonly string[], costs: readonly LineAddress[], bias = 0n): FoundFunction {
  const instructions = places.map((place, i) => {
    const [file = '', line = '0'] = place.split(':');
    return { address: 0x1000n + BigInt(4 * i), size: 4, text: `OP ${i}`, file, line: Number(line) };
  });
  const addresses = costs.map((cost) => ({ ...cost, address: cost.address + bias }));
  return { compiled: { name: 'pkg.F', mapping: undefined, addresses }, routine: { name: 'pkg.F', instructions }, bias };
}

const cost = (address: bigint, flat: number, cum: number, isOfLine: boolean) => ({ address, flat, cum, isOfLine });
const texts = (rows: ReturnType<typeof instructionRows>) => rows.map(({ text }) => text.trimEnd());

test('instructions of the line are listed among their neighbors, each with its figures', () => {
  const places = ['a.go:1', 'a.go:2', 'a.go:3', 'a.go:4', 'a.go:7', 'b.go:9', 'a.go:8'];
  const costs = [cost(0x1010n, 20e6, 20e6, true), cost(0x1014n, 0, 5e6, true), cost(0x1018n, 7e6, 7e6, false)];
  const rows = instructionRows(LINE, NANOSECONDS, [functionOf(places, costs)]);
  assert.deepEqual(texts(rows), [
    '│  flat    cum  instruction  address',
    'pkg.F',
    '│     .      .  OP 1         1004     a.go:2',
    '│     .      .  OP 2         1008     a.go:3',
    '│     .      .  OP 3         100c     a.go:4',
    '┃ 20 ms  20 ms  OP 4         1010',
    '┃     .   5 ms  OP 5         1014     b.go:9',
    '│  7 ms   7 ms  OP 6         1018     a.go:8',
  ]);
  assert.equal(hottestRow(rows), 5);
  assert.equal(rows[5]!.text.slice(...rows[5]!.flatAt!).trim(), '20 ms');
  assert.equal(rows[6]!.text.slice(...rows[6]!.cumAt!).trim(), '5 ms');
});

test('the figure of an instruction is the mean over its addresses, truncated before it is divided', () => {
  const costWithDivisor = (address: bigint, value: number, divisor: number) =>
    ({ address, flat: value, cum: value, flatDivisor: divisor, cumDivisor: divisor, isOfLine: true });
  const functions = [functionOf(['a.go:7'], [costWithDivisor(0x1000n, 5, 1), costWithDivisor(0x1001n, 10, 2.5)])];
  const flatFor = (divideBy: number) => instructionRows(LINE, { unit: 'count', divideBy }, functions).at(-1)!.flat;
  assert.deepEqual([flatFor(1), flatFor(2)], [3, 2]);
});

test('instructions far from the line are left out, and a gap row takes their place', () => {
  const places = Array.from({ length: 30 }, (_, i) => (i === 2 || i === 20 ? 'a.go:7' : 'a.go:8'));
  const rows = instructionRows(LINE, NANOSECONDS, [functionOf(places, [cost(0x1008n, 1, 1, true)])]);
  const shown = rows.map(({ kind, text }) => (kind === 'gap' ? text : (/OP (\d+)/.exec(text)?.[1] ?? kind)));
  const expected = ['heading', 'heading', '0', '1', '2', '3', '4', '5', '┊', '17', '18', '19', '20', '21', '22', '23'];
  assert.deepEqual(shown, expected);
  assert.equal(hottestRow(rows), 4);
});

test('the listed addresses of a relocated program are those in its file', () => {
  const [, , row] = instructionRows(LINE, NANOSECONDS, [functionOf(['a.go:7'], [cost(0x1000n, 1e9, 1e9, true)], 0x5000n)]);
  assert.match(row!.text, /^┃ +1 s +1 s {2}OP 0 +1000$/);
});

test('no instruction is listed if the samples are outside the function, as in another program', () => {
  assert.deepEqual(instructionRows(LINE, NANOSECONDS, [functionOf(['a.go:7'], [cost(0x9000n, 1, 1, true)])]), []);
});

test('the list has a section for each function that the line was compiled into', () => {
  const single = functionOf(['a.go:7'], [cost(0x1000n, 1, 1, true)]);
  const rows = instructionRows(LINE, NANOSECONDS, [single, { ...single, routine: { ...single.routine, name: 'pkg.G' } }]);
  assert.deepEqual(texts(rows).filter((text) => text.startsWith('pkg')), ['pkg.F', 'pkg.G']);
});

test('the hottest row is the instruction of the line with the largest flat, else the largest cum', () => {
  const places = ['a.go:7', 'a.go:7', 'a.go:7', 'a.go:8'];
  const hottest = (costs: readonly LineAddress[]) => {
    const rows = instructionRows(LINE, NANOSECONDS, [functionOf(places, costs)]);
    return /OP (\d)/.exec(rows[hottestRow(rows)]!.text)?.[1];
  };
  assert.equal(hottest([cost(0x1004n, 2, 2, true), cost(0x1008n, 1, 90, true), cost(0x100cn, 99, 99, false)]), '1');
  assert.equal(hottest([cost(0x1004n, 0, 2, true), cost(0x1008n, 0, 3, true)]), '2');
  assert.equal(hottest([cost(0x1004n, 2, 2, true), cost(0x1008n, -5, -5, true)]), '2');
  assert.equal(hottestRow([]), -1);
});

test('in order of cost, the costliest functions and instructions come first, without neighbors', () => {
  const places = ['a.go:7', 'a.go:7', 'a.go:7', 'a.go:8', 'a.go:7'];
  const cold = functionOf(places, [cost(0x1004n, 1e6, 1e6, true)]);
  const costs = [cost(0x1004n, 1e6, 9e6, true), cost(0x1008n, 5e6, 5e6, true), cost(0x1010n, 1e6, 20e6, true)];
  const hot = functionOf(places, costs);
  const rows = instructionRows(LINE, NANOSECONDS, [cold, { ...hot, routine: { ...hot.routine, name: 'pkg.G' } }], 'cost');
  const shown = texts(rows).map((text) => /OP \d/.exec(text)?.[0] ?? text);
  const expected = [shown[0], 'pkg.G', 'OP 2', 'OP 4', 'OP 1', 'OP 0', 'pkg.F', 'OP 1', 'OP 0', 'OP 2', 'OP 4'];
  assert.deepEqual(shown, expected);
  assert.equal(hottestRow(rows), 2);
  assert.deepEqual(instructionRows(LINE, NANOSECONDS, [functionOf(['a.go:7'], [cost(0x9000n, 1, 1, true)])], 'cost'), []);
});

test('function names are short, in operands too', () => {
  const single = functionOf(['a.go:7'], [cost(0x1000n, 1, 1, true)]);
  const [instruction] = single.routine.instructions;
  const text = 'CALL example.com/deep/pkg.(*T).M(SB)';
  const routine = { name: 'example.com/deep/pkg.F', instructions: [{ ...instruction!, text }] };
  const [, heading, row] = instructionRows(LINE, NANOSECONDS, [{ ...single, routine }]);
  assert.equal(heading!.text, 'pkg.F');
  assert.match(row!.text, / {2}CALL pkg\.\(\*T\)\.M\(SB\) {2}/);
});

test('a long instruction pushes its own address to the right, and no figure', () => {
  const found = functionOf(['a.go:7', 'a.go:8', 'a.go:9'], [cost(0x1000n, 3e6, 120e6, true)]);
  const [first, second, third] = found.routine.instructions;
  const [long, longest] = ['MOVQ toml.marshalText+8(SB), CX', 'VFMADD231PD 0x1234567(R12)(R13*8), Y11, Y12, K3'];
  const routine = { name: 'pkg.F', instructions: [first!, { ...second!, text: long }, { ...third!, text: longest }] };
  const rows = instructionRows(LINE, NANOSECONDS, [{ ...found, routine }]);
  assert.deepEqual(texts(rows).slice(2), [
    '┃   3 ms  120 ms  OP 0                          1000',
    '│      .       .  MOVQ toml.marshalText+8(SB), CX  1004     a.go:8',
    '│      .       .  VFMADD231PD 0x1234567(R12)(R13*8), Y11, Y12, K3  1008     a.go:9',
  ]);
  assert.equal(rows[3]!.text.slice(...rows[3]!.flatAt!).trim(), '.');
});

test('figures have the form of the columns: percentages of the total, and signs in a comparison', () => {
  const found = functionOf(['a.go:7'], [cost(0x1000n, 20e6, 50e6, true)]);
  const figures = (form: object) => texts(instructionRows(LINE, { ...NANOSECONDS, ...form }, [found])).at(-1)!;
  assert.match(figures({ percentOf: 200e6 }), /^┃ 10 % {2}25 % {2}OP 0/);
  assert.match(figures({ areChanges: true }), /^┃ \+20 ms {2}\+50 ms {2}OP 0/);
  assert.match(figures({ percentOf: 200e6, areChanges: true }), /^┃ \+10 % {2}\+25 % {2}OP 0/);
  assert.match(figures({ unit: 'nanoseconds/op' }), /^┃ 20 ms\/op {2}50 ms\/op {2}OP 0/);
});
