import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callersInSteps } from '../../../../src/profile/flame/callers';
import { callShapeInSteps } from '../../../../src/profile/flame/callShape';
import { buildCallTree, callTreeInSteps } from '../../../../src/profile/flame/callTree';
import { flameWindow, frameSource } from '../../../../src/profile/flame/flameWindow';
import type { Profile } from '../../../../src/profile/model';
import type { FlameView, FlameWindow } from '../../../../src/profile/answers/flame';
import { finish } from '../../../../src/profile/common/guard';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';

const VIEW: FlameView = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 100, search: '' };

/**
 * Each row as its name and cum, indented by its depth. `*` marks a match, `<` the zoomed row and `^` a caller; `+n@k`
 * marks a row of smaller frames: n frames, from rank k on.
 */
function picture(window: FlameWindow): string[] {
  const depths: number[] = [];
  return [...window.id].map((_, row) => {
    depths[row] = row === 0 ? 0 : depths[window.parent[row]!]! + 1;
    const rest = window.rest[row]! > 0 ? ` +${window.rest[row]}@${window.restFrom[row]}` : '';
    const marks = `${window.matched[row] ? '*' : ''}${row === window.zoomed ? '<' : ''}${window.caller[row] ? '^' : ''}`;
    return `${'  '.repeat(depths[row])}${window.names[window.name[row]!]} ${window.cum[row]}${rest}${marks}`;
  });
}

const windowOf = (lines: string, view: Partial<FlameView> = {}, from?: string) =>
  flameWindow(buildCallTree(profileOfLines(lines), 0, { from: from }), { ...VIEW, ...view });

/** The id of the frame at the end of a path. */
function idOf(window: FlameWindow, ...path: string[]): number {
  let row = 0;
  for (const name of path) {
    row = [...window.id].findIndex((_, i) =>
      i > 0 && window.parent[i] === row && window.names[window.name[i]!] === name);
    assert.ok(row > 0, `no frame ${name}`);
  }
  return window.id[row]!;
}

const SERVER = `
  main;serve;parse 30
  main;serve;reply;write 20
  main;serve;reply 10
  main;idle 40
`;

test('the whole tree is shown if it fits, wider children first', () => {
  assert.deepEqual(picture(windowOf(SERVER)), [
    'all 100<',
    '  main 100',
    '    serve 60',
    '    idle 40',
    '      parse 30',
    '      reply 30',
    '        write 20',
  ]);
});

test('a row has its flat, file, hottest line and whether it is inlined', () => {
  const window = windowOf('main@m.go:3;f@f.go:5[inlined] 2\n main@m.go:4 1');
  const files = [...window.file].map((file) => window.files[file]);
  assert.deepEqual([[...window.flat], files], [[0, 1, 2], ['', 'm.go', 'f.go']]);
  assert.deepEqual([[...window.line], [...window.inlined]], [[0, 3, 5], [0, 0, 1]]);
});

test('a zoomed frame is below its ancestors', () => {
  const id = idOf(windowOf(SERVER), 'main', 'serve', 'reply');
  assert.deepEqual(picture(windowOf(SERVER, { root: id })), [
    'all 100',
    '  main 100',
    '    serve 60',
    '      reply 30<',
    '        write 20',
  ]);
});

const CROWD = 'main;big 90\n main;a;x 4\n main;b 3\n main;c 3';

test('frames narrower than minWidth become one row', () => {
  assert.deepEqual(picture(windowOf(CROWD, { minWidth: 5 })), [
    'all 100<',
    '  main 100',
    '    big 90',
    '    smaller frames 10 +4@1',
  ]);
});

test('widths are fractions of the zoomed frame, including its flat', () => {
  const root = 'main 90\n main;a 6\n main;b 4\n other 900';
  const main = idOf(windowOf(root), 'main');
  assert.deepEqual(picture(windowOf(root, { root: main, minWidth: 5 })).slice(1), [
    '  main 100<',
    '    a 6',
    '    smaller frames 4 +1@1',
  ]);
});

