/**
 * The commands that need Go, programs or a disk. Menus hide them in a browser; a link or a key may still call
 * them. Their functions are in desktopCommands.ts.
 */
export const DESKTOP_COMMANDS = [
  'profileBenchmark', 'profileBenchmarkWithOptions', 'profileProgram', 'profileProgramWithOptions', 'profileLaunch', 'profileProgramAgain', 'stopProgram',
  'takeHeapNow', 'detachProgram', 'profileSuite', 'measureAgain', 'measureRevision', 'measureWith',
  'measureOtherBenchmark', 'measureStages', 'profileTest', 'profileTestItems',
  'profileCaptureAgain', 'fetchProfile', 'fetchAgain', 'forgetCredentials', 'openSample', 'setBaseline',
  'setCaptureBaseline', 'compareWith', 'compareCaptureWith', 'comparisonOptions', 'clearBaseline', 'compareBenchmarks',
  'export', 'showPprofReport', 'openInPprof', 'openCaptureInPprof', 'openInGoToolTrace', 'endGoToolTrace',
  'useAsDefaultPgo', 'showInstructions',
  'orderInstructions', 'mergeProfiles', 'renameCapture', 'pinCapture', 'unpinCapture', 'exportCapture', 'deleteCapture',
] as const;
