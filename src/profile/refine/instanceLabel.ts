/** The label that says which instance of a service a sample is of. */
export const INSTANCE = 'instance';
