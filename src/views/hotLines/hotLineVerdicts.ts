import { type FileChanges, FIRM_CHANGE } from '../../profile/answers/changes';
import { verdictSign, verdictText } from '../../profile/text/changeWords';
import type { HotLine } from '../../profile/answers/lines';
import { callingLineCount, firmLineCount, hasFirmRemovedLines } from '../../captures/firmLines';

/** Why not to trust a figure, and the sign for this. Both are empty if there is no doubt, as about a firm change. */
export interface Doubt {
  readonly sign: string;
  readonly text: string;
}

/** The doubts about the figures of a line. */
export interface HotLineVerdict {
  readonly flat: Doubt;
  readonly cum: Doubt;
}

/** The verdicts on the lines of several files. */
export class HotLineVerdicts {
  private readonly files: ReadonlyMap<string, FileChanges>;

  /** @param changes the changes of each file, in the order of `files` */
  constructor(
    files: readonly string[],
    private readonly changes: readonly FileChanges[],
  ) {
    this.files = new Map(files.map((file, i) => [file, changes[i]]));
  }

  /** The number of lines whose flat or cum changed firmly. */
  get firmLines(): number {
    return firmLineCount(this.changes);
  }

  /** The number of other lines that call code that changed. */
  get callingLines(): number {
    return callingLineCount(this.changes);
  }

  /** Whether there is a place in the files whose removed lines cost more than noise explains. */
  get hasFirmRemovedLines(): boolean {
    return hasFirmRemovedLines(this.changes);
  }

  /** The names of the files with such a place. */
  get filesWithFirmRemovedLines(): string[] {
    return [...this.files].filter(([, changes]) => hasFirmRemovedLines([changes])).map(([file]) => file);
  }

  /** Whether the lines that were removed below a captured line cost more than noise explains. */
  isRemovedFirmly(file: string, above: number): boolean {
    const { lines, cum } = this.files.get(file)?.removed ?? {};
    return cum?.verdict[lines!.indexOf(above)] === FIRM_CHANGE;
  }

  of({ file, line, flat, cum }: HotLine): HotLineVerdict | undefined {
    const changes = this.files.get(file);
    const at = changes?.lines.indexOf(line) ?? -1;
    if (!changes || at < 0) return undefined;
    const doubtAbout = (column: 'flat' | 'cum', change: number): Doubt => {
      const verdicts = { ...changes[column], moves: changes.moves };
      const text = verdictText(verdicts, at, change);
      return { sign: text === '' ? '' : verdictSign(verdicts, at), text };
    };
    return { flat: doubtAbout('flat', flat), cum: doubtAbout('cum', cum) };
  }
}

/** The doubt about the cost charged to a line, which is between flat and cum: none if one of them is beyond doubt. */
export function ofCharged({ flat, cum }: HotLineVerdict, line: Pick<HotLine, 'flat' | 'cum' | 'charged'>): Doubt {
  const isFlatTrusted = line.flat !== 0 && flat.text === '';
  // A change of cum that is 0 says nothing of the charged cost.
  return isFlatTrusted || line.flat === line.charged || line.cum === 0 ? flat : cum;
}
