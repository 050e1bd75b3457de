import type { StackFrame } from './answers';

/** Which frames have been read: keys of numbers are quicker than texts. */
const SHIFT = 2 ** 26;
const NO_STACK = 0;
const SPACE = 0x20;
const PARENTHESIS = 0x28;
export const CREATED_BY = 'created by ';

interface Position {
  readonly file: string;
  readonly line: number;
}

/** A stack with the frame that started its goroutine. */
interface Stack {
  readonly frames: readonly StackFrame[];
  readonly createdBy?: StackFrame;
}

/** The stacks of a text, each once. A stack is a number: the frames are added leaf first. */
export class Stacks {
  private readonly functions = new Map<string, number>();
  private readonly functionNames: string[] = [];
  private readonly positions = new Map<string, number>();
  private readonly positionsById: (Position | undefined)[] = [];
  /** By position. */
  private readonly positionTexts: string[] = [];
  /** By function: the position where it was last. Comparing with it is quicker than finding the text in a map. */
  private readonly lastPositions: (number | undefined)[] = [];
  private readonly frames = new Map<number, number>();
  private readonly frameCache: StackFrame[] = [];
  private readonly frameParts: [fn: number, position: number][] = [];
  private readonly children = new Map<number, number>();
  /** By stack: the function of the frame that was added to it last. */
  private readonly nextFunctions: (number | undefined)[] = [];
  /** By stack: its last frame, and the stack without it. */
  private readonly last: number[] = [0];
  private readonly rest: number[] = [NO_STACK];

  readonly empty = NO_STACK;

  /**
   * Reads `/app/main.go:12 +0x1d`.
   * @param fn the function at the position, which was probably there before
   * @returns the id of the position; undefined if the text is none
   */
  position(text: string, fn: number): number | undefined {
    const last = this.lastPositions[fn];
    if (last !== undefined && isSamePosition(text, this.positionTexts[last])) return last;
    const id = this.positionOf(withoutOffset(text));
    if (id !== undefined) this.lastPositions[fn] = id;
    return id;
  }

  private positionOf(key: string): number | undefined {
    const known = this.positions.get(key);
    if (known !== undefined) return known;
    const position = positionIn(key);
    if (!position) return undefined;
    const id = this.positionsById.push(position) - 1;
    this.positions.set(key, id);
    this.positionTexts.push(key);
    return id;
  }

  /** @param name a function, or `created by ` and a function */
  function(name: string): number {
    let id = this.functions.get(name);
    if (id === undefined) {
      id = this.functionNames.push(name) - 1;
      this.functions.set(name, id);
    }
    return id;
  }

  /**
   * The function that a line with arguments names, if it is the one that followed the stack before, which is quicker to
   * see than to find.
   */
  expected(text: string, stack: number): number | undefined {
    const fn = this.nextFunctions[stack];
    if (fn === undefined) return undefined;
    const name = this.functionNames[fn];
    return text.charCodeAt(name.length) === PARENTHESIS && text.startsWith(name) ? fn : undefined;
  }

  /** The stack with one more frame, further from the leaf. @param position unset for a remark */
  add(stack: number, fn: number, position = SHIFT - 1): number {
    const frameKey = fn * SHIFT + position;
    let frame = this.frames.get(frameKey);
    if (frame === undefined) {
      frame = this.frameParts.push([fn, position]) - 1;
      this.frames.set(frameKey, frame);
    }
    this.nextFunctions[stack] = fn;
    const key = stack * SHIFT + frame;
    let added = this.children.get(key);
    if (added === undefined) {
      added = this.last.push(frame) - 1;
      this.rest.push(stack);
      this.children.set(key, added);
    }
    return added;
  }

  /** Leaf first. */
  of(stack: number): Stack {
    const frames: StackFrame[] = [];
    for (let at = stack; at !== NO_STACK; at = this.rest[at]) frames.push(this.frameOf(this.last[at]));
    frames.reverse();
    const start = frames.at(-1);
    if (!start?.function.startsWith(CREATED_BY)) return { frames };
    return { frames: frames.slice(0, -1), createdBy: { ...start, function: start.function.slice(CREATED_BY.length) } };
  }

  /** The files of all frames. */
  files(): string[] {
    return [...new Set(this.positionsById.flatMap((position) => position?.file ?? []))];
  }

  /**
   * For each stack, 1 if the test holds for one of its frames. The frame that started the goroutine is among them: its
   * function begins with `created by `.
   */
  having(test: (frame: StackFrame) => boolean): Uint8Array {
    const frames = this.frameParts.map((_, frame) => test(this.frameOf(frame)));
    const found = new Uint8Array(this.last.length);
    // A stack is newer than the stack without its last frame.
    for (let stack = 1; stack < found.length; stack++) {
      found[stack] = found[this.rest[stack]] || frames[this.last[stack]] ? 1 : 0;
    }
    return found;
  }

  /** The function that started the goroutine of a stack; else the outermost one; empty without frames. */
  startOf(stack: number): string {
    let at = stack;
    while (at !== NO_STACK && this.frameOf(this.last[at]).file === '') at = this.rest[at];
    const name = at === NO_STACK ? '' : this.frameOf(this.last[at]).function;
    return name.startsWith(CREATED_BY) ? name.slice(CREATED_BY.length) : name;
  }

  /** Identifies the statement that started the goroutine of a stack; undefined if it is not known. */
  creationOf(stack: number): number | undefined {
    const frame = this.last[stack];
    return stack !== NO_STACK && this.frameOf(frame).function.startsWith(CREATED_BY) ? frame : undefined;
  }

  /** The stack of the frames for which the test holds. */
  reduced(stack: number, test: (frame: StackFrame) => boolean): number {
    const frames: number[] = [];
    for (let at = stack; at !== NO_STACK; at = this.rest[at]) {
      if (test(this.frameOf(this.last[at]))) frames.push(this.last[at]);
    }
    return frames.reduceRight((reduced, frame) => this.add(reduced, ...this.frameParts[frame]), NO_STACK);
  }

  private frameOf(frame: number): StackFrame {
    const known = this.frameCache[frame];
    if (known) return known;
    const [fn, position] = this.frameParts[frame];
    const { file, line } = this.positionsById[position] ?? { file: '', line: 0 };
    return (this.frameCache[frame] = { function: this.functionNames[fn], file, line });
  }
}

function isSamePosition(text: string, position: string): boolean {
  return text.startsWith(position) && (text.length === position.length || text.charCodeAt(position.length) === SPACE);
}

function withoutOffset(text: string): string {
  const offset = text.indexOf(' +0x');
  const end = offset < 0 ? text.indexOf(' fp=0x') : offset;
  return end < 0 ? text : text.slice(0, end);
}

function positionIn(text: string): Position | undefined {
  const colon = text.lastIndexOf(':');
  if (colon <= 0) return undefined;
  const [file, digits] = [text.slice(0, colon), text.slice(colon + 1)];
  if (digits.length > 9 || !/^\d+$/.test(digits) || !/[./\\<]/.test(file)) return undefined;
  return { file, line: Number(digits) };
}
