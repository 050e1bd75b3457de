import { refinedProfile } from '../../src/engine/derivedProfile';
import { LineReports } from '../../src/engine/lineReports';
import { LoadedReports } from '../../src/engine/loadedReports';
import { reportAnswers, type ReportQuery } from '../../src/engine/reportAnswers';
import type { QueryAnswer, QueryParams } from '../../src/engine/queries';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { Profile } from '../../src/profile/model';

/** The exported profile under one refinement, with its reports. */
export class ShownProfile {
  private constructor(
    readonly id: number,
    readonly refinement: Refinement,
    readonly reports: LoadedReports,
  ) {}

  /**
   * @param id a new number for each profile
   * @param whole the exported profile, whose totals are those before any refinement
   * @throws RefinementError
   */
  static of(id: number, whole: Profile, refinement: Refinement): ShownProfile {
    // With relative_percentages, percentages are of the refined total.
    const samples = refinement.relative_percentages ? { ...whole, totals: undefined, meanTotals: undefined } : whole;
    const lines = new LineReports({ ...refinedProfile(samples, refinement), refinement });
    return new ShownProfile(id, refinement, new LoadedReports(lines));
  }

  /** Answers a query about this profile. Throws as the functions of reportAnswers do. */
  async ask<N extends ReportQuery>(
    query: N,
    params: Omit<QueryParams<N>, 'profile'>,
    signal: AbortSignal,
  ): Promise<QueryAnswer<N>> {
    const withProfile = { ...params, profile: this.id } as QueryParams<N>;
    return reportAnswers[query](this.reports, withProfile, signal);
  }
}
