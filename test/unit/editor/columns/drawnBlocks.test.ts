import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import fc from 'fast-check';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { forEachLine, keyOfLines, type CostPicture } from '../../../../src/editor/columns/costPicture';
import { DrawnBlocks, type LineSpan } from '../../../../src/editor/columns/drawnBlocks';
import { lineEdits, type TextChange } from '../../../../src/sources/lineMatching/lineEdits';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { FakeMarks } from './fakeMarks';
import { fileCosts } from '../../../shared/fileCosts';
import { pictureOf } from '../../../../src/editor/columns/headingLine';

const LINES = 1500;
const FIRST_WITH_COSTS = 3;
const NOTHING_VISIBLE: LineSpan = { from: 1, to: 1 };

const lines = Array.from({ length: LINES }, (_, i) => `\tline ${i + 1}`);
const costs = fileCosts(lines.map((_, i) => i + 1).filter((line) => line >= FIRST_WITH_COSTS && line % 3 === 0));
const byLine = new CostsByLine(costs, lines);

/** An editor, and the extension that draws into it. The extension is notified of edits when `notify` is called. */
class Scene {
  readonly shown = new FakeMarks(lines.join('\n'));
  readonly drawn: number[] = [];
  time = 0;
  private map = LineMap.unchanged;
  private readonly blocks = new DrawnBlocks(LINES, () => this.time);
  private readonly pending: { readonly changes: readonly TextChange[]; readonly text: string }[] = [];

  type(...changes: TextChange[]): void {
    this.edit(changes, { pushes: false });
  }

  /** Edits the text. An edit with `pushes` also moves decorations at its position, as a formatter's does. */
  edit(changes: readonly TextChange[], { pushes }: { readonly pushes: boolean }): void {
    this.shown.edit(changes, { pushes });
    this.pending.push({ changes, text: this.shown.text });
  }

  notify(): void {
    for (const { changes, text } of this.pending.splice(0)) {
      for (const slot of this.blocks.edit(changes)) this.shown.clear(slot);
      const now = text.split('\n');
      this.map = this.map.edit(lineEdits(changes, (line) => now[line] ?? ''));
    }
  }

  /** Draws at most `count` of the blocks that do not show the current costs. Returns their slots. */
  draw(count = Infinity): number[] {
    const picture = this.picture;
    const stale = this.blocks.stale((span) => keyOfLines(picture, span), NOTHING_VISIBLE).slice(0, count);
    for (const block of stale) {
      const figures = figuresOf(picture, block);
      this.shown.draw(block.slot, block, (line) => figures.get(line)!);
      this.blocks.drawnAs(block);
    }
    return stale.map(({ slot }) => slot);
  }

  assertFigures(): void {
    const count = this.shown.text.split('\n').length;
    assert.equal(this.blocks.lineCount, count);
    const figures = figuresOf(this.picture, { from: 1, to: count + 1 });
    assert.deepEqual(this.shown.lines(), [...figures.values()]);
  }

  private get picture(): CostPicture {
    const picture = pictureOf({ style: 'columns', costs, byLine, map: this.map });
    return picture ?? { style: 'columns', costs, byLine, map: this.map, heading: undefined };
  }
}

function figuresOf(picture: CostPicture, span: LineSpan): Map<number, string> {
  const figures = new Map<number, string>();
  forEachLine(picture, span, (line, cost, changed) => {
    const figure = cost ? `${cost.captured}:${cost.flat}${changed ? '*' : ''}` : 'gap';
    figures.set(line, line === picture.heading ? 'heading' : figure);
  });
  return figures;
}

function change(line: number, character: number, endLine: number, endCharacter: number, text: string): TextChange {
  return { range: { start: { line, character }, end: { line: endLine, character: endCharacter } }, text };
}

function settledScene(): Scene {
  const scene = new Scene();
  scene.draw();
  scene.time += 10_000;
  return scene;
}

test('the first edit of a line draws its block, and the next edit does not', () => {
  const scene = settledScene();
  scene.type(change(700, 3, 700, 3, 'x'));
  scene.notify();
  assert.deepEqual(scene.draw(), [2]);
  scene.type(change(700, 4, 700, 4, 'y'));
  scene.notify();
  assert.deepEqual(scene.draw(), []);
  scene.assertFigures();
});

