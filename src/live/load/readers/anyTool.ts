import { numberIn } from './figures';
import { known, type Report } from './report';

/** Longer lines are no reports. */
const LONGEST_LINE = 500;

const RATE = String.raw`(?:(?:requests?|reqs?)[ _]?(?:\/|per|p)[ _]?s(?:ec(?:ond)?)?|rps|qps)`;
const NUMBER = String.raw`(\d[\d,'_]*(?:\.\d+)?(?:[eE][-+]?\d+)?[kKM]?)`;
/** `Requests/sec: 1234.5`, `requests per second = 1,234`, `"rps": 12.5`, `Requests per second:    5060.34 [#/sec]` */
const NAME_FIRST = new RegExp(String.raw`(?:^|[^\w])${RATE}(?: \(\w{1,10}\))?["']?(?:\s{0,20}[:=]|\s(?=\s))\s{0,40}${NUMBER}(?![\w.%])`, 'i');
/** Lines that say what is wanted, rather than what was reached. */
const WANTED = /\b(?:target|limit|max(?:imum)?|goal|desired|want(?:ed)?|expected|start(?:ed|ing)?|running)\b/i;
/** `1234.5 requests/s`, `12k req/s`, `1234 rps` */
const NUMBER_FIRST = new RegExp(String.raw`(?:^|[^\w.,-])${NUMBER}\s{0,3}${RATE}(?!\w)`, 'i');

/**
 * The last line that names requests per second and a number, by any program. Nothing else is read, because nothing else
 * is certain: neither what the rate counts, nor of what other figures are.
 */
export function readAnyTool(text: string): Report | undefined {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const printedRate = end - start > LONGEST_LINE ? undefined : rateIn(text.slice(start, end).trimEnd());
    const requestsPerSecond = numberIn(printedRate);
    if (requestsPerSecond !== undefined) return known<Report>({ tool: 'other', requestsPerSecond, printedRate });
    end = start - 1;
  }
  return undefined;
}

function rateIn(line: string): string | undefined {
  if (WANTED.test(line)) return undefined;
  return (NAME_FIRST.exec(line) ?? NUMBER_FIRST.exec(line))?.[1];
}
