/** The longest profile that can be asked for, in seconds. */
export const MAX_SECONDS = 3600;
