/** The code that the first costs of a profile do not need; see Runtime.reportCode. */
export { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
export { derivedProfile } from './derivedProfile';
export { LoadedReports } from './loadedReports';
export { pprofText } from './pprofReports';
export { reportAnswers } from './reportAnswers';