test('if the tree does not fit, the widest frames are expanded first', () => {
  const lines = 'a;b;c 60\n d;e;f 40';
  const names = picture(windowOf(lines, { maxFrames: 6 })).map((row) => row.trim());
  assert.deepEqual(names, ['all 100<', 'a 60', 'd 40', 'b 60', 'c 60', 'smaller frames 40 +2@0']);
});

test('frames of the same width are sorted by name', () => {
  const rows = picture(windowOf('zeta 1\n beta 1\n alpha 1')).map((row) => row.trim());
  assert.deepEqual(rows, ['all 3<', 'alpha 1', 'beta 1', 'zeta 1']);
});

test('a row of smaller frames narrower than minWidth is left out', () => {
  assert.deepEqual(picture(windowOf(CROWD, { minWidth: 20 })), ['all 100<', '  main 100', '    big 90']);
});

test('the row of smaller frames below the zoomed frame is shown even if it is narrow', () => {
  const root = idOf(windowOf(CROWD), 'main');
  assert.equal(picture(windowOf(CROWD, { root, minWidth: 20 })).at(-1), '    smaller frames 10 +4@1');
});

test('zooming into the smaller frames shows them at full width, below their row', () => {
  const root = idOf(windowOf(CROWD), 'main');
  assert.deepEqual(picture(windowOf(CROWD, { root, restFrom: 1, minWidth: 5 })), [
    'all 100',
    '  main 100',
    '    smaller frames 10 +4@1<',
    '      a 4',
    '      b 3',
    '      c 3',
    '        x 4',
  ]);
});

test('the number of rows is limited, and the other frames are in rows of smaller frames', () => {
  const many = Array.from({ length: 300 }, (_, i) => `main;f${i};g 1`).join('\n');
  const window = windowOf(many, { width: 1e6, maxFrames: 40 });
  assert.ok(window.id.length > 35 && window.id.length <= 40);
  const frameRows = window.rest.filter((rest) => rest === 0).length;
  assert.equal(window.rest.reduce((sum, rest) => sum + rest, 0), 1 + 601 - frameRows);
});

test('any number of equal frames can be reached by zooming into the smaller frames repeatedly', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => `f${i} 1`).join('\n');
  const seen = new Set<number>();
  let window = windowOf(lines, { minWidth: 5 });
  for (let zooms = 0; zooms < 50 && seen.size < 1000; zooms++) {
    window.id.forEach((id, row) => window.rest[row] === 0 && id > 0 && seen.add(id));
    const rest = window.rest.length - 1;
    window = windowOf(lines, { minWidth: 5, root: window.id[rest]!, restFrom: window.restFrom[rest]! });
  }
  assert.equal(seen.size, 1000);
});

test('a very deep stack stays within the limit and keeps the nearest ancestors', () => {
  const deep = `${Array.from({ length: 500 }, (_, i) => `f${i}`).join(';')} 1`;
  const tree = buildCallTree(profileOfLines(deep), 0);
  const window = flameWindow(tree, { ...VIEW, root: 400, maxFrames: 22 });
  assert.equal(window.id.length, 22);
  assert.deepEqual([window.id[0], window.id[window.zoomed - 1], window.id[window.zoomed]], [0, 399, 400]);
});

test('a search marks frames by name, ignoring case, and counts each sample once', () => {
  const window = windowOf('main;Serve;parse;serve 30\n main;idle 70', { search: 'SERVE' });
  assert.deepEqual(picture(window).filter((row) => row.includes('*')).map((row) => row.trim()), [
    'Serve 30*',
    'serve 30*',
  ]);
  assert.deepEqual([window.matchedValue, window.matchedFrames, window.total], [30, 2, 100]);
});

