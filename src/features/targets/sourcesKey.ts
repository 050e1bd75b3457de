/** Of the saved stores of profiles, in the state of the workspace. */
export const SOURCES = 'linecost.stores';
