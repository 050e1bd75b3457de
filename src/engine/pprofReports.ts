import type { Profile } from '../profile/model';
import { subtractBase } from '../profile/refine/subtractBase';
import { inPartsPerMillion, perMillion, perOperation, sharesOfTotal } from '../profile/refine/relativeValues';
import { asPprofReads } from '../pprofText/asPprofReads';
import { DEFAULTS } from '../pprofText/reportOptions';
import { prepareReport } from '../pprofText/prepare';
import { rawReport } from '../pprofText/raw';
import { tagsReport } from '../pprofText/tags';
import { tracesReport } from '../pprofText/traces';
import { treeReport } from '../pprofText/tree';
import type { AdaptedProfile, PprofTextParams } from './queries';
import { EngineError } from './workerMessages';
import { capitalized } from '../profile/text/words';

/** The maximum number of lines in a text; editors freeze on longer texts. */
const MAX_LINES = 1_000_000;

/**
 * The exact text of `go tool pprof -traces`, `-tags`, `-tree`, `-raw` and `-comments`. Compares and refines again,
 * because the profile derived for the editor keeps samples that pprof merges and has current line numbers. Throws
 * EngineError ('tooLarge'), or RefinementError.
 */
export function pprofText(profile: Profile, base: Profile | undefined, params: PprofTextParams): string {
  const { report, sampleType, refinement } = params;
  const { shares } = params;
  const scaledBase = base && params.base && scaled(base, { ...params.base, shares });
  const compared = scaledBase && params.base ? subtractBase(scaled(profile, params), scaledBase, params.base) : profile;
  const { unit = DEFAULTS.unit } = refinement;
  const options = { ...DEFAULTS, command: report, pattern: '', files: [], sampleIndex: String(sampleType), unit };
  const { request } = prepareReport(asPprofReads(compared), { ...options, refinement: { ...refinement, unit } });
  if (linesOf(request.profile, report) > MAX_LINES) {
    const advice = 'refine the profile first, or open it in go tool pprof';
    throw new EngineError('tooLarge', `${capitalized(report)} would be more than a million lines: ${advice}.`);
  }
  switch (report) {
    case 'traces':
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(tracesReport(request));
    case 'tags':
      return tagsReport(request);
    case 'tree':
      return treeReport(request) ?? '';
    case 'raw':
      return rawReport(request.profile);
    case 'comments':
      return request.profile.comments.map((comment) => `${comment}\n`).join('');
    default:
      return report satisfies never;
  }
}

/** The costs of a million operations, or parts per million of the total, because pprof has only whole numbers. */
function scaled(
  profile: Profile,
  { operations, per, shares }: Pick<AdaptedProfile, 'operations' | 'per' | 'shares'>,
): Profile {
  if (shares) return inPartsPerMillion(sharesOfTotal(profile));
  if (operations === undefined) return profile;
  return perMillion(perOperation(profile, operations, per ? { suffix: per } : {}));
}

/** The number of lines, or a lower bound. */
function linesOf({ sampleCount, stacks, locations }: Profile, report: PprofTextParams['report']): number {
  if (report === 'traces') return sampleCount + stacks.locations.length;
  return report === 'raw' ? sampleCount + locations.count : 0;
}

