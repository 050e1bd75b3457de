/** Commands that few sessions use: a bundle of their own, loaded when the first of them runs. */
export { Baselines } from '../workbench/baselines';
export { addUpProfiles } from './addUpProfiles';
export { compareWith, comparisonOptions, setBaseline } from './compare';
export { showPprofReport } from './pprofReport';
export { openInPprof, openListedInPprof } from './pprofTerminal';
export { useAsDefaultPgo } from './defaultPgo';
export { applySaved, chooseLabels, refine } from './refine';
export { fetchLiveProfile } from './fetchProfile';
export { exportListed, exportShown } from './exportProfile';
export { showInstructions } from './showInstructions';
export { targetAtCursorOrPicked } from './pickTarget';
export { askOptions } from './runOptions';
export { reopenEarlyProfiles } from './earlyTabs';
