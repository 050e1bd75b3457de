import { type FileChanges, FIRM_CHANGE } from '../profile/answers/changes';
import { verdictSign, verdictText } from '../profile/text/changeWords';
import type { HotLine } from '../profile/answers/lines';

/** Why a change is not firm, and the sign for it; empty for a firm change. */
export interface Unsure {
  readonly sign: string;
  readonly text: string;
}

/** The verdicts about the figures of a line in a comparison per operation. */
export interface HotLineVerdict {
  readonly flat: Unsure;
  readonly cum: Unsure;
}

/** The verdicts about the lines of some files. */
export class HotLineVerdicts {
  private readonly files: ReadonlyMap<string, FileChanges>;

  /** @param changes of the files, in their order */
  constructor(
    files: readonly string[],
    private readonly changes: readonly FileChanges[],
  ) {
    this.files = new Map(files.map((file, i) => [file, changes[i]]));
  }

  /** The number of lines whose flat or cum changed firmly. */
  get firmLines(): number {
    return this.changes.reduce((sum, { flat, cum }) => {
      const isFirm = (verdict: number, i: number) => verdict === FIRM_CHANGE || cum.verdict[i] === FIRM_CHANGE;
      return sum + flat.verdict.filter(isFirm).length;
    }, 0);
  }

  of({ file, line, flat, cum }: HotLine): HotLineVerdict | undefined {
    const changes = this.files.get(file);
    const at = changes?.lines.indexOf(line) ?? -1;
    if (!changes || at < 0) return undefined;
    const unsure = (column: 'flat' | 'cum', change: number): Unsure => {
      const verdicts = { ...changes[column], moves: changes.moves };
      const text = verdictText(verdicts, at, change);
      return { sign: text === '' ? '' : verdictSign(verdicts, at), text };
    };
    return { flat: unsure('flat', flat), cum: unsure('cum', cum) };
  }
}

/** Of the cost charged to a line, which is a part of cum, at least flat: unsure if neither changed firmly. */
export function ofCharged({ flat, cum }: HotLineVerdict, line: Pick<HotLine, 'flat'>): Unsure {
  const isFlatFirm = line.flat !== 0 && flat.text === '';
  return isFlatFirm ? flat : cum;
}