test('a new line draws its own block, and moves the other blocks without drawing them', () => {
  const scene = settledScene();
  scene.type(change(700, 3, 700, 3, '\n'));
  scene.notify();
  assert.deepEqual(scene.draw(), [2]);
  scene.assertFigures();
});

test('deleting lines across several blocks clears their decorations', () => {
  const scene = settledScene();
  scene.type(change(200, 0, 1000, 0, ''));
  scene.notify();
  assert.deepEqual(scene.draw(), [0, 3]);
  scene.assertFigures();
});

test('many pasted lines are drawn in their own blocks', () => {
  const scene = settledScene();
  scene.type(change(700, 3, 700, 3, '\npasted'.repeat(2000)));
  scene.notify();
  assert.ok(scene.draw().length > 5);
  scene.assertFigures();
  scene.type(change(705, 0, 2600, 0, ''));
  scene.notify();
  scene.draw();
  scene.assertFigures();
});

test('an edit at the start of a line redraws the decorations that it shifts', () => {
  const scene = settledScene();
  for (const text of ['\t', '\t', '']) {
    scene.edit([change(700, 0, 700, text === '' ? 2 : 0, text)], { pushes: true });
    scene.notify();
    scene.draw();
    scene.time += 10_000;
    scene.assertFigures();
  }
});

test('the blocks nearest to the visible lines come first', () => {
  const blocks = new DrawnBlocks(LINES);
  const order = blocks.stale(() => 'any', { from: 600, to: 650 }).map(({ from }) => from);
  assert.equal(order[0], 513);
  assert.deepEqual(new Set(order.slice(1, 3)), new Set([257, 769]));
});

/** Few positions, at the start, in the middle and at the end of lines, so that changes often touch. */
const place = fc.tuple(fc.nat(40), fc.nat(36), fc.constantFrom(0, 0, 1, 5));
const insert = fc.constantFrom('', 'x', '\t', '\n', '\n\t', 'y\n', '\nz', 'p\nq\n', '\n'.repeat(600));
const event = fc.array(fc.tuple(place, fc.oneof(fc.constant(0), fc.nat(20), fc.nat(4000)), insert), {
  minLength: 1,
  maxLength: 3,
});

type Replacement = readonly [place: readonly [number, number, number], length: number, insert: string];

/** The changes of one event, without overlap. */
function changesOf(text: string, replacements: readonly Replacement[]): TextChange[] {
  const at = (offset: number): { line: number; character: number } => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before[before.length - 1].length };
  };
  const offsetOf = (line: number) => text.split('\n', line).join('\n').length;
  const changes: TextChange[] = [];
  let firstFree = 0;
  const from = ([[part, line, character]]: Replacement): number => offsetOf(part * 36 + line) + character;
  for (const replacement of [...replacements].sort((a, b) => from(a) - from(b))) {
    const start = Math.max(firstFree, from(replacement));
    const end = Math.min(text.length, start + replacement[1]);
    if (start > text.length) break;
    firstFree = end + 1;
    changes.push({ range: { start: at(start), end: at(end) }, text: replacement[2] });
  }
  return changes.reverse();
}

test('after any edits, every line has its own figures and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(3), fc.boolean()), { maxLength: 6 }), (events) => {
      const scene = settledScene();
      for (const [replacements, drawCount, pushes] of events) {
        scene.edit(changesOf(scene.shown.text, replacements), { pushes });
        scene.notify();
        scene.draw(drawCount);
        scene.time += 10_000;
      }
      scene.draw();
      scene.assertFigures();
    }),
    { numRuns: 150 },
  );
});

test('a block that was drawn before the extension was notified of an edit is drawn again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(3), fc.boolean()), { maxLength: 6 }), (events) => {
      const scene = new Scene();
      scene.draw(2);
      for (const [replacements, drawCount, isNotified] of events) {
        scene.type(...changesOf(scene.shown.text, replacements));
        if (isNotified) scene.notify();
        scene.draw(drawCount);
        scene.time += 500;
      }
      scene.notify();
      scene.draw();
      scene.assertFigures();
    }),
    { numRuns: 150 },
  );
});
