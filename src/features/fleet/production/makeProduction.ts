import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Deriver } from '../../../captures/session';
import type { QueryEngine } from '../../../engine/client';
import type { FleetSource } from '../../../fleet/fleetSource';
import { DAY_MS } from '../../../fleet/timePieces';
import { reportFailure } from '../../../ui/failureMessage';
import type { SavedTargets } from '../../targets/savedTargets';
import { codeOf } from '../buildOfFleet';
import type { FleetParts } from '../profileFleet';
import { ask } from '../profileFromStore';
import { AnswerFiles } from './answerFiles';
import { askedOfProduction } from './askProduction';
import { Production } from './production';
import { type AskedOfProduction, ProductionQuestion } from './productionQuestion';

export interface ProductionParts extends FleetParts {
  readonly engine: QueryEngine & Deriver;
  readonly targets: SavedTargets;
  /** The extension's storage folder for this workspace. */
  readonly storage: vscode.Uri;
}

/** What lines and functions cost in production, for this window. */
export function makeProduction(parts: ProductionParts): Production {
  const { engine, session, sources, targets, memento, output, storage } = parts;
  const files = new AnswerFiles(join(storage.fsPath, 'production'));
  // Its profiles stay loaded until something else is asked.
  let last: { readonly key: string; readonly question: ProductionQuestion } | undefined;
  const question = async (): Promise<ProductionQuestion | undefined> => {
    const stores = await targets.sources();
    const known = (source: FleetSource): AskedOfProduction | undefined =>
      last?.key === stores.keyOf(source) ? last.question.asked : undefined;
    const asked = await askedOfProduction(stores, memento, known);
    if (!asked || last?.question.asked === asked) return asked && last?.question;
    const made = new ProductionQuestion(asked, {
      engine, files, codeOf: (fleet, profiles, signal) => codeOf(fleet, profiles, { sources, engine }, signal),
    });
    last = { key: stores.keyOf(asked.source), question: made };
    return made;
  };
  return new Production({
    engine,
    sources,
    local: () => session.active,
    question,
    openProfile: ({ asked: { source, type, service } }) => {
      const range = { kind: 'last', ms: DAY_MS } as const;
      const asked = { type, ...(service !== undefined && { service }), filters: [], range };
      return ask({ source, asked }, parts);
    },
    showFailure: (error) => reportFailure(error, output),
  });
}
