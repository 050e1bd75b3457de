/** Commands that few sessions use, and what not every window shows: a bundle loaded with the first of it. */
export { HotLines } from '../views/hotLines';
export { Baselines } from '../workbench/baselines';
export { addUpProfiles } from './addUpProfiles';
export { compareWith, comparisonOptions, setBaseline } from './compare';
export { showPprofReport } from './pprofReport';
export { openInPprof, openListedInPprof } from './pprofTerminal';
export { useAsDefaultPgo } from './defaultPgo';
export { applySaved, chooseLabels, refine } from './refine';
export { fetchLiveProfile } from './fetchProfile';
export { exportListed, exportShown } from './exportProfile';
export { profileTarget } from './profileTarget';
export { showInstructions, switchInstructionOrder } from './showInstructions';
export { restoreResults, showResults } from './showResults';
export { deleteCapture, openKept, renameCapture } from './keptProfiles';
export { ProfilesRows } from '../views/profilesRows';
export { resultsAtCalls, titleAtCall } from '../editor/placedResults';
