/** What load tools print. */
export * from './outputs/hey';
export * from './outputs/oha';
export * from './outputs/others';
