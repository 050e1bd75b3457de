import { compareBytes, utf8Bytes } from '../profile/common/utf8';
import { checkpoint, claim } from '../profile/common/guard';
import { meanOf } from '../profile/lines/figures';
import { graphNodes } from '../profile/graph/graphNodes';
import { NodeNames } from '../profile/graph/nodeInfo';
import { scaledLabel } from '../profile/text/measurement';
import { sampleLabels } from '../profile/labels/labelSets';
import { formatValue } from '../profile/text/reportColumns';
import { profileLabels } from './header';
import { cleanNaming } from './paths';
import type { ReportRequest } from './prepare';
import type { SampleIndex } from '../profile/indexes';

const SEPARATOR = '-----------+-------------------------------------------------------';

/** Limit for the lines of a chunk, since the text of a large profile exceeds the maximum length of a string. */
const MAX_LINES = 1 << 16;

/** The text of `go tool pprof -traces`: every sample. Source: google/pprof internal/report, printTraces. */
export function tracesReport(request: ReportRequest): Uint8Array {
  const { profile, format } = request;
  const { offsets } = profile.stacks;
  const writer = new TraceWriter(request);
  const chunks: Uint8Array[] = [];
  let lines = [profileLabels(request, format).join('\n')];
  const flush = (): void => {
    checkpoint();
    chunks.push(utf8Bytes(lines.map((line) => `${line}\n`).join('')));
    claim(chunks.at(-1)!.length);
    lines = [];
  };
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (offsets[sample] === offsets[sample + 1]) continue;
    lines.push(SEPARATOR, ...writer.labels(sample), ...writer.stack(sample));
    if (lines.length >= MAX_LINES) flush();
  }
  lines.push(SEPARATOR);
  flush();
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

class TraceWriter {
  private readonly nodes;
  private readonly names;

  constructor(private readonly request: ReportRequest) {
    this.nodes = graphNodes(request.profile, { naming: cleanNaming(request.profile) });
    this.names = new NodeNames(this.nodes.infos);
  }

  labels(sample: SampleIndex): string[] {
    const { profile, labelUnits } = this.request;
    const { texts, numbers } = sampleLabels(profile, sample);
    const line = (key: string, values: readonly string[]): string => `${padded(key)}:  ${values.join(' ')}`;
    const numberLine = (key: string, values: readonly number[]): string =>
      line(key, values.map((value) => scaledLabel(value, labelUnits.get(key) ?? key, 'auto')));
    return [
      ...[...texts].map(([key, values]) => line(key, values)).sort(compareBytes),
      ...[...numbers].map(([key, { values }]) => numberLine(key, values)).sort(compareBytes),
    ];
  }

  stack(sample: SampleIndex): string[] {
    const { profile: { stacks }, weights, format } = this.request;
    const lines: string[] = [];
    let value = formatValue(meanOf(weights.values[sample], weights.divisors?.[sample]), format);
    for (let at = stacks.offsets[sample]; at < stacks.offsets[sample + 1]; at++) {
      const location = stacks.locations[at];
      const outermost = this.nodes.offsets[location + 1] - 1;
      for (let row = this.nodes.offsets[location]; row <= outermost; row++) {
        const name = this.names.of(this.nodes.rows[row]);
        lines.push(`${padded(value)}   ${name}${row === outermost ? '' : ' (inline)'}`);
        value = '';
      }
    }
    return lines;
  }
}

/** Aligns text to the right in ten characters. Like Go, counts code points. */
function padded(text: string): string {
  return ' '.repeat(Math.max(0, 10 - [...text].length)) + text;
}
