import * as vscode from 'vscode';
import { isBenchmark } from '../../captures/loadedCapture';
import type { ComparisonOptions } from '../../captures/comparison';
import { canComparePerSecond, PER_SECOND, SHARES, TOTALS } from '../../captures/loaded/nextFigures';
import { baselineName } from '../../captures/baselineName';
import { showQuickPick } from '../../ui/window';
import { type CompareParts, reportingFailure } from './chooseBaseline';

/** Lets the user change how profiles are compared; without a baseline, asks for one instead. */
export async function comparisonOptions({ session, baselines }: CompareParts): Promise<void> {
  const { baseline } = session;
  if (!baseline) return vscode.commands.executeCommand('linecost.compareWith');
  const { mode, normalize, totals, perSecond = false } = baseline;
  const { shares, profile: before } = session.active?.baseline ?? {};
  const areUnderLoad = session.active?.profile.requests !== undefined && before?.requests !== undefined;
  const canBePerSecond = session.active?.baseline && canComparePerSecond(session.active);
  const option = (text: string, detail: string, isOn: boolean, change: Partial<ComparisonOptions>) => ({
    icon: isOn ? 'check' : 'blank',
    label: text,
    detail,
    act: () => reportingFailure(async () => (await baselines()).change(change)),
  });
  const shown = perSecond ? PER_SECOND : totals ? TOTALS : SHARES;
  const amounts = (text: string, detail: string, of: typeof shown) => option(text, detail, of === shown, of);
  const command = (id: string) => () => vscode.commands.executeCommand(id);
  const separator = (name: string) => ({ label: name, kind: vscode.QuickPickItemKind.Separator, act: () => undefined });
  const choices = [
    separator('Percentages'),
    option('Of the baseline', "Shares of the baseline's total, as pprof's diff_base.", mode === 'diff_base', {
      mode: 'diff_base',
    }),
    option('Of the difference', "Shares of all increases and decreases together, as pprof's base.", mode === 'base', {
      mode: 'base',
    }),
    separator('Amounts'),
    ...(isBenchmark(baseline.capture)
      ? [
          option('Per operation', 'The cost of one operation of the benchmark, now and in the baseline.', !totals, { totals: false }),
          option('Totals', 'Everything that was measured; depends on the number of operations in each run.', totals, { totals: true }),
        ]
      : []),
    ...(areUnderLoad
      ? [
          amounts('Per request', 'The cost of one request to the service, now and in the baseline; how many there were is estimated.', SHARES),
          amounts('Totals', 'Everything that was measured; more requests show as growth.', TOTALS),
        ]
      : []),
    ...((shares || perSecond) && !areUnderLoad
      ? [
          amounts('Share of the total', 'What each line has of all costs; does not depend on the amount of work done.', SHARES),
          amounts('Totals', 'Everything that was measured; more work done shows as growth.', TOTALS),
        ]
      : []),
    ...(canBePerSecond
      ? [amounts('Per second', 'The cost of one second, now and in the baseline; more work done in the same time shows as growth.', PER_SECOND)]
      : []),
    ...(shares === 'shown' ? [] : [option('Normalize', "Scales the profile to the baseline's total, so that shares are compared.", normalize, {
      normalize: !normalize,
    })]),
    separator('Baseline'),
    { icon: 'git-compare', label: 'Compare with…', act: command('linecost.compareWith') },
    { icon: 'close', label: 'Clear baseline', detail: 'Shows profiles without a comparison.', act: () => session.compareWith(undefined) },
  ];
  const chosen = await showQuickPick(choices, {
    title: `Linecost: Compared with ${baselineName(baseline.capture, undefined, Date.now())}`,
    placeHolder: 'Choose how profiles are compared',
  });
  await chosen?.act();
}
