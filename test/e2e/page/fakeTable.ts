import { FIRM_CHANGE, NOISE } from '../../../src/profile/answers/changes';
import { NodeChanges } from '../../../src/profile/changes/nodeChanges';
import type { Profile } from '../../../src/profile/model';
import { finish } from '../../../src/profile/common/guard';
import { fewCallSamples, pathCalls } from '../../../src/profile/table/pathCalls';
import { fewSamples, nodeSamplesInSteps } from '../../../src/profile/table/tableNoise';
import { peek } from '../../../src/profile/table/peek';
import type { ReportTable } from '../../../src/profile/table/reportTable';
import { shownRows, tableWindow } from '../../../src/profile/table/tableWindow';
import type { TableOptions } from '../../../src/profile/answers/table';
import type { ProfileQuestion } from '../../../src/pages/protocol/profilePage';
import { tableOf } from '../../shared/reportTables';

/** The requests of the tabs Top and Peek. */
export type TableAsk = ProfileQuestion<'table' | 'fewSamples' | 'pathCalls' | 'fewCallSamples' | 'fewNodeSamples' | 'peek' | 'suggest'>;

let cached: { readonly profile: Profile; readonly options: string; readonly table: ReportTable } | undefined;

/** Returns the engine's answer for the profile's second sample type. */
export function answerFromTable(profile: Profile, options: TableOptions, ask: TableAsk): unknown {
  const key = JSON.stringify(options);
  if (cached?.profile !== profile || cached.options !== key) {
    cached = { profile, options: key, table: judged(tableOf(profile, options, 1)) };
  }
  return answerTo(cached.table, ask);
}

/** If the names of functions end with `Firm`, their changes are firm, and all others are noise. */
function judged(table: ReportTable): ReportTable {
  const judgement = Uint8Array.from(table.nodes.infos, ({ name }) => (name.endsWith('Firm') ? FIRM_CHANGE : NOISE));
  if (!judgement.includes(FIRM_CHANGE)) return table;
  const changes = new NodeChanges(undefined!, judgement, new Map(), undefined!);
  return { ...table, changes: { flat: changes, cum: changes, of: undefined! } };
}

function answerTo(table: ReportTable, { question, params }: TableAsk): unknown {
  if (question === 'pathCalls') return pathCalls(table, params);
  if (question === 'fewCallSamples') return fewCallSamples(table, params.views);
  if (question === 'fewSamples' || question === 'fewNodeSamples') {
    const samples = finish(nodeSamplesInSteps(table));
    const nodes = question === 'fewSamples' ? shownRows(table, params) : Uint32Array.from(params.nodes);
    return samples && fewSamples(samples, nodes);
  }
  return question === 'peek' ? peek(table, params) : tableWindow(table, params);
}