test('a search finds frames outside the window, and marks the row of smaller frames that contains them', () => {
  const window = windowOf(CROWD, { minWidth: 5, search: '^x$' });
  assert.deepEqual([window.matchedValue, window.matchedFrames], [4, 1]);
  assert.equal(picture(window).at(-1), '    smaller frames 10 +4@1*');
});

test('an invalid RE2 pattern gives an error in one sentence', () => {
  const window = windowOf(CROWD, { search: '(' });
  assert.equal(window.searchError, 'The search pattern is not an RE2 regular expression: missing closing ) in "(".');
  assert.equal(window.matchedFrames, 0);
  assert.match(windowOf(CROWD, { search: '(?=x)' }).searchError ?? '', /RE2/);
  assert.equal(windowOf(CROWD, { search: 'x' }).searchError, undefined);
});

test('the root of a window from a function is the function, and the total is that of the whole profile', () => {
  const window = windowOf(SERVER, {}, 'serve');
  assert.deepEqual(picture(window).slice(0, 2), ['serve 60<', '  parse 30']);
  assert.equal(window.total, 100);
});

test('negative values have the width of their absolute value', () => {
  assert.deepEqual(picture(windowOf('main;a 2\n main;b -5\n main;c -1')), [
    'all -4<',
    '  main -4',
    '    b -5',
    '    a 2',
    '    c -1',
  ]);
});

test('an invalid frame id shows the root', () => {
  assert.equal(windowOf(SERVER, { root: 99 }).zoomed, 0);
  assert.deepEqual(picture(windowOf(SERVER, { root: 1, restFrom: 99 }))[1], '  main 100<');
});

test('a profile without samples has only the root', () => {
  assert.deepEqual(picture(flameWindow(buildCallTree(profileOfStacks([]), 0), VIEW)), ['all 0<']);
});

test('a frame has a source, but a root that is not a function has none', () => {
  const tree = buildCallTree(profileOfLines('main@m.go:3;f@f.go:5 2'), 0);
  assert.deepEqual(frameSource(tree, 2), { function: 'f', file: 'f.go', line: 5 });
  assert.equal(frameSource(tree, 0), undefined);
  assert.equal(frameSource(tree, 3), undefined);
  const from = buildCallTree(profileOfLines('main@m.go:3;f@f.go:5 2'), 0, { from: 'f' });
  assert.deepEqual(frameSource(from, 0), { function: 'f', file: 'f.go', line: 5 });
});

const folded = (window: FlameWindow) =>
  window.folded.map(({ row, count, names }) =>
    `${names.map((at) => window.names[at]).join(' ')} into ${window.names[window.name[row]!]} (${count})`);

const CHAIN = 'main;run;loop;work 30\n main;run;loop;rest 10\n main;init;setup 4';

test('wrappers are folded into the function that they call', () => {
  const window = windowOf(CHAIN, { foldWrappers: true });
  assert.deepEqual(picture(window), ['all 44<', '  main 44', '    loop 40', '    setup 4', '      work 30', '      rest 10']);
  assert.deepEqual(folded(window), ['run into loop (1)', 'init into setup (1)']);
});

test('a frame with flat, or with two callees, is not a wrapper', () => {
  const window = windowOf('main;a;b 1\n main;a 1\n main;c;d 1\n main;c;e 1', { foldWrappers: true });
  assert.deepEqual(window.folded, []);
});

test('a frame whose flat cancels out to 0 is not folded', () => {
  const window = windowOf('main;a;b 1\n main;a 2\n main;a -2', { foldWrappers: true });
  assert.equal(picture(window).some((row) => row.includes('a 1')), true);
  assert.deepEqual(folded(window), ['main into a (1)']);
});

test('a search finds a folded frame and marks the row that contains it', () => {
  const window = windowOf(CHAIN, { foldWrappers: true, search: 'run|init' });
  assert.deepEqual(picture(window).filter((row) => row.includes('*')), ['    loop 40*', '    setup 4*']);
  assert.deepEqual([window.matchedValue, window.matchedFrames], [44, 2]);
});

