import assert from 'node:assert/strict';
import test from 'node:test';
import { lineMapFromTexts } from '../../../../src/sources/lineMatching/matchLines';

const HEAD = ['package p', '', 'import (', '\t"bytes"', '\t"os"', '\tcrand "crypto/rand"', ')', ''];

/** Each changed line of a function's body with the line that it is compared with: `old → new`; `old → –`, `– → new`. */
function changes(before: readonly string[], now: readonly string[], head = 'func f(x int) {'): string[] {
  const textOf = (body: readonly string[]) => [...HEAD, head, ...body.map((line) => `\t${line}`), '}', ''];
  const [old, fresh] = [textOf(before), textOf(now)];
  const map = lineMapFromTexts(old.join('\n'), fresh.join('\n'));
  const removed = old.flatMap((text, i) => {
    const line = map.toCurrent(i + 1);
    if (line !== undefined && fresh[line - 1].trim() === text.trim()) return [];
    return [`${text.trim()} → ${line === undefined ? '–' : fresh[line - 1].trim()}`];
  });
  const added = fresh.flatMap((text, i) => (map.toCaptured(i + 1) === undefined ? [`– → ${text.trim()}`] : []));
  return [...removed, ...added];
}

const isPaired = (old: string, fresh: string) => changes(['before(x)', old, 'after(x)'], ['before(x)', fresh, 'after(x)']).length === 1;

test('a line is compared with the line that it was plainly edited to', () => {
  for (const [old, fresh] of [
    ['for i := 0; i < 4000; i++ {', 'for i := 0; i < 40; i++ {'],
    ['for i := 0; i < n; i++ {', 'for i := range n {'],
    ['const size = 1024', 'const size = 64'],
    ['x := 1', 'x := 2'],
    ['total += f(x)', 'total += f(x, y)'],
    ['total += f(x)', 'total += f(g(x))'],
    ['total += f(g(x))', 'total += f(x)'],
    ['x := f(a)', 'if x := f(a); x > 3 {'],
    ['if found(x) {', 'if !found(x) && y {'],
    ['h = h*31 + uint32(c)', 'h = h*33 ^ uint32(c)'],
    ['out = append(out, v)', 'out = append(out, v, v)'],
    ['buf.Write(data)', 'b.Write(data)'],
    ['data, err := os.ReadFile(name)', 'data, err := os.ReadFile(path)'],
    ['values := Map[int](list)', 'values := Map[int](list, 2)'],
    ['sum++', 'sum--'],
    ['defer mu.Unlock()', 'mu.Unlock()'],
    ['return fmt.Sprintf("%d", n)', 'return fmt.Sprintf("%05d", n) // with zeros'],
  ]) assert.ok(isPaired(old!, fresh!), `${old} → ${fresh}`);
});

test('a line is not compared with one that calls something else, or has another text', () => {
  for (const [old, fresh] of [
    ['data, err := os.ReadFile(name)', 'data, err := os.Open(name)'],
    ['n := bytes.Index(s, sep)', 'n := strings.Index(s, sep)'],
    ['crand.Read(buffer)', 'file.Read(buffer)'],
    ['key := string(data)', 'key := unsafeString(data)'],
    ['sort.Slice(a, func(i, j int) bool { return a[i] < a[j] })', 'slices.Sort(a)'],
    ['s.items = append(s.items, x)', 's.count++'],
    ['w.Write([]byte(response(id, agent)))', 'buf := pool.Get().(*bytes.Buffer)'],
    ['for i := 0; i < len(a); i++ {', 'for _, v := range m {'],
    ['result := slowHash(data)', 'result := fastHash(data)'],
    ['values := Map[int](list)', 'values := Filter[int](list)'],
  ]) assert.ok(!isPaired(old!, fresh!), `${old} → ${fresh}`);
});

test('five lines in place of one: none of them is compared with it', () => {
  const now = ['buf := pool.Get().(*bytes.Buffer)', 'buf.Reset()', 'response(buf, id, agent)', 'w.Write(buf.Bytes())', 'pool.Put(buf)'];
  const old = 'w.Write([]byte(response(id, agent)))';
  assert.deepEqual(changes(['id := r.ID', old], ['id := r.ID', ...now]), [`${old} → –`, ...now.map((line) => `– → ${line}`)]);
  // Nor if the call is in another part of the function now.
  const apart = ['page := response(id, agent)', 'id := r.ID', 'w.Write([]byte(page(id, agent)))'];
  assert.deepEqual(changes(['id := r.ID', old], apart), [`${old} → –`, `– → ${apart[0]}`, `– → ${apart[2]}`]);
});

