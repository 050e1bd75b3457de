import type { LoadResult } from './loadResult';
import { readAb } from './readers/ab';
import { readAnyTool } from './readers/anyTool';
import { readBombardier } from './readers/bombardier';
import { readHeyOrOha } from './readers/heyAndOha';
import { HEY_HEADING, HeyRows } from './readers/heyRows';
import { readJsonReport } from './readers/jsonReports';
import { readK6 } from './readers/k6';
import type { Report } from './readers/report';
import { readVegeta } from './readers/vegeta';
import { readWrk } from './readers/wrk';

/** Characters of the end of an output that a result keeps. */
const KEPT_OUTPUT = 4096;
/** How many times a mark may stand in the text of other programs behind the last report. */
const MOST_TRIES = 5;

interface Reader {
  /** A text that all reports of the tool have. */
  readonly mark: string;
  /** Whether the report begins with the mark's line, rather than with the mark. */
  readonly beginsWithLine?: boolean;
  readonly read: (text: string, at: number) => Report | undefined;
}

const READERS: readonly Reader[] = [
  { mark: 'Summary:', read: readHeyOrOha },
  { mark: ' test @ ', beginsWithLine: true, read: readWrk },
  { mark: '[total, rate', beginsWithLine: true, read: readVegeta },
  { mark: 'Statistics  ', read: readBombardier },
  { mark: 'Concurrency Level:', read: readAb },
  { mark: 'http_reqs.', read: readK6 },
  { mark: HEY_HEADING, read: readHeyRows },
  { mark: '"latencies"', read: readJsonReport },
  { mark: '"timeTakenSeconds"', read: readJsonReport },
  { mark: '"requestsPerSec"', read: readJsonReport },
];

/**
 * Reads the report of a load tool in the output of a command, whatever stands before and after it; of several, the
 * last. Of a program that is not known, only its requests per second are read. undefined if there are none.
 */
export function readLoadOutput(output: string): LoadResult | undefined {
  const text = withoutColors(output);
  let last: Found | undefined;
  for (const reader of READERS) {
    const found = lastReport(reader, text);
    if (found && (last === undefined || found.at > last.at)) last = found;
  }
  const report = last?.report ?? readAnyTool(text);
  return report && { ...report, output: endOf(text) };
}

/** The end of an output that a result keeps. */
export function endOf(output: string): string {
  return withoutColors(output.slice(-2 * KEPT_OUTPUT)).slice(-KEPT_OUTPUT).trim();
}

interface Found {
  readonly at: number;
  readonly report: Report;
}

function lastReport({ mark, beginsWithLine = false, read }: Reader, text: string): Found | undefined {
  let at = text.length;
  for (let i = 0; i < MOST_TRIES && at > 0; i++) {
    at = text.lastIndexOf(mark, at - 1);
    if (at < 0) return undefined;
    const report = read(text, beginsWithLine ? text.lastIndexOf('\n', at) + 1 : at);
    if (report) return { at, report };
  }
  return undefined;
}

function readHeyRows(text: string, at: number): Report | undefined {
  const rows = new HeyRows();
  rows.append(text.slice(at));
  return rows.report();
}

/** Colors and other control sequences of a terminal. */
const CONTROLS = /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[@-Z\\^_])/g;

function withoutColors(text: string): string {
  return text.includes('\u001b') ? text.replace(CONTROLS, '') : text;
}
