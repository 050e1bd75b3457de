import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsText, measuredText, sinceText } from '../../../src/captures/measuredText';

const NOW = new Date('2026-03-04T09:30').getTime();
const BEFORE = new Date('2026-03-01T14:00').getTime();

test('a sentence says when and at which commit costs were measured, as far as known', () => {
  const git = { commit: '1a2b3c4d5e6f', branch: 'main', isDirty: true };
  const text = (capturedAt: number, own?: Partial<typeof git>) => {
    return measuredText({ capturedAt, conditions: own && { git: { commit: git.commit, ...own } } }, NOW);
  };
  assert.equal(text(BEFORE, git), 'Measured 3 days ago at 1a2b3c4 (main), with uncommitted changes');
  assert.equal(text(BEFORE, { isDirty: false }), 'Measured 3 days ago at 1a2b3c4');
  assert.equal(text(BEFORE), 'Measured 3 days ago');
  assert.equal(text(0, {}), 'Measured at 1a2b3c4');
  assert.equal(text(0), '');
});

test('a race build is named beside the time, because its costs are several times those of a usual build', () => {
  const text = (...flags: string[]) => measuredText({ capturedAt: BEFORE, conditions: { flags } }, NOW);
  assert.equal(text('-tags=a', '-race'), 'Measured 3 days ago with -race (several times slower)');
  assert.equal(text('-race', '-race=false'), 'Measured 3 days ago');
});

test('the environment is named beside the time, and a long variable is cut off', () => {
  const text = (environment: Record<string, string>, ...flags: string[]) => {
    return measuredText({ capturedAt: BEFORE, conditions: { environment, flags } }, NOW);
  };
  assert.equal(text({}), 'Measured 3 days ago');
  assert.equal(text({ GOGC: '10', GODEBUG: 'gctrace=1' }), 'Measured 3 days ago with GOGC=10, GODEBUG=gctrace=1');
  assert.equal(text({ GOGC: '10' }, '-race'), 'Measured 3 days ago with -race (several times slower), GOGC=10');
  assert.equal(text({ CGO_CFLAGS: '-O3 '.repeat(50) }), `Measured 3 days ago with ${'CGO_CFLAGS=-O3 '.padEnd(59, '-O3 ')}…`);
});

test('sinceText counts changed and deleted lines', () => {
  const text = (changed: number, removed: number) => sinceText({ changed, removed: Array<number>(removed).fill(1) });
  assert.equal(text(12, 3), '12 lines changed since, 3 removed');
  assert.equal(text(1, 0), '1 line changed since');
  assert.equal(text(0, 1), '1 line removed since');
  assert.equal(text(0, 0), '');
});

test('the known conditions of a capture are in one line', () => {
  const git = { commit: '1a2b3c4d5e6f', branch: 'main', isDirty: true };
  const known = { goVersion: 'go1.26.8', goExperiment: 'simd', maxProcs: 8, cpu: 'Model A', flags: ['-tags=a', '-v'], git };
  const text = 'go1.26.8, GOEXPERIMENT simd, GOMAXPROCS 8, Model A, -tags=a -v, at 1a2b3c4 (main), with uncommitted changes';
  assert.equal(conditionsText(known), text);
  const environment = { GOMAXPROCS: '8', GOGC: '10', GOFLAGS: '-race -mod=mod' };
  const more = { ...known, environment, governor: 'powersave', flags: ['-race', '-v'], git: undefined };
  const variables = 'GOGC=10, GOFLAGS=-race -mod=mod';
  assert.equal(conditionsText(more), `go1.26.8, GOEXPERIMENT simd, GOMAXPROCS 8, ${variables}, Model A, governor powersave, -v`);
  assert.equal(conditionsText({ cpu: 'Model A', environment: { GOMAXPROCS: '4' } }), 'GOMAXPROCS=4, Model A');
  assert.equal(conditionsText({ cpu: 'Model A' }), 'Model A');
  assert.equal(conditionsText(undefined), '');
});
