import type { Engine } from '../../engine/client';
import type { FileSamples, HotLine } from '../../profile/answers/lines';
import { isFew } from '../../profile/noise/fewSamples';
import type { Active } from '../../captures/session';
import type { Doubt, HotLineVerdict } from './hotLineVerdicts';
import { ignored } from '../../profile/common/ignored';

const NO_DOUBT: Doubt = { sign: '', text: '' };
const FEW: Doubt = { sign: '~', text: 'rests on too few samples: mostly chance' };

/** Which figures of lines rest on so few samples that they are mostly chance. */
export class HotLineSamples {
  private readonly files: ReadonlyMap<string, FileSamples>;

  /** @param samples the samples of each file, in the order of `files` */
  constructor(files: readonly string[], samples: readonly FileSamples[]) {
    this.files = new Map(files.map((file, i) => [file, samples[i]]));
  }

  of({ file, line }: Pick<HotLine, 'file' | 'line'>): HotLineVerdict | undefined {
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
