import * as vscode from 'vscode';
import type { ProfilePanel } from '../../pages/profile/profilePanel';
import { type CompareParts, reportingFailure } from '../compare/chooseBaseline';
import { PreconditionError } from '../../ui/preconditionError';
import { casesOf } from '../../captures/loaded/profileAgain';
import { tickStep } from '../../ui/walkthrough';

export interface VerdictParts extends CompareParts {
  readonly panel: Pick<ProfilePanel, 'show'>;
}

/**
 * Compares the capture of a verdict with the earlier one, in columns and flame graph. Lines of a capture of several
 * cases cannot be compared per operation: for such a capture, shows the table of results. Throws an Error for the user.
 * @param capture the id of the capture with the verdict. Default: the newest one, for the walkthrough
 */
export async function showVerdict(parts: VerdictParts, capture?: string): Promise<void> {
  const { captures, session, panel } = parts;
  const records = await captures.records();
  const record = records.find(({ id, turns }) => (capture === undefined ? turns?.base : id === capture));
  if (!record && capture === undefined) {
    const fix = { title: 'Measure Again', command: 'linecost.measureAgain' };
    throw new PreconditionError('No benchmark has been measured again yet: profile one, change the code, and measure it again.', fix);
  }
  const base = record?.turns?.base;
  if (!base) throw new PreconditionError('The capture of this verdict was deleted: measure the benchmark again.');
  const { target } = record;
  if (target && casesOf(record).length > 1) {
    await vscode.commands.executeCommand('linecost.showResults', vscode.Uri.file(target.file), target.name);
    return;
  }
  const earlier = records.find((record) => record.id === base.id);
  if (!earlier) throw new PreconditionError('The earlier capture of this verdict was deleted, so lines cannot be compared: measure the benchmark again.');
  if (earlier.profiles.length === 0) {
    throw new PreconditionError(`The earlier capture of ${earlier.title} has no profiles, so lines cannot be compared: profile the benchmark before the next change.`);
  }
  if (session.active?.capture.id !== record.id) await captures.openCapture(record.id);
  await reportingFailure(async () => (await parts.baselines()).setForActive(base.id));
  panel.show('flame');
  tickStep('compare');
}