test('folded frames do not count as smaller frames, but a match in one marks the row of smaller frames', () => {
  const window = windowOf(CHAIN, { foldWrappers: true, search: 'init', minWidth: 20 });
  assert.equal(picture(window).some((row) => row.includes('smaller')), false);
  const zoomed = windowOf(CHAIN, { foldWrappers: true, search: 'init', minWidth: 20, root: idOf(window, 'main') });
  assert.equal(picture(zoomed).filter((row) => row.includes('smaller')).join(), '    smaller frames 4 +1@1*');
});

test('zooming into a folded frame shows the frame that contains it', () => {
  const run = idOf(windowOf(CHAIN), 'main', 'run');
  assert.deepEqual(picture(windowOf(CHAIN, { foldWrappers: true, root: run })).slice(0, 3), [
    'all 44',
    '  main 44',
    '    loop 40<',
  ]);
});

/** Callees and callers of a function. */
function around(profile: Profile, from: string, view: Partial<FlameView> = {}) {
  const shape = finish(callShapeInSteps(profile, 0, { from }));
  const tree = finish(callTreeInSteps(profile, 0, shape));
  const callers = finish(callersInSteps(profile, 0, { shape, callees: tree, view: { from } }));
  return { tree, callers, window: flameWindow(tree, { ...VIEW, ...view }, callers) };
}

const SHARED = 'main;a;f;x 10\n main;b;f;y 60\n b;f 20\n main;f;z;x 10\n other 50';

test('a window around a function has its callers and callees', () => {
  const { window } = around(profileOfLines(SHARED), 'f');
  assert.deepEqual(picture(window), [
    'f 100<',
    '  y 60',
    '  x 10',
    '  z 10',
    '  b 80^',
    '  a 10^',
    '  main 10^',
    '    main 60^',
    '    x 10',
    '    main 10^',
  ]);
  assert.equal(window.total, 150);
});

test('zooming into a caller shows its callers, and zooming into a callee shows its callees', () => {
  const { tree, callers, window } = around(profileOfLines(SHARED), 'f');
  const rowOf = (name: string) => [...window.name].findIndex((at) => window.names[at] === name);
  const zoomedTo = (name: string) => picture(flameWindow(tree, { ...VIEW, root: window.id[rowOf(name)]! }, callers));
  assert.deepEqual(zoomedTo('b'), ['f 100', '  b 80<^', '    main 60^']);
  assert.deepEqual(zoomedTo('z'), ['f 100', '  z 10<', '    x 10']);
});

test('each side has a row of smaller frames, and zooming into it shows only that side', () => {
  const view = { minWidth: 20 };
  const { tree, callers, window } = around(profileOfLines(SHARED), 'f', view);
  const rows = picture(window);
  assert.deepEqual(rows.filter((row) => row.includes('smaller')), ['  smaller frames 20 +3@1', '  smaller frames 20 +3@1^']);
  const rest = rows.indexOf('  smaller frames 20 +3@1^');
  const zoomed = flameWindow(tree, { ...VIEW, root: window.id[rest]!, restFrom: window.restFrom[rest]! }, callers);
  assert.deepEqual(picture(zoomed), ['f 100', '  smaller frames 20 +3@1<^', '    a 10^', '    main 10^', '      main 10^']);
});

test('a search includes both sides and counts each sample once', () => {
  const { window } = around(profileOfLines(SHARED), 'f', { search: '^(b|x)$' });
  assert.deepEqual([window.matchedValue, window.matchedFrames], [100, 3]);
  assert.deepEqual(picture(window).filter((row) => row.includes('*')), ['  x 10*', '  b 80*^', '    x 10*']);
  assert.equal(around(profileOfLines(SHARED), 'f', { search: '^f$' }).window.matchedFrames, 1);
});

