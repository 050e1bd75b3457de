import type { FakeUri } from './fakeVscode';

/** The height of an editor, in lines. */
const VISIBLE_LINES = 50;

export class FakePosition {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {
    if (!(line >= 0 && character >= 0)) throw new Error(`Illegal position ${line}:${character}`);
  }
}

export class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;

  constructor(...ends: [FakePosition, FakePosition] | [number, number, number, number]) {
    const [start, end] =
      ends.length === 2 ? ends : [new FakePosition(ends[0], ends[1]), new FakePosition(ends[2], ends[3])];
    const startsFirst = start.line < end.line || (start.line === end.line && start.character <= end.character);
    this.start = startsFirst ? start : end;
    this.end = startsFirst ? end : start;
  }

  get isEmpty(): boolean {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }

  /** Whether a position is on one of the lines, which is enough for visible ranges. */
  contains({ line }: FakePosition): boolean {
    return this.start.line <= line && line <= this.end.line;
  }
}

export class FakeSelection extends FakeRange {
  constructor(
    readonly anchor: FakePosition,
    readonly active: FakePosition,
  ) {
    super(anchor, active);
  }
}

/** An empty selection; the position is 0-based. */
export function cursorAt(line: number, character: number): FakeSelection {
  const at = new FakePosition(line, character);
  return new FakeSelection(at, at);
}

/** An open Go file with `\n` line endings. */
export class FakeDocument {
  readonly languageId = 'go';
  readonly isDirty = false;
  readonly isUntitled = false;
  readonly fileName: string;
  isClosed = false;
  version = 1;

  constructor(
    readonly uri: FakeUri,
    readonly lines: string[],
  ) {
    this.fileName = uri.fsPath;
  }

  get lineCount(): number {
    return this.lines.length;
  }

  getText(): string {
    return this.lines.join('\n');
  }

  lineAt(line: number) {
    const text = this.lines[line];
    const indent = text.search(/\S/);
    return {
      text,
      isEmptyOrWhitespace: indent < 0,
      firstNonWhitespaceCharacterIndex: indent < 0 ? text.length : indent,
    };
  }

  positionAt(offset: number): FakePosition {
    const before = this.getText().slice(0, offset).split('\n');
    return new FakePosition(before.length - 1, before.at(-1)!.length);
  }

  validatePosition({ line, character }: FakePosition): FakePosition {
    const last = this.lines.length - 1;
    if (line > last) return new FakePosition(last, this.lines[last].length);
    return new FakePosition(line, Math.min(character, this.lines[line].length));
  }
}

interface DecorationOptions {
  readonly range: FakeRange;
  readonly renderOptions?: Readonly<Record<string, TextLook>>;
}

/** The options of a text before or after a decorated range. */
interface TextLook {
  readonly contentText?: string;
  readonly margin?: string;
  readonly color?: { readonly id: string };
  readonly textDecoration?: string;
}

/** An element of setDecorations' second argument: a range, alone or with options. */
export type FakeDecoration = FakeRange | DecorationOptions;

/** `TextEditorLineNumbersStyle` */
export const LINE_NUMBERS = { Off: 0, On: 1, Relative: 2, Interval: 3 } as const;

/**
 * A text editor. It serializes decorations as VS Code does when it sends them to its window, so that benchmarks include
 * that time, and calls `onDecorated` with the options that VS Code would send.
 */
export class FakeEditor {
  viewColumn = 1;
  selection = new FakeSelection(new FakePosition(0, 0), new FakePosition(0, 0));
  visibleRanges: readonly FakeRange[] = [new FakeRange(0, 0, VISIBLE_LINES, 0)];
  private readonly decorations = new Map<object, readonly FakeDecoration[]>();
  private lineNumbers: number = LINE_NUMBERS.On;
  /** The editor as its sticky lines show it: VS Code draws them when the line numbers change, not with decorations. */
  sticky: FakeEditor | undefined;

  constructor(
    readonly document: FakeDocument,
    private readonly onDecorated: (options: readonly object[]) => void = () => undefined,
  ) {}

  get selections(): readonly FakeSelection[] {
    return [this.selection];
  }

  get options(): { readonly lineNumbers: number; readonly tabSize: number } {
    return { lineNumbers: this.lineNumbers, tabSize: 4 };
  }

