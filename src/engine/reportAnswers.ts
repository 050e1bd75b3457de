import { lineAddresses } from '../profile/assembly/lineAddresses';
import { pgoProblem } from '../profile/export/pgoProblem';
import { cutStacksOf } from '../profile/lines/cutStacks';
import { programFacts } from '../profile/sums/programFacts';
import { lineCalls } from '../profile/lines/chargedLines';
import { lineDetail } from '../profile/lines/lineDetail';
import { fewCallSamples, pathCalls } from '../profile/table/pathCalls';
import { fewSamples } from '../profile/table/tableNoise';
import { peek } from '../profile/table/peek';
import type { ReportTable } from '../profile/table/reportTable';
import { shownRows, tableWindow } from '../profile/table/tableWindow';
import type { FewSamples } from '../profile/answers/table';
import type { BenchmarkQueries } from './benchmarkQueries';
import type { Answer, LineQuery } from './lineReports';
import type { LoadedReports } from './loadedReports';
import { hasOtherFigures } from './reportTables';
import type { QueryName, QueryParams, TableParams } from './queries';
import type { TextQueries } from './textQueries';
import { tableText } from '../profile/table/tableRows';

/** Queries about reports of one profile. The store answers the queries that load, make or combine profiles. */
export type ReportQuery = Exclude<
  QueryName,
  | keyof BenchmarkQueries | keyof TextQueries | LineQuery | 'load' | 'correctFunctions' | 'unload' | 'derive' | 'merge'
  | 'mergedBytes' | 'serviceProfile' | 'addToSum' | 'takeSum' | 'dropSum' | 'readMoment' | 'export' | 'pprofText'
>;

/** By query, the function that answers it. Throws ProfileError, MemoryError, EngineError or an AbortError. */
export const reportAnswers: {
  readonly [N in ReportQuery]: (reports: LoadedReports, params: QueryParams<N>, signal: AbortSignal) => Answer<N>;
} = {
  programFacts: ({ profile }) => programFacts(profile),
  backgroundWork: (reports, { sampleType }, signal) => reports.backgroundWork(sampleType, signal),
  cutStacks: ({ profile }) => cutStacksOf(profile),
  blockCosts: (reports, { profile: _, ...question }, signal) => reports.blockCosts(question, signal),
  fileSamples: (reports, { sampleType, files }, signal) => reports.fileSamples(sampleType, files, signal),
  fileChanges: (reports, { sampleType, files }, signal) => reports.fileChanges(sampleType, files, signal),
  pgoProblem: ({ profile }) => pgoProblem(profile),
  lineCalls: ({ profile }, { files }) => lineCalls(profile, files),
  functionChanges: (reports, { profile: _, ...question }, signal) => reports.functionChanges(question, signal),
  hotLines: (reports, { profile: _, sampleType, ...view }, signal) => reports.hotLines(sampleType, view, signal),
  fileCharges: (reports, { sampleType, files }, signal) => reports.fileCharges(sampleType, files, signal),
  hottestCertainty: (reports, { profile: _, sampleType, ...view }, signal) =>
    reports.hottestCertainty(sampleType, view, signal),
  labels: (reports, { profile: _, sampleType, ...view }) => reports.labels(sampleType, view),
  lineDetail: ({ profile, refinement }, line) => lineDetail(profile, line, refinement),
  lineAddresses: ({ profile, refinement }, line) => lineAddresses(profile, line, refinement),
  flame: (reports, { profile: _, sampleType, ...view }, signal) => reports.flame(sampleType, view, signal),
  frameSource: (reports, { profile: _, sampleType, ...frame }, signal) =>
    reports.frameSource(sampleType, frame, signal),
  lineFrame: (reports, { profile: _, sampleType, ...line }, signal) => reports.lineFrame(sampleType, line, signal),
  callGraph: (reports, { profile: _, sampleType, ...params }, signal) => reports.callGraph(sampleType, params, signal),
  functionSource: (reports, { profile: _, sampleType, ...sought }, signal) =>
    reports.functionSource(sampleType, sought, signal),
  table: async (reports, view, signal) => tableWindow(await tableOf(reports, view, signal), view),
  fewSamples: (reports, view, signal) => fewSamplesOf(reports, view, (table) => shownRows(table, view), signal),
  fewNodeSamples: (reports, params, signal) =>
    fewSamplesOf(reports, params, () => Uint32Array.from(params.nodes), signal),
  tableText: async (reports, view, signal) => tableText(await tableOf(reports, view, signal), view),
  pathCalls: async (reports, view, signal) => pathCalls(await tableOf(reports, view, signal), view),
  fewCallSamples: async (reports, params, signal) =>
    hasOtherFigures(params.options) ? undefined : fewCallSamples(await tableOf(reports, params, signal), params.views),
  peek: async (reports, view, signal) => peek(await tableOf(reports, view, signal), view),
};

function tableOf(
  { tables }: LoadedReports,
  { sampleType, options }: TableParams,
  signal: AbortSignal,
): Promise<ReportTable> {
  return tables.table(sampleType, options).ready(signal);
}

async function fewSamplesOf(
  reports: LoadedReports,
  params: TableParams,
  nodesOf: (table: ReportTable) => Uint32Array,
  signal: AbortSignal,
): Promise<FewSamples | undefined> {
  const table = await tableOf(reports, params, signal);
  const samples = await reports.tables.samples(table, params.options)?.ready(signal);
  return samples && fewSamples(samples, nodesOf(table));
}
