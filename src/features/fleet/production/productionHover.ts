import * as vscode from 'vscode';
import { escapeMarkdown } from '../../../editor/hover/markdown';
import { countText } from '../../../profile/text/screen/digits';
import { shareText } from '../../../profile/text/screen/share';
import { commandLink } from '../../../ui/commandLink';
import type { KnownFunction, Production } from './production';

const IN_PRODUCTION_COMMAND = 'linecost.inProduction';

/**
 * On the line that declares a function: what it costs in production, if that was asked already, else a link that asks.
 * Asks the store for nothing.
 */
export async function productionHover(
  production: Production,
  document: vscode.TextDocument,
  { line }: vscode.Position,
): Promise<vscode.Hover> {
  const known = await production.functionAt(document, line + 1).catch(() => undefined);
  const link = commandLink(IN_PRODUCTION_COMMAND, [document.uri.toString(), line + 1]);
  const text = new vscode.MarkdownString(known ? `${knownText(known)} [More](${link})` : `[In production, last 24 h](${link})`);
  text.isTrusted = { enabledCommands: [IN_PRODUCTION_COMMAND] };
  return new vscode.Hover(text);
}

/** `In production: 12.4 % with all that it calls, place 3 of 412 functions; 3.1 % in its own lines. checkout · CPU.` */
function knownText({ title, share, figures, lacks, notes }: KnownFunction): string {
  const { flat, total, weight, cumRank, functionCount } = figures;
  const place = `place ${countText(cumRank)} of ${countText(functionCount)} functions`;
  const own = shareText(flat, total, false, weight);
  const text = `**In production**: ${share} with all that it calls, ${place}; ${own} in its own lines. _${escapeMarkdown(title)}._`;
  const incomplete = lacks.length > 0 ? [`**Incomplete**: ${lacks.map(escapeMarkdown).join(' ')}`] : [];
  return [text, ...incomplete, ...notes.map(escapeMarkdown)].join(' ');
}
