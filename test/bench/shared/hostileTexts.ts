/** Pieces of untrusted text, to be repeated up to a size. */
const PIECES: Readonly<Record<string, string>> = {
  'line ends': '\n',
  'carriage returns': '\r',
  'line ends of Windows': '\r\n',
  spaces: ' ',
  'spaces, then a letter': `${' '.repeat(4000)}x`,
  tabs: '\t',
  'tabs and letters': '\t\t\t\tx',
  digits: '7',
  'lines of digits': `${'7'.repeat(4000)}\n`,
  quotes: '"\\',
  'open quotes': '"a`',
  'open comments': '/*',
  parentheses: '(',
  braces: '{',
  'line separators': 'a: \u2028',
  dollars: '${',
  'config lines': 'req-#: done\n',
  'config and results': 'req-#: done\nBenchmarkX/#-2 \t       10\t  312 ns/op\n',
  'result lines': 'BenchmarkX-2   \t      10\t     312.0 ns/op\t       0 B/op\t       0 allocs/op\n',
  'split results': 'BenchmarkX-2   \tloading\n      10\t     312.0 ns/op\n',
  'one long result': '\t 312 ns/op',
  names: 'Benchmark',
  'names and tabs': 'Benchmark\t',
  'counts and tabs': '        1\t',
  'unit lines': 'Unit ns/op better=lower\n',
  'one long unit line': ' a=b',
  'failing tests': '--- FAIL: BenchmarkX/#\n',
  'failing tests with logs': '--- FAIL: BenchmarkX/#\n    a_test.go:7: oh no\n        more\n',
  'failing tests on one line': '--- FAIL: ',
  'a deep name': 'BenchmarkX/a/a/a/a',
  'deep names': `--- FAIL: BenchmarkX${'/a'.repeat(1000)}/#\n`,
  'a chain of names': `--- FAIL: BenchmarkX${'/ab'.repeat(300)}\n`,
  places: '.go:1',
  'place lines': '\t.go:1\n',
  'places with spaces': '    a.go:1: ',
  panics: 'panic: ',
  'panic lines': 'panic: boom\n',
  'interrupted panics': 'panic: goos: ',
  'lines of interrupted panics': 'panic: goos: linux\n',
  'goroutine brackets': 'goroutine 1 [',
  brackets: '[',
  'goroutine lines': 'goroutine 1 [running]:\nmain.BenchmarkX(...)\n\t/w/a.go:7 +0x1\n',
  'ends of headers': ']:',
  'FAIL and spaces': 'FAIL ',
  'FAIL lines': 'FAIL\tm [build failed] \n',
  'exit statuses': 'exit status ',
  'flag values': 'invalid value x for flag -',
  diagnostics: 'a.go:1:',
  'dotted words': 'a.a',
  'vet lines': '# [m]\n./a.go:1:1: x:\n',
  instructions: '  a.go:7\t\t0x10\t\t90\tNOPL\n',
  'one long instruction': '\t\t\t\t',
  routines: 'TEXT main.f(SB) ',
  loops: 'for ',
  functions: 'func BenchmarkX(b *testing.B) ',
  literals: 'func(b *testing.B){ b.Run("x", ',
  'function lines': 'func BenchmarkX(b *testing.B) {\n',
  'build tags': '//go:build a ',
  'spaces in tags': `//go:build a${' '.repeat(4000)}b\n`,
  alternatives: 'a||',
  requirements: 'require a.b/c v1.0.0\n',
  anchors: '<a ',
  items: '<li>',
  links: '<a href="#">#</a>',
  'links of one name': '<li><a href="heap?x=#">heap</a>',
  'open tags': '<',
  entities: '&',
};

/**
 * Texts of at least `size` characters by name: each piece repeated, alone and after each of the beginnings, which make
 * a reader parse it.
 */
export function hostileTexts(size: number, beginnings: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, piece] of Object.entries(PIECES)) {
    const body = repeated(piece, size);
    for (const beginning of ['', ...beginnings]) {
      texts.set(beginning === '' ? name : `${JSON.stringify(beginning)} ${name}`, `${beginning}${body}\nexit status 1\n`);
    }
  }
  return texts;
}

/** Repeats a piece up to `size` characters; `#` becomes a different number in each repetition. */
function repeated(piece: string, size: number): string {
  if (!piece.includes('#')) return piece.repeat(Math.ceil(size / piece.length));
  const parts: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const part = piece.replaceAll('#', String(i));
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
