import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conditionDifferences, type Conditions, differencesInShort, differencesSentence, isConditions, runDifferences,
  underPresent,
} from '../../../../src/captures/disk/conditions';
import { type Environment, recordedEnvironment } from '../../../../src/captures/disk/environment';

const CURRENT: Conditions = { goVersion: 'go1.26.8', maxProcs: 8, cpu: 'Model A', flags: [] };

test('conditions that are equal, or that a capture did not record, are not listed', () => {
  assert.deepEqual(conditionDifferences(CURRENT, CURRENT), []);
  assert.deepEqual(conditionDifferences(undefined, CURRENT), []);
  assert.deepEqual(conditionDifferences({ goVersion: 'go1.26.8' }, CURRENT), []);
});

test('a different Go version, experiment, processor, governor, GOMAXPROCS or flag is named, with both values', () => {
  const earlier = {
    goVersion: 'go1.25.1', goExperiment: 'greenteagc', maxProcs: 4, cpu: 'Model B', governor: 'powersave', flags: ['-tags=a', '-v'],
  };
  assert.deepEqual(conditionDifferences({ ...CURRENT, governor: 'performance' }, earlier), [
    'Go 1.26.8 (before: 1.25.1)',
    'GOEXPERIMENT none (before: greenteagc)',
    'CPU Model A (before: Model B)',
    'governor performance (before: powersave)',
    'GOMAXPROCS=8 (before: 4)',
    'flags none (before: -tags=a -v)',
  ]);
});

test('a different variable is named with both values, among them Go\'s default', () => {
  const differences = (own: Environment, reference: Environment) => {
    return conditionDifferences({ ...CURRENT, environment: own }, { ...CURRENT, environment: reference });
  };
  assert.deepEqual(differences({ GOGC: '10' }, {}), ['GOGC=10 (before: 100)']);
  assert.deepEqual(differences({}, { GOGC: 'off' }), ['GOGC=100 (before: off)']);
  assert.deepEqual(differences({ GOMEMLIMIT: '1GiB', GOAMD64: 'v3' }, {}), ['GOMEMLIMIT=1GiB (before: off)', 'GOAMD64=v3 (before: v1)']);
  assert.deepEqual(differences({ GODEBUG: 'madvdontneed=1' }, {}), ['GODEBUG=madvdontneed=1 (before: not set)']);
  assert.deepEqual(differences({}, { GOFLAGS: '-mod=mod' }), ['GOFLAGS not set (before: -mod=mod)']);
  assert.deepEqual(differences({ pgo: 'default.pgo@1a2b3c4' }, { pgo: 'default.pgo@5d6e7f8' }), ['pgo=default.pgo@1a2b3c4 (before: default.pgo@5d6e7f8)']);
  assert.deepEqual(differences({ GOGC: '10' }, { GOGC: '10' }), []);
});

test('an environment that a capture of an earlier version did not record is no difference', () => {
  assert.deepEqual(conditionDifferences({ ...CURRENT, environment: { GOGC: '10', GOMAXPROCS: '8' } }, CURRENT), []);
  assert.deepEqual(conditionDifferences(CURRENT, { ...CURRENT, environment: { GOGC: '10' } }), []);
});

test('GOMAXPROCS is that of the results, or else the variable', () => {
  const of = (maxProcs?: number, GOMAXPROCS?: string): Conditions => {
    return { ...(maxProcs !== undefined && { maxProcs }), environment: { ...(GOMAXPROCS && { GOMAXPROCS }) } };
  };
  assert.deepEqual(conditionDifferences(of(2, '2'), of(8)), ['GOMAXPROCS=2 (before: 8)']);
  assert.deepEqual(conditionDifferences(of(undefined, '2'), of(8)), ['GOMAXPROCS=2 (before: 8)']);
  assert.deepEqual(conditionDifferences(of(undefined, '8'), of(8)), []);
  assert.deepEqual(conditionDifferences(of(undefined), of(2, '2')), ['GOMAXPROCS not set (before: 2)']);
  assert.deepEqual(conditionDifferences(of(undefined), of(8)), []);
});

test('a flag in GOFLAGS is a difference of GOFLAGS alone', () => {
  const race = { ...CURRENT, environment: { GOFLAGS: '-race' }, flags: ['-race'] };
  assert.deepEqual(conditionDifferences(race, { ...CURRENT, environment: {} }), ['GOFLAGS=-race (before: not set)']);
  assert.deepEqual(conditionDifferences(race, { ...CURRENT, flags: ['-race'] }), [], 'earlier versions recorded only the flag');
});

