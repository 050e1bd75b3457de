/** What `vscode.getEditorLayout` returns for a group of editors, or for groups in a row. Sizes are in pixels. */
export interface LayoutPart {
  readonly size?: number | undefined;
  readonly groups?: readonly LayoutPart[] | undefined;
}

export interface EditorLayout extends LayoutPart {
  /** 0: the groups are side by side; 1: one above the other. Groups in a group alternate. */
  readonly orientation: number;
}

/** Whether the layout has a single group, in a column of groups, so that only its height is known. */
export function isOnlyHeightKnown({ orientation, groups = [] }: EditorLayout): boolean {
  return orientation === 1 && groups.length === 1 && (groups[0].groups ?? []).length === 0;
}

/** A row of a single group. */
export const ROW_OF_ONE: EditorLayout = { orientation: 0, groups: [{}] };

/** The width of each group in pixels, in the order of their view columns; undefined where the layout has none. */
export function groupWidths({ orientation, groups = [] }: EditorLayout): (number | undefined)[] {
  const isInRow = orientation === 0;
  const widths = groups.map(({ groups: parts }) => sumOf(parts));
  const own = isInRow ? undefined : widths.find((width) => width !== undefined);
  return groups.flatMap((part) => widthsIn(part, isInRow, own));
}

function widthsIn({ size, groups }: LayoutPart, isInRow: boolean, around: number | undefined): (number | undefined)[] {
  const width = isInRow ? size : around;
  return groups && groups.length > 0 ? groups.flatMap((part) => widthsIn(part, !isInRow, width)) : [width];
}

function sumOf(parts: readonly LayoutPart[] | undefined): number | undefined {
  if (!parts || parts.length === 0) return undefined;
  return parts.reduce<number | undefined>((sum, { size }) => {
    return sum === undefined || size === undefined ? undefined : sum + size;
  }, 0);
}

/** What decides how many characters of a line an editor shows. */
export interface EditorSpace {
  /** The width of the editor group, in pixels. */
  readonly width: number;
  /** In pixels. */
  readonly fontSize: number;
  readonly hasMinimap: boolean;
  readonly lineCount: number;
}

/** The width of a character in most monospaced fonts, as a part of the font size. */
const CHARACTER = 0.602;
/** The glyph margin, the folding marks and the vertical scroll bar, in pixels. */
const AROUND = 60;
/** At most this part of what is left is the minimap, and at most this many pixels. */
const MINIMAP = { part: 0.12, most: 136 } as const;
const LEAST_DIGITS = 3;

/** The width of an editor in characters, with its margins. */
export function widthInCharacters({ width, fontSize }: Pick<EditorSpace, 'width' | 'fontSize'>): number {
  return width / (CHARACTER * fontSize);
}

/** About how many characters of a line are left of the minimap; rather less than more. */
export function visibleCharacters({ width, fontSize, hasMinimap, lineCount }: EditorSpace): number {
  const character = CHARACTER * fontSize;
  const numbers = Math.max(LEAST_DIGITS, String(lineCount).length) * character;
  const room = Math.max(0, width - AROUND - numbers);
  const minimap = hasMinimap ? Math.min(MINIMAP.most, MINIMAP.part * room) : 0;
  return Math.floor((room - minimap) / character);
}

/** The width of a line in characters; tabs end at multiples of `tabSize`. */
export function lineWidth(text: string, tabSize: number): number {
  if (!text.includes('\t')) return text.length;
  let width = 0;
  for (const character of text) width += character === '\t' ? tabSize - (width % tabSize) : 1;
  return width;
}

/** Words move to the next line as a whole, so that the last part of a wrapped line may be longer than it seems. */
const MAY_WRAP = 12;

/**
 * How many characters fit between the end of a line's code and the minimap; negative if the code is longer.
 * @param visible see visibleCharacters
 */
export function roomAfter(width: number, visible: number, isWrapped: boolean): number {
  if (!isWrapped || width <= visible || visible <= 0) return visible - width;
  return visible - (width % visible) - MAY_WRAP;
}
