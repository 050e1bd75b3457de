import { type FileChanges, FIRM_CHANGE } from '../../profile/answers/changes';
import { judgementSign, judgementText } from '../../profile/text/judgementWords';
import type { FileSamples, HotLine } from '../../profile/answers/lines';
import { callingLineCount, firmLineCount, hasFirmRemovedLines } from '../../captures/firmLines';
import type { Engine } from '../../engine/client';
import { isFew } from '../../profile/noise/interval';
import type { Active } from '../../captures/session';
import { ignored } from '../../profile/common/ignored';

/** Why not to trust a figure, and the sign for this. Both are empty if there is no doubt, as about a firm change. */
export interface Doubt {
  readonly sign: string;
  readonly text: string;
}

/** The doubts about the figures of a line. */
export interface HotLineJudgement {
  readonly flat: Doubt;
  readonly cum: Doubt;
}

/** The judgements on the lines of several files. */
export class HotLineJudgements {
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
    return cum?.judgement[lines!.indexOf(above)] === FIRM_CHANGE;
  }

  of({ file, line, flat, cum }: HotLine): HotLineJudgement | undefined {
    const changes = this.files.get(file);
    const at = changes?.lines.indexOf(line) ?? -1;
    if (!changes || at < 0) return undefined;
    const doubtAbout = (column: 'flat' | 'cum', change: number): Doubt => {
      const judgements = { ...changes[column], moves: changes.moves };
      const text = judgementText(judgements, at, change);
      return { sign: text === '' ? '' : judgementSign(judgements, at), text };
    };
    return { flat: doubtAbout('flat', flat), cum: doubtAbout('cum', cum) };
  }
}

/** The doubt about the cost charged to a line, which is between flat and cum: none if one of them is beyond doubt. */
export function ofCharged({ flat, cum }: HotLineJudgement, line: Pick<HotLine, 'flat' | 'cum' | 'charged'>): Doubt {
  const isFlatTrusted = line.flat !== 0 && flat.text === '';
  // A change of cum that is 0 says nothing of the charged cost.
  return isFlatTrusted || line.flat === line.charged || line.cum === 0 ? flat : cum;
}

const NO_DOUBT: Doubt = { sign: '', text: '' };
/** Of a figure that rests on few samples: see isFew. */
export const FEW: Doubt = { sign: '~', text: 'rests on too few samples: mostly chance' };

/** Which figures of lines rest on so few samples that they are mostly chance. */
export class HotLineSamples {
  private readonly files: ReadonlyMap<string, FileSamples>;

  /** @param samples the samples of each file, in the order of `files` */
  constructor(files: readonly string[], samples: readonly FileSamples[]) {
    this.files = new Map(files.map((file, i) => [file, samples[i]]));
  }

  of({ file, line }: Pick<HotLine, 'file' | 'line'>): HotLineJudgement | undefined {
    const samples = this.files.get(file);
    const at = samples?.lines.indexOf(line) ?? -1;
    if (!samples || at < 0) return undefined;
    const doubtAbout = (column: 'flat' | 'cum') => {
      const count = samples[column][at];
      return count > 0 && isFew(count) ? FEW : NO_DOUBT;
    };
    return { flat: doubtAbout('flat'), cum: doubtAbout('cum') };
  }
}

/** Asks for the samples of lines; undefined if the profile does not show how many there are, or the engine fails. */
export async function hotLineSamples(
  engine: Pick<Engine, 'ask'>,
  { queryId: profile, sampleType }: Active,
  lines: readonly Pick<HotLine, 'file'>[],
  signal?: AbortSignal,
): Promise<HotLineSamples | undefined> {
  if (lines.length === 0) return undefined;
  const files = [...new Set(lines.map(({ file }) => file))];
  const samples = await engine.ask('fileSamples', { profile, sampleType, files }, signal).catch(ignored('hot lines have no numbers of samples'));
  return samples && new HotLineSamples(files, samples);
}
