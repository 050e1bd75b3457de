import type { FunctionSetup } from '../../profile/answers/flame';
import { basename, functionNamed } from '../../profile/text/names';
import { percentage } from '../../profile/text/measurement';
import type { Active } from '../../session';
import type { AnnotatedLine } from '../columns/annotator';

const UNTIMED = 'Set-up: the timer of the benchmark is stopped here, so go test leaves this line out of its results.';
const TIMED = 'Set-up: this line runs once a round, not once an operation.';

/** Says that a line is set-up of the benchmark, or that callers are missing; empty otherwise. */
export function remarksText(found: AnnotatedLine): string {
  const remarks = [setupRemark(found), cutRemark(found.active)].filter((remark) => remark !== undefined);
  return remarks.map((remark) => `_${remark}_\n\n`).join('');
}

function setupRemark({ active, costs: { file, functions }, line: { captured } }: AnnotatedLine): string | undefined {
  const { setup } = active.capture;
  if (setup === undefined) return undefined;
  const around = functions.filter(({ firstLine, lastLine }) => firstLine <= captured && captured <= lastLine);
  const own = [setup, ...(setup.helpers ?? [])].find((part) =>
    part.file === basename(file) && isWithin(captured, part.lines) &&
    around.some(({ name }) => functionNamed(name, part.function)));
  if (own === undefined) return undefined;
  return isWithin(captured, own.timed ?? []) ? TIMED : UNTIMED;
}

function isWithin(line: number, stretches: FunctionSetup['lines']): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}

function cutRemark({ profile: { summary: { cut, totals } }, sampleType }: Active): string | undefined {
  if (!cut || cut.values[sampleType] === 0) return undefined;
  const share = percentage(cut.values[sampleType], totals[sampleType]).trim();
  return `${share} of the total is in stacks of more than ${cut.depth} frames, of which Go records only the innermost ` +
    `${cut.depth}: cum may be too low.`;
}
