import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedOf } from '../../../src/captures/comparison';
import { withoutFirmLine } from '../../../src/captures/firmLines';
import { FIRM_CHANGE, FIRM_IN_TURNS } from '../../../src/profile/answers/changes';
import { subtractBase } from '../../../src/profile/refine/subtractBase';
import { perOperation } from '../../../src/profile/refine/relativeValues';
import { filesOf } from '../../../src/profile/lines/frames';
import { measure, type ProofCapture } from '../../proof/measure';
import { changesOf } from '../../shared/inOneStep';
import { withWorld } from './module';

/** The environment stands for the machine: with SLOW=3, each operation takes three times as long. */
const TESTS = `package a

import (
	"os"
	"strconv"
	"testing"
)

var times, _ = strconv.Atoi(os.Getenv("SLOW"))

var sink int

//go:noinline
func spin() {
	for i := range 200_000 {
		sink += i % 7
	}
}

func BenchmarkSpin(b *testing.B) {
	for b.Loop() {
		for range times {
			spin()
		}
	}
}
`;
const FILES = { 'go.mod': 'module example.com/drift\n\ngo 1.24\n', 'a_test.go': TESTS };

/** The lines that are firm in the comparison of two captures of one program. */
function firmLines(now: ProofCapture, before: ProofCapture, inTurns: boolean) {
  const capture = { ...now.capture, id: 'now', ...(inTurns && { turns: TURNS }) };
  const options = { mode: 'diff_base', normalize: false, totals: false } as const;
  const baseline = { capture: { ...before.capture, id: 'before' }, movedFiles: () => [], ...options };
  const [ours, earlier] = [now, before].map(({ profiles }) => profiles.get('cpu')!);
  const compared = comparedOf(baseline, capture, ours!.loaded)!;
  const [profile, base] = [ours!, earlier!].map(({ decoded, operations }) => perOperation(decoded, operations!));
  const difference = subtractBase(profile!, base!, { mode: 'diff_base', keepSamples: true, turns: compared.turns });
  const cpu = difference.sampleTypes.findIndex(({ type }) => type === 'cpu');
  const changes = changesOf(difference, cpu)!.lines.ofFiles(filesOf(difference));
  const isFirm = (judgement: number) => judgement === FIRM_CHANGE || judgement === FIRM_IN_TURNS;
  const count = changes.flatMap(({ flat, cum }) => [...flat.judgement, ...cum.judgement]).filter(isFirm).length;
  const shown = { capture, profile: ours!.loaded, sampleType: cpu, queryId: 1, refinement: {} };
  return { count, compared, active: { ...shown, baseline: compared } };
}

const TURNS = {
  base: { id: 'before', capturedAt: 0 }, before: [], wanted: 10, notes: [], changes: [], timeVaries: 0.02,
};

test('lines are not firm if runs in turns show no difference, because the machine was slower when the earlier profile was taken', () =>
  withWorld(FILES, async ({ root, go }) => {
    const captureAt = (slow: number) => {
      const env = { ...go.env, SLOW: `${slow}` };
      return measure({ folder: root, name: 'BenchmarkSpin', kinds: ['cpu'], benchtime: '4000x', go: { ...go, env } });
    };
    const [before, now] = [await captureAt(3), await captureAt(1)];
    assert.ok(firmLines(now, before, false).count > 0, 'without runs in turns, nothing tells the machine from the code');
    const { count, compared, active } = firmLines(now, before, true);
    assert.equal(count, 0);
    assert.ok(compared.turns!.drift! < 0.8, `${compared.turns!.drift}`);
    const engine = { ask: async () => [] } as never;
    const { whyNone } = await withoutFirmLine(engine, active as never);
    assert.match(whyNone!, /^the machine or its environment was \d\.?\d?× as slow when the earlier one was taken$/);
  }));
