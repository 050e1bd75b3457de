import * as vscode from 'vscode';
import { PROFILE_KINDS } from '../../go/captureTypes';
import { isBenchtime } from '../../ui/settings/profileSettings';
import { targetNamed } from './pickTarget';
import { profileTarget, type ProfilingParts } from './profileTarget';

/**
 * Profiles a benchmark once, with one kind of profile and another benchtime. Takes the arguments of a link in a hover
 * (LongerClick) and does nothing if they are invalid. Throws the errors of profileTarget.
 */
export async function measureLonger(parts: ProfilingParts, args: readonly unknown[]): Promise<void> {
  const [file, name, label, benchtime] = args.map((each) => (typeof each === 'string' ? each : ''));
  const kind = PROFILE_KINDS.find((known) => known === label);
  if (file === '' || !name || !kind || !benchtime || !isBenchtime(benchtime)) return;
  const target = await targetNamed(vscode.Uri.file(file), name);
  const options = { kinds: [kind], benchtime, count: 1 };
  await profileTarget({ target, options, withOptions: false, isInView: true }, parts);
}
