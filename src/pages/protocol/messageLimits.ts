/** Limit for the frames of one window, because d3-flame-graph draws several DOM nodes for each. */
export const MAX_FRAMES = 2000;

/** Limit for the values of one label key in an answer. */
export const MAX_LABELS = 5000;

/** Limit for the table rows in one answer. */
export const MAX_ROWS = 10_000;
/** Limit for the callers, and for the callees, of a function in one answer. */
export const MAX_CALLS = 100_000;
/** Limit for the length of a path of calls. */
export const MAX_PATH = 10_000;

/** Limit for a picture, in characters; a picture with the maximum number of frames is shorter. */
export const MAX_SVG_LENGTH = 8 * 1024 ** 2;

/** The largest dropped file that the page reads, in bytes. The button Add… opens larger ones. */
export const MAX_DROPPED = 32 << 20;

/** Limit for a text in a refinement, in characters. */
export const MAX_CHARACTERS = 10_000;
/** Limit for the saved refinements. */
export const MAX_SAVED = 200;

/** Limit for the groups of goroutines in one answer. */
export const MAX_GROUPS = 500;

/** Limit for the points of a chart in one answer: more than a screen has pixels. */
export const MAX_POINTS = 20_000;
/** Limit for the rows of a runtime log in one answer. */
export const MAX_LOG_ROWS = 1000;

/** Limit for the names of labels, values and services of a store in one answer. */
export const MAX_NAMES = 20_000;
/** Limit for the lines of a chart of a store's costs. */
export const MAX_COST_SERIES = 8;
