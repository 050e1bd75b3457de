import * as vscode from 'vscode';
import { typeCalled } from '../../profile/text/sampleTypeNames';
import type { Capture, LoadedProfile, Viewed } from '../loadedCapture';
import type { RememberedCapture } from './rememberedSession';

/** What is shown of a capture after a window reload: the same profile and sample type, if it has them. */
export function restoredView(capture: Capture, remembered: RememberedCapture): Viewed {
  const profile = capture.profiles.find(({ label }) => label === remembered.profile) ?? capture.profiles[0];
  return { capture, profile, sampleType: sampleTypeNamed(profile, remembered.sampleType) };
}

/** The index of the sample type with this name; the default sample type if there is none. */
export function sampleTypeNamed({ summary }: LoadedProfile, name: string | undefined): number {
  const named = typeCalled(summary.sampleTypes, name);
  return named >= 0 ? named : summary.defaultSampleType;
}

/** Whether a profile file has a tab. Only files with a tab are loaded again after a reload. */
export function isOpenInTab(file: string): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => isTabOf(file, tab));
}

/** Whether a tab is the one of a profile file. */
export function isTabOf(file: string, { input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputCustom && input.uri.toString() === file;
}