test('frames on both sides have a source', () => {
  const { tree, callers, window } = around(profileOfLines('main@m.go:3;f@f.go:5;g@g.go:7 2'), 'f');
  const sources = [...window.id].map((id) => frameSource(tree, id, callers)?.file);
  assert.deepEqual(sources, ['f.go', 'g.go', 'm.go']);
  assert.equal(frameSource(tree, 99, callers), undefined);
});

test('in a difference the width is the sum of increases and decreases', () => {
  const window = windowOf('main;a;x 12\n main;a;y -4\n main;b -5\n main 1');
  assert.deepEqual([...window.size], [22, 22, 16, 5, 12, 4]);
  assert.deepEqual([...window.cum], [4, 4, 8, -5, 12, -4]);
  assert.equal(window.signed, true);
  assert.equal(windowOf(CROWD).signed, false);
});

test('figures of a difference between two moments are increases if none is negative', () => {
  const heap = (stacks: string) => {
    const sampleTypes = [{ type: 'alloc_space', unit: 'bytes' }];
    const profile = { ...profileOfLines(stacks), sampleTypes, durationNanos: 5e9 };
    return flameWindow(buildCallTree(profile, 0), VIEW);
  };
  assert.equal(heap('main;a 12').increases, true);
  assert.equal(heap('main;a 12\n main;b -1').increases, undefined);
  assert.equal(windowOf(CROWD).increases, undefined);
});

const anyView = fc.record({
  root: fc.nat(12),
  restFrom: fc.nat(2),
  width: fc.constantFrom(10, 1000),
  minWidth: fc.constantFrom(0, 1, 5),
  maxFrames: fc.integer({ min: 4, max: 30 }),
  search: fc.constantFrom('', 'f|g'),
  foldWrappers: fc.boolean(),
});

test('any window is limited and sorted, and its figures add up', () => {
  fc.assert(fc.property(randomStacks, anyView, (stacks, view) => {
    const window = flameWindow(buildCallTree(profileOfStacks(stacks), 0), view);
    checkWindow(window, view);
  }), { numRuns: 500 });
});

test('any window around a function is limited and sorted, and its figures add up', () => {
  fc.assert(fc.property(randomStacks, anyView, (stacks, view) => {
    const { window } = around(profileOfStacks(stacks), 'f', view);
    checkWindow(window, { ...view, isAround: true });
    const callerRow = window.caller.findIndex((caller, row) => caller === 1 && window.rest[row] === 0);
    if (window.zoomed === 0 && callerRow > 0) assert.ok(window.size[callerRow]! <= window.size[0]!);
  }), { numRuns: 500 });
});

function checkWindow(
  window: FlameWindow,
  { maxFrames, isAround = false }: { readonly maxFrames: number; readonly isAround?: boolean },
): void {
  const { id, parent, cum, size, flat, rest, caller } = window;
  assert.ok(id.length <= maxFrames);
  for (let row = 1; row < id.length; row++) {
    assert.ok(parent[row]! < row);
    const sibling = parent.slice(0, row).lastIndexOf(parent[row]!);
    const areFrames = sibling > 0 && rest[row] === 0 && rest[sibling] === 0 && sibling !== window.zoomed;
    if (areFrames && caller[row] === caller[sibling]) assert.ok(size[sibling]! >= size[row]!);
  }
  // In a window around a function, the flat of the function includes its recursive calls.
  if (caller[window.zoomed] === 1 || (window.zoomed === 0 && isAround)) return;
  const isCallee = (row: number) => row > 0 && parent[row] === window.zoomed && caller[row] === 0;
  const calleeSum = cum.filter((_, row) => isCallee(row)).reduce((a, b) => a + b, 0);
  const zoomedFlat = rest[window.zoomed] === 0 ? flat[window.zoomed]! : 0;
  assert.equal(zoomedFlat + calleeSum, cum[window.zoomed]);
}