test('one line in place of several is compared with none of them', () => {
  const [first, second] = ['y := g(x)', 'total += f(y)'];
  assert.deepEqual(changes([first, second], ['total += f(g(x))']), [`${first} → –`, `${second} → –`, '– → total += f(g(x))']);
});

test('a line that could as well be another one is compared with neither', () => {
  const [old, one, two] = ['b.WriteString(name)', 'b.WriteString(first)', 'b.WriteString(last)'];
  assert.deepEqual(changes([old], [one, two]), [`${old} → –`, `– → ${one}`, `– → ${two}`]);
  // As many lines as before are the same lines.
  assert.deepEqual(changes(['x = mix(x)', 'x = mix(x)'], ['x = mix(x, 1)', 'x = mix(x, 1)']).length, 2);
});

test('a variable that was renamed in the whole function leaves its lines the same', () => {
  const body = (sum: string) => [`${sum} := 0`, 'for i := range x {', `${sum} += i`, '}', `${sum}++`, `return ${sum}`];
  assert.ok(changes(body('sum'), body('total')).every((change) => !change.includes('–')));
  assert.deepEqual(changes(['a++', 'use(a, b)'], ['c++', 'use(a, b)']), ['a++ → –', '– → c++']);
});

test('code that was moved into an if is the same code', () => {
  const now = ['if x > 0 {', '\ty := g(x)', '\th(y, x)', '}'];
  assert.deepEqual(changes(['y := g(x)', 'h(y)'], now), ['h(y) → h(y, x)', '– → if x > 0 {', '– → }']);
});

test('the line that declares a function is the same line, whatever its parameters are now', () => {
  const map = lineMapFromTexts('func f(a int) {\n\tg(a)\n}\n', 'func f(ctx context.Context, names ...string) (string, error) {\n\th()\n}\n');
  assert.deepEqual([1, 2, 3].map((line) => map.toCurrent(line)), [1, undefined, 3]);
});

const SLOW = ['func slow(list []int) int {', '\tsum := 0', '\tfor _, v := range list {', '\t\tsum += v', '\t}', '\treturn sum', '}', ''];
const FAST = ['func fast(list []int) int {', '\tsum := 0', '\tfor _, v := range list {', '\t\tsum += v', '\t}', '\treturn sum', '}', ''];

test('lines of a new function are not compared with equal lines of the one that it was written above', () => {
  const edited = [...SLOW.slice(0, 5), '\treturn sum + 1', ...SLOW.slice(6)];
  const map = lineMapFromTexts(SLOW.join('\n'), [...FAST, ...edited].join('\n'));
  assert.deepEqual(SLOW.slice(0, 7).map((_, i) => map.toCurrent(i + 1)), [9, 10, 11, 12, 13, 14, 15]);
});

test('a function that was renamed is the same function, and so are the lines that call it', () => {
  const caller = (name: string) => ['func caller(list []int) int {', `\treturn 2 * ${name}(list)`, '}', ''];
  const map = lineMapFromTexts([...SLOW, ...caller('slow')].join('\n'), [...FAST, ...caller('fast')].join('\n'));
  const lines = Array.from({ length: 11 }, (_, i) => i + 1);
  assert.deepEqual(lines.map((line) => map.toCurrent(line)), lines);
  assert.ok(map.changed(10));
});

test('a function that was replaced by another one is not compared with it', () => {
  const other = ['func other(list []int) int {', '\tm := map[int]bool{}', '\tfor _, v := range list {', '\t\tm[v] = true', '\t}', '\treturn len(m)', '}', ''];
  const map = lineMapFromTexts(SLOW.join('\n'), other.join('\n'));
  assert.deepEqual(SLOW.slice(0, 7).map((_, i) => map.toCurrent(i + 1)), SLOW.slice(0, 7).map(() => undefined));
});

test('lines that became a function of their own moved with it', () => {
  const body = ['\tfor _, element := range list {', '\t\ttotal += weightOf(element)', '\t}'];
  const before = ['func all(list []int) int {', '\ttotal := 0', ...body, '\treturn total', '}'];
  const now = ['func all(list []int) int {', '\treturn sumOf(list)', '}', '', 'func sumOf(list []int) int {', '\ttotal := 0', ...body, '\treturn total', '}'];
  const map = lineMapFromTexts(before.join('\n'), now.join('\n'));
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map((line) => map.toCurrent(line)), [1, 6, 7, 8, 9, 10, 3]);
});
