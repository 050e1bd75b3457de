import assert from 'node:assert/strict';
import test from 'node:test';
import { type CompiledSources, findMisfiled, withCorrections } from '../../../../src/sources/lineMatching/misfiledFunctions';
import { profileOf } from '../../../shared/profileFromText';

const TREE = `package tree

import "sort"

func (s items) find(n int) int {
	i := sort.Search(len(s), func(i int) bool {
		return s[i] > n
	})
	return i
}

func other() {
	for v := range all() {
		use(v)
	}
}
`;
const MODULE = { modulePath: 'example.com/m', moduleDir: '/code/m' };
const sources = { texts: new Map([['/code/m/tree/tree.go', TREE], ['/code/m/a.go', 'package m\n\nfunc A() {\n}\n']]), module: MODULE };
const FIND = 'example.com/m/tree.items[go.shape.int].find@5';

/** Returns `function file:line` of each line of the corrected profile. */
function corrected(stacks: string, from: CompiledSources = sources): string[] {
  const profile = profileOf(stacks);
  const found = findMisfiled(profile, from);
  const { strings, functions, lines } = found ? withCorrections(profile, found) : profile;
  return Array.from(lines.function, (row, at) => {
    return `${strings.get(functions.name[row]).split('/').at(-1)} ${strings.get(functions.filename[row])}:${lines.line[at]}`;
  });
}

test('a function that the profile puts into the file of an inlined function is put into the file that declares it', () => {
  assert.deepEqual(corrected(`1 | ${FIND} /go/src/sort/search.go:6`), ['tree.items[go.shape.int].find /code/m/tree/tree.go:6']);
  assert.deepEqual(corrected(`1 | ${FIND} /code/m/a.go:6`), ['tree.items[go.shape.int].find /code/m/tree/tree.go:6']);
});

test('in a profile with trimmed paths, the file has its trimmed name', () => {
  assert.deepEqual(corrected(`1 | ${FIND} sort/search.go:6 < example.com/m.A@3 example.com/m/a.go:3`), [
    'tree.items[go.shape.int].find example.com/m/tree/tree.go:6',
    'm.A example.com/m/a.go:3',
  ]);
});

test('a line of an inlined function becomes the line of its call, or unknown if there are several calls or none', () => {
  const inlined = `1 | sort.Search@58 /go/src/sort/search.go:65 ^ ${FIND} /code/m/tree/tree.go`;
  const own = `1 | ${FIND} /code/m/tree/tree.go:65`;
  const lineOf = (stacks: string) => corrected(stacks).at(-1)!.split(':').at(-1);
  assert.equal(lineOf(`${inlined}:6\n${own}`), '6');
  assert.equal(lineOf(`${inlined}:6\n${inlined}:9\n${own}`), '0');
  assert.equal(lineOf(own), '0');
});

test('function literals and bodies of range loops belong to the file with their outer function', () => {
  const file = '/code/m/tree/tree.go';
  assert.deepEqual(corrected('1 | example.com/m/tree.items.find.func1@6 /code/m/a.go:7'), [`tree.items.find.func1 ${file}:7`]);
  assert.deepEqual(corrected('1 | example.com/m/tree.other-range1@13 /code/m/a.go:14'), [`tree.other-range1 ${file}:14`]);
});

test('a profile that agrees with its sources is not corrected', () => {
  for (const stacks of [
    `1 | ${FIND} /code/m/tree/tree.go:7 < example.com/m.A@3 /code/m/a.go:3`,
    '1 | example.com/m.A.find.func1@6 /code/m/tree/tree.go:7',
    '1 | sync.runtime_procPin@7000 /go/src/runtime/proc.go:7001',
    '1 | example.com/m/tree.init /code/m/tree/tree.go:400',
    '1 | example.com/m/tree.(*Missing).M@5 /code/m/tree/tree.go:6',
    '1 | example.com/m.now@5 /go/src/runtime/time.go:6',
  ]) {
    assert.equal(findMisfiled(profileOf(stacks), sources), undefined, stacks);
  }
});

test('lines stay as they are in a text of another version, and in one that names lines of other files', () => {
  const changed = new Map([['/code/m/tree/tree.go', TREE.replace('other', 'renamed')]]);
  const stacks = `1 | ${FIND} /code/m/tree/tree.go:90 < example.com/m/tree.other@12 /code/m/tree/tree.go:13`;
  assert.equal(findMisfiled(profileOf(stacks), { ...sources, texts: changed }), undefined);
  const generated = new Map([['/code/m/tree/tree.go', TREE.replace('\treturn i\n', '//line tree.y:90\n\treturn i\n')]]);
  assert.equal(findMisfiled(profileOf(`1 | ${FIND} /code/m/tree/tree.go:90`), { ...sources, texts: generated }), undefined);
});

test('files outside of the module are corrected if their texts are known', () => {
  const texts = new Map([['/go/src/a/a.go', 'package a\n\nfunc A() {\n}\n\nfunc B() {\n}\n'], ['/go/src/b/b.go', 'package b\n\n']]);
  const stacks = '1 | a.B@6 /go/src/a/a.go:6 < a.A@3 /go/src/b/b.go:3';
  assert.equal(findMisfiled(profileOf(stacks), sources), undefined);
  assert.deepEqual(corrected(stacks, { texts }), ['a.B /go/src/a/a.go:6', 'a.A /go/src/a/a.go:3']);
});

test('a function of package main is looked for in all files of that package', () => {
  const texts = new Map([['/w/main.go', 'package main\n\nfunc main() {\n}\n'], ['/w/m/m.go', 'package m\n\nfunc main() {\n}\n']]);
  assert.deepEqual(corrected('1 | main.main@3 /go/src/sort/search.go:3', { texts }), ['main.main /w/main.go:3']);
});
