import * as vscode from 'vscode';
import { escapeMarkdown } from '../../editor/hover/markdown';
import { commandLink } from '../../ui/commandLink';
import { benchmarksCalling } from './callingBenchmarks';

const PROFILE_COMMAND = 'linecost.profileBenchmark';
/** So many have a link; the others are counted. */
const MAX_LINKS = 3;

/**
 * For the line that declares a function: links that profile the benchmarks that call it, directly or through one other
 * function. undefined if there are none.
 * @param line 1-based
 */
export async function callingHover(
  uri: vscode.Uri,
  line: number,
  signal: AbortSignal,
): Promise<vscode.Hover | undefined> {
  const found = await benchmarksCalling(uri, line, signal);
  if (!found || found.callers.length === 0) return undefined;
  const { name, callers } = found;
  const links = callers.slice(0, MAX_LINKS).map(({ uri: file, name: benchmark, through }) => {
    const link = `[${escapeMarkdown(benchmark)}](${commandLink(PROFILE_COMMAND, [file.toString(), benchmark])})`;
    return through === '' ? link : `${link} (through ${escapeMarkdown(through)})`;
  });
  const more = callers.length - MAX_LINKS;
  if (more > 0) links.push(`${more} more by *Profile Benchmark*`);
  const text = new vscode.MarkdownString(
    `**Linecost** · Profile a benchmark that calls ${escapeMarkdown(name)}: ${links.join(' · ')}`,
  );
  text.isTrusted = { enabledCommands: [PROFILE_COMMAND] };
  return new vscode.Hover(text);
}
