/** Why go build cannot use a profile: see pgoProblem. */
export type PgoProblem = 'units' | 'noSamples' | 'allZero' | 'difference' | 'noStartLines' | 'noCalls';