  set options({ lineNumbers }: { readonly lineNumbers: number }) {
    if (lineNumbers === this.lineNumbers) return;
    this.lineNumbers = lineNumbers;
    this.sticky = new FakeEditor(this.document);
    for (const [type, options] of this.decorations) this.sticky.decorations.set(type, options);
  }

  setDecorations(type: object, options: readonly FakeDecoration[]): void {
    // VS Code sends no message when there is nothing to clear.
    if (options.length === 0 && !this.decorations.has(type)) return;
    serialize(['editor', 'type', serializable(options)]);
    if (options.length > 0) this.decorations.set(type, options);
    else this.decorations.delete(type);
    this.onDecorated(options);
  }

  revealRange({ start: { line } }: FakeRange): void {
    const isVisible = this.visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
    if (!isVisible) this.visibleRanges = [linesFrom(line)];
  }

  scrollTo(line: number): void {
    this.visibleRanges = [linesFrom(line)];
  }

  /** The number of decorations of all types. */
  get decorationCount(): number {
    return [...this.decorations.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether the editor shows figures: they are drawn with render options. */
  get hasFigures(): boolean {
    return [...this.decorations.values()].some(([first]) => first !== undefined && 'renderOptions' in first);
  }

  /** The texts drawn on a line (1-based) before and after the decorated ranges; several are joined by ` | `. */
  textsOn(line: number): { readonly before?: string; readonly after?: string } {
    const texts: Record<string, string> = {};
    for (const decoration of [...this.decorations.values()].flat()) {
      if (!('range' in decoration) || decoration.range.start.line !== line - 1) continue;
      for (const [side, { contentText = '' }] of Object.entries(decoration.renderOptions ?? {})) {
        const text = contentText.replace(/\u00a0/g, ' ').trim();
        texts[side] = side in texts ? `${texts[side]} | ${text}` : text;
      }
    }
    return texts;
  }

  /** The margins of the texts drawn on a line (1-based) after the decorated ranges; those of the type are left out. */
  marginsOn(line: number): string[] {
    return this.looksAfter(line).flatMap(({ margin }) => margin ?? []);
  }

  /** Whether a text drawn on a line (1-based) is cut off with an ellipsis. */
  isCutOn(line: number): boolean {
    return this.looksAfter(line).some(({ textDecoration = '' }) => textDecoration.includes('ellipsis'));
  }

  /** The colors of the texts drawn on a line (1-based) after the decorated ranges that contain a text. */
  colorsOn(line: number, text: string): (string | undefined)[] {
    const looks = this.looksAfter(line).filter(({ contentText }) => contentText?.includes(text));
    return looks.map(({ color }) => color?.id);
  }

  private looksAfter(line: number): TextLook[] {
    return [...this.decorations.values()].flat().flatMap((decoration) => {
      if (!('range' in decoration) || decoration.range.start.line !== line - 1) return [];
      return decoration.renderOptions?.after ?? [];
    });
  }
}

function linesFrom(line: number): FakeRange {
  return new FakeRange(line, 0, line + VISIBLE_LINES, 0);
}

export function serialize(message: unknown): Buffer {
  const isUri = (value: unknown) => (value as { $mid?: number } | undefined)?.$mid === 1;
  const text = JSON.stringify(message, (_key, value: unknown) => (value && isUri(value) ? String(value) : value));
  return Buffer.concat([Buffer.alloc(16), Buffer.from(text)]);
}

function serializable(options: readonly FakeDecoration[]): unknown {
  const [first] = options;
  if (first && 'range' in first) {
    return (options as readonly DecorationOptions[]).map(({ range: { start, end }, renderOptions }) => ({
      range: {
        startLineNumber: start.line + 1,
        startColumn: start.character + 1,
        endLineNumber: end.line + 1,
        endColumn: end.character + 1,
      },
      hoverMessage: undefined,
      renderOptions,
    }));
  }
  const numbers = new Array<number>(4 * options.length);
  (options as readonly FakeRange[]).forEach(({ start, end }, i) => {
    numbers[4 * i] = start.line + 1;
    numbers[4 * i + 1] = start.character + 1;
    numbers[4 * i + 2] = end.line + 1;
    numbers[4 * i + 3] = end.character + 1;
  });
  return numbers;
}