test('a different benchtime, count or commit is not a different condition', () => {
  const earlier = { ...CURRENT, flags: ['-benchtime=1s', '-count=1'], git: { commit: 'a' } };
  assert.deepEqual(conditionDifferences(earlier, { ...CURRENT, flags: ['-benchtime=100x'], git: { commit: 'b' } }), []);
});

test('the short text has both values, or only the names if that is long', () => {
  assert.equal(differencesInShort(CURRENT, CURRENT), undefined);
  assert.equal(differencesInShort(CURRENT, { ...CURRENT, goVersion: 'go1.25.1' }), 'Go 1.26.8 (before: 1.25.1)');
  assert.equal(differencesInShort(CURRENT, { ...CURRENT, cpu: 'Model B' }), 'different CPU');
  assert.equal(differencesInShort(CURRENT, { ...CURRENT, maxProcs: 4 }, 'newest'), 'GOMAXPROCS=8 (newest: 4)');
  assert.equal(differencesInShort(CURRENT, { ...CURRENT, maxProcs: 4, cpu: 'Model B' }), 'different CPU and GOMAXPROCS');
  const environment = { GOGC: '10', GOMEMLIMIT: '4GiB', GODEBUG: 'madvdontneed=1,gctrace=0' };
  const text = differencesInShort({ ...CURRENT, environment }, { ...CURRENT, environment: {}, goVersion: 'go1.25.1' });
  assert.equal(text, 'different Go version, GOGC, GOMEMLIMIT and GODEBUG');
});

test('the sentence names the reference and lists the different conditions', () => {
  const baseline = { name: 'the baseline' };
  assert.equal(differencesSentence(baseline, CURRENT, CURRENT), undefined);
  const sentence = differencesSentence(baseline, CURRENT, { ...CURRENT, goVersion: 'go1.25.1', maxProcs: 4 });
  const differences = 'Go 1.26.8 (before: 1.25.1); GOMAXPROCS=8 (before: 4)';
  assert.equal(sentence, `Measured under other conditions than the baseline: ${differences}.`);
});

test('the conditions of the run are told from those of the build', () => {
  const earlier = { ...CURRENT, goVersion: 'go1.25.1', environment: { GOAMD64: 'v3' } };
  assert.deepEqual(runDifferences({ ...CURRENT, environment: { GOGC: '10' } }, earlier), ['GOGC']);
});

test('an earlier program that runs now has the conditions of its build and those of the present run', () => {
  const earlier = { ...CURRENT, goVersion: 'go1.25.1', cpu: 'Model B', environment: { GOAMD64: 'v3', GOGC: '10' } };
  const present = { ...CURRENT, maxProcs: 4, environment: { GOGC: '50', GOAMD64: 'v2' } };
  const environment = { GOAMD64: 'v3', GOGC: '50' };
  assert.deepEqual(underPresent(earlier, present), { ...CURRENT, goVersion: 'go1.25.1', maxProcs: 4, environment });
  assert.equal(underPresent({ goVersion: 'go1.25.1' }, present).environment, undefined, 'not recorded');
});

test('an environment is recorded without defaults and unknown variables, and that of the C compiler only with cgo', () => {
  const defaults = { GOGC: '100', GOMEMLIMIT: '', GOAMD64: 'v1', GOARM64: '', CGO_ENABLED: '1', CGO_CFLAGS: '-O2 -g', CC: '', pgo: '' };
  assert.deepEqual(recordedEnvironment(defaults), {});
  const set = { GOGC: 'off', GODEBUG: 'gctrace=1', CGO_CFLAGS: '-O3', CC: 'clang' };
  assert.deepEqual(recordedEnvironment({ ...defaults, ...set, API_TOKEN: 'secret', toString: 'x' }), set);
  const withoutCgo = { GOGC: 'off', GODEBUG: 'gctrace=1', CGO_ENABLED: '0' };
  assert.deepEqual(recordedEnvironment({ ...defaults, ...set, CGO_ENABLED: '0' }), withoutCgo);
});

test('a stored environment with other values than text is damaged', () => {
  assert.equal(isConditions({ ...CURRENT, environment: { GOGC: '10' }, governor: 'powersave' }), true);
  assert.equal(isConditions(CURRENT), true);
  for (const environment of [{ GOGC: 10 }, 'GOGC=10', ['GOGC']]) assert.equal(isConditions({ ...CURRENT, environment }), false);
});
