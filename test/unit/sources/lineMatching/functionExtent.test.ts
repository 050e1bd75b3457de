import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionExtent } from '../../../../src/sources/lineMatching/functionExtent';

/**
 * Checks the extent that a picture describes: `s` marks sampled lines, `f` the start line in the profile, and `>` the
 * expected lines.
 */
function assertExtent(picture: string): void {
  const rows = picture.split('\n').filter((row) => row !== '').map((row) => /^(>?) *([sf]*) *\|(.*)$/.exec(row)!);
  const lines = rows.map(([, , , text]) => text);
  const numbers = (mark: (row: RegExpExecArray) => boolean) =>
    rows.flatMap((row, i) => (mark(row) ? [i + 1] : []));
  const sampled = numbers(([, , marks]) => marks.includes('s'));
  const [startLine = 0] = numbers(([, , marks]) => marks.includes('f'));
  const expected = numbers(([, arrow]) => arrow === '>');
  const range = { startLine, firstLine: sampled[0], lastLine: sampled.at(-1)! };
  const extent = functionExtent((line) => lines[line - 1], range);
  assert.deepEqual(extent, { start: expected[0], end: expected.at(-1)! });
}

test('a function extends from func to the closing brace in column 0', () => {
  assertExtent(`
    |func before() {
    |}
    |
> f |func (r *Ring[T]) Push(x T) {
>   |	for i := range r.buf {
> s |		r.buf[i] = x
>   |	}
>   |}
    |
    |func after() {
    |}
`);
});

test('without a start line, a function starts at the func above', () => {
  assertExtent(`
    |}
>   |func f(
>   |	a int,
>   |) error {
> s |	x()
>   |outer:
> s |	y()
>   |}
    |func g() {}
`);
});

test('a function on one line is one line', () => {
  assertExtent(`
    |func a() {
    |}
>fs |func f() { x("{") } // }
    |func g() {
    |}
`);
});

test('samples on the closing brace belong to the function', () => {
  assertExtent(`
>f  |func f() {
>   |	defer g()
> s |}
    |func g() {
    |}
`);
});

test('the extent of a closure is that of the function around it', () => {
  assertExtent(`
>   |func f() {
>f  |	go func() {
> s |		x()
>   |	}()
>   |	y()
>   |}
`);
});

test("the extent of a closure that is a package variable's value is the declaration of the variable", () => {
  assertExtent(`
    |func f() {
    |}
    |
>f  |var x = sync.OnceValue(func() int {
> s |	return g()
>   |})
    |func g() {
    |}
`);
  assertExtent(`
>   |var (
>   |	a = 1
>f  |	b = func() int {
> s |		return 1
>   |	}
>   |)
    |func g() {
    |}
`);
});

test('braces and func in raw strings and comments do not end or start a function', () => {
  assertExtent(`
>f  |func f() string {
> s |	a := \`
>   |func x() {
>   |}
>   |\` + "\`" + string('\`')
>   |	/*
>   |}
>   |*/
> s |	return a // \`
>   |}
    |func g() {
    |}
`);
});

test('braces and func in raw strings and comments below the last sample do not end or start a function', () => {
  assertExtent(`
>f  |func f() string {
> s |	x()
>   |	a := \`
>   |}
>   |func x() {\`
>   |	/*
>   |}
>   |func x() {
>   |	*/
>   |	return a
>   |}
    |func g() {
    |}
`);
});

test('samples outside all functions do not belong to the function above', () => {
  assertExtent(`
    |func f() {
    |}
> s |stray()
    |func g() {
    |}
`);
});

test('samples above the start line in the profile are included', () => {
  assertExtent(`
> s |%{ x() %}
>f  |func f() {
> s |	y()
>   |}
    |func g() {
    |}
`);
});

test('in a text that is not Go, the extent covers the samples', () => {
  assertExtent(`
    |%%
>fs |expr: term { $$ = $1 }
>   |  | expr '+' term
> s |    { $$ = add($1, $3) }
`);
});

test('lines past the end of the text are included', () => {
  assert.deepEqual(functionExtent(() => undefined, { startLine: 0, firstLine: 5, lastLine: 9 }), { start: 5, end: 9 });
});

test('a function without a closing brace ends before the next function', () => {
  assertExtent(`
>f  |func f() {
> s |	x()
    |
    |func g() {
    |}
`);
});
