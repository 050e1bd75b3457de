import { createRequire } from 'node:module';

/**
 * Gives property tests the same cases in every run, so that their results do not depend on chance. Set LINECOST_SEED to
 * `random` or a number for other cases.
 */
const setting = process.env['LINECOST_SEED'] ?? '1';
const seed = setting === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(setting);
process.env['LINECOST_SEED'] = String(seed);
// Tests are CommonJS, and fast-check's CommonJS build has a configuration of its own.
createRequire(import.meta.url)('fast-check').configureGlobal({ seed });
