import { createRequire } from 'node:module';

/**
 * Whether a change may land is not left to luck: the cases of property tests are the same ones in every run.
 * LINECOST_SEED=random, or a number, asks for others.
 */
const asked = process.env['LINECOST_SEED'] ?? '1';
const seed = asked === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(asked);
process.env['LINECOST_SEED'] = String(seed);
// The tests are CommonJS, which has a fast-check of its own.
createRequire(import.meta.url)('fast-check').configureGlobal({ seed });
