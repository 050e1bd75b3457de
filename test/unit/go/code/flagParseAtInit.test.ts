import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayParseFlags, flagParseAtInit } from '../../../../src/go/code/flagParseAtInit';
import { finish } from '../../../../src/profile/common/guard';

/** `file:line` of the call in a package with these files. */
function placeIn(...texts: readonly string[]): string | undefined {
  const call = finish(flagParseAtInit(texts.map((text, i) => [`${i}.go`, `package a\n${text}`] as const)));
  return call && `${call.file}:${call.line}`;
}

test('a command line that is parsed during initialization is found in init, in variables and in functions they call', () => {
  assert.equal(placeIn('func init() {\n\tflag.Parse()\n}'), '0.go:3');
  assert.equal(placeIn('func init() {\n\tfs := flag.NewFlagSet("app", flag.ExitOnError)\n\tfs.Parse(os.Args[1:])\n}'), '0.go:4');
  assert.equal(placeIn('var Level = read()', 'func read() string {\n\treturn deeper(1)\n}\nfunc deeper(n int) string { deeper(n); pflag.Parse(); return "" }'), '1.go:5');
  assert.equal(placeIn('var (\n\ta = 1\n\tb = func() int {\n\t\tflag.Parse()\n\t\treturn 1\n\t}()\n)\nfunc f() {}'), '0.go:5');
  assert.equal(placeIn('var c = load{}.all()\nfunc (l load) all() int { flags.Parse(&options); return 1 }'), '0.go:3');
});

test('a command line that only main, TestMain or a function that they call parses is not', () => {
  assert.equal(placeIn('func main() { flag.Parse(); run() }\nfunc TestMain(m *testing.M) { flag.Parse() }\nvar x = 1'), undefined);
  assert.equal(placeIn('func init() { level = time.Parse(layout, os.Getenv("L")); template.Parse(text) }'), undefined);
  assert.equal(placeIn('func init() { // flag.Parse()\n\t_ = "flag.Parse()"\n}'), undefined);
});

test('texts without such a call are left out quickly', () => {
  assert.deepEqual(['flag.Parse()', 'fs.Parse(os.Args[1:])', 'time.Parse(a, b)', 'flag.Parsed()'].map(mayParseFlags), [true, true, false, false]);
});
