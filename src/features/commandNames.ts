/**
 * The commands that need Go, programs or a disk. Menus hide them in a browser; a link or a key may still call them.
 * Their functions are in desktopCommands.ts.
 */
export const DESKTOP_COMMANDS = [
  'profileBenchmark', 'profileBenchmarkWithOptions', 'profileProgram', 'profileProgramWithOptions', 'profileLaunch',
  'profileProgramAgain', 'stopProgram', 'takeHeapNow', 'detachProgram', 'profileSuite', 'measureAgain',
  'measureRevision', 'measureWith', 'measureOtherBenchmark', 'measureStages', 'profileTest', 'profileTestItems',
  'findLeaks', 'findLeaksInTestItems', 'addService', 'addPod', 'profileService', 'editService', 'testService', 'renameService',
  'removeService', 'showForwardOutput', 'endForward', 'exportServices', 'importServices', 'watchService', 'stopWatching',
  'profileCaptureAgain', 'fetchProfile', 'fetchAgain', 'forgetCredentials', 'openSample', 'setBaseline',
  'loadService', 'measureService', 'measureBuilds', 'changeLoad', 'showLoadOutput',
  'addStore', 'editStore', 'testStore', 'renameStore', 'removeStore', 'profileFromStore', 'compareStore', 'queryStore',
  'inProduction', 'besideProduction', 'toggleProduction', 'openAsDeployed',
  'setCaptureBaseline', 'compareWith', 'compareCaptureWith', 'compareInstances', 'comparisonOptions', 'clearBaseline',
  'compareBenchmarks', 'export', 'showPprofReport', 'openInPprof', 'openCaptureInPprof', 'openInGoToolTrace',
  'endGoToolTrace', 'useAsDefaultPgo', 'showInstructions', 'orderInstructions', 'mergeProfiles', 'renameCapture',
  'pinCapture', 'unpinCapture', 'exportCapture', 'deleteCapture', 'openServiceGoroutines',
] as const;

/** Those that only rows, links, lenses and buttons call, which a browser does not have. */
export const LINK_COMMANDS = [
  'askStoreAgain', 'measureLonger', 'openCapture', 'profileForOperations', 'showResults', 'showVerdict', 'goOnWatching',
] as const;

type Name = (typeof DESKTOP_COMMANDS)[number] | (typeof LINK_COMMANDS)[number];

/** The functions of all of these commands, by command id. */
export type DesktopCommands = Record<`linecost.${Name}`, (...args: never[]) => unknown>;
