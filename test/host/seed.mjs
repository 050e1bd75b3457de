import { createRequire } from 'node:module';

/**
 * Property tests use the same cases in every run, so that their results do not depend on chance. LINECOST_SEED=random,
 * or a number, asks for others.
 */
const asked = process.env['LINECOST_SEED'] ?? '1';
const seed = asked === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(asked);
process.env['LINECOST_SEED'] = String(seed);
// The tests are CommonJS, for which fast-check has a separate instance.
createRequire(import.meta.url)('fast-check').configureGlobal({ seed });
