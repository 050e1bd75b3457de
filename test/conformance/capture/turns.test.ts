import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import type { CapturedProfile, GoTestRequest } from '../../../src/go/captureTypes';
import { profileInTurns, readRound, type TakenProfile, takenProfiles } from '../../../src/features/profile/profiledRounds';
import { GoTest } from '../../../src/go/test/goTest';
import { inTurns } from '../../../src/go/test/inTurns';
import { pprofTop, requestFor, run, withWorld, type World } from './module';

const TESTS = `package a

import (
	"os"
	"testing"
)

var sink []byte

func BenchmarkAll(b *testing.B) {
	if _, err := os.Stat("here.txt"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		sink = make([]byte, SIZE)
	}
}
`;
const sized = (size: number) => TESTS.replace('SIZE', String(size));
const FILES = { 'go.mod': 'module example.com/a\n\ngo 1.24\n', 'a_test.go': sized(4096), 'here.txt': '' };

/** Measures the benchmark and stores its program, changes the code, and calls `body` with the new build. */
async function withEarlierProgram(
  body: (test: GoTest, world: World, abort: AbortController) => Promise<void>,
  { size = 64, ...more }: Partial<GoTestRequest> & { readonly size?: number } = {},
): Promise<void> {
  await withWorld(FILES, async (world) => {
    const program = join(world.root, 'earlier');
    await run(world, 'BenchmarkAll', { programFile: program, kinds: [] });
    writeFileSync(join(world.root, 'a_test.go'), sized(size));
    const abort = new AbortController();
    const request = requestFor(world, 'BenchmarkAll', { earlierProgram: program, kinds: [], ...more });
    const built = await GoTest.build(request, () => undefined, abort.signal);
    try {
      await body(built, world, abort);
    } finally {
      await built.close();
    }
    assert.deepEqual(readdirSync(world.temp), []);
    assert.equal(readFileSync(program).length > 1 << 20, true, 'the earlier program is gone');
  });
}

/** The iterations of each result, and its bytes per operation, rounded: the runtime may allocate some bytes itself. */
const bytesIn = (output: string) =>
  parseBenchmarks(output).results.map(({ iterations, values }) => {
    return [iterations, 64 * Math.round(values.find(({ unit }) => unit === 'B/op')!.value / 64)];
  });

test('the earlier program and the new one run in turns, each with its own code, and each turn gives one result', async () => {
  await withEarlierProgram(async (built) => {
    const turns = await inTurns(2, (side) => built.turn(side));
    assert.deepEqual(turns.before.map(bytesIn), [[[1000, 4096]], [[1000, 4096]]]);
    assert.deepEqual(turns.now.map(bytesIn), [[[1000, 64]], [[1000, 64]]]);
    assert.equal(built.build.isEarlierProgram, false);
    assert.match(built.build.goVersion, /^go1\./);
    assert.match(turns.now[0], /^goos: /m);
  }, { count: 3, benchtime: '1000x' });
});

test('a turn uses the flags in GOFLAGS, as go test does, except the count and what the request overrides', async () => {
  await withEarlierProgram(async (built, world) => {
    const names = (output: string) => parseBenchmarks(output).results.map(({ name, iterations }) => [name, iterations]);
    const go = { ...world.go, env: { ...world.go.env, GOFLAGS: '-cpu=1,3 -count=2 -benchtime=7x -mod=mod' } };
    await withGo(world, go, async (other) => {
      const expected = [['BenchmarkAll', 10], ['BenchmarkAll-3', 10]];
      assert.deepEqual(names(await other.turn('now')), expected);
      assert.deepEqual(names(await other.time()), [expected, expected].flat().sort());
    });
    assert.equal(names(await built.turn('now')).length, 1);
  });
});

/** Builds the benchmark in another Go environment, and calls `body` with the build. */
async function withGo(world: World, go: GoTestRequest['go'], body: (test: GoTest) => Promise<void>): Promise<void> {
  const request = requestFor(world, 'BenchmarkAll', { go, kinds: [] });
  const test = await GoTest.build(request, () => undefined, new AbortController().signal);
  await body(test).finally(() => test.close());
}

test('a build of unchanged code is the earlier program', async () => {
  await withEarlierProgram(async (built) => assert.equal(built.build.isEarlierProgram, true), { size: 4096 });
});

test('the failure of a turn has the reason, but a location only for the new program', async () => {
  await withEarlierProgram(async (built, world) => {
    rmSync(join(world.root, 'here.txt'));
    const errorOf = (side: 'before' | 'now') => built.turn(side).then(() => undefined, (error: unknown) => error);
    const [before, now] = [await errorOf('before'), await errorOf('now')] as { message: string; location?: object }[];
    for (const error of [before, now]) assert.match(error!.message, /^BenchmarkAll fails: stat here.txt: .* \(a_test\.go:12\)\.$/);
    assert.equal(before!.location, undefined);
    assert.equal((now!.location as { line: number }).line, 12);
  });
});

test('cancelling during a turn keeps the complete pairs, and leaves no files', async () => {
  await withEarlierProgram(async (built, _world, abort) => {
    const turns = await inTurns(50, (side, round) => {
      if (round === 3) setTimeout(() => abort.abort(), 50);
      return built.turn(side);
    });
    assert.equal(turns.before.length, turns.now.length);
    assert.ok(turns.stopped!.round >= 3, `stopped in round ${turns.stopped!.round}`);
    assert.equal((turns.stopped!.error as Error).name, 'AbortError');
  }, { benchtime: '30ms' });
});

test('with -exec, measuring in turns is refused before the build', async () => {
  await withWorld(FILES, async (world) => {
    const go = { ...world.go, buildFlags: ['-exec=./wrap.sh'] };
    const request = requestFor(world, 'BenchmarkAll', { earlierProgram: join(world.root, 'here.txt'), go });
    const building = GoTest.build(request, () => undefined, new AbortController().signal);
    await assert.rejects(building, /^CaptureError: Programs cannot be measured in turns with -exec/);
    assert.deepEqual(readdirSync(world.temp), []);
  });
});

test('a missing earlier program is reported before the build', async () => {
  await withWorld(FILES, async (world) => {
    const request = requestFor(world, 'BenchmarkAll', { earlierProgram: join(world.root, 'none') });
    let output = '';
    const building = GoTest.build(request, (text) => (output += text), new AbortController().signal);
    await assert.rejects(building, { name: 'CaptureError', failure: 'programGone' });
    assert.equal(output, '');
    assert.deepEqual(readdirSync(world.temp), []);
  });
});

/** The bytes that `go tool pprof -top` says a benchmark allocated itself. */
const allocatedIn = (world: World, bytes: Uint8Array) => {
  const top = pprofTop(world.temp, bytes, '-sample_index=alloc_space', '-unit=B');
  return Number(/^ *(\d+)B .*\.BenchmarkAll$/m.exec(top)?.[1]);
};

for (const benchtime of ['500x', '2ms']) {
  test(`with -benchtime=${benchtime}, both programs are profiled, and the sum of the rounds has the operations of each`, async () => {
    await withEarlierProgram(async (built, world) => {
      await built.time();
      assert.equal(built.haveKnownOperations(['memory']), true);
      const rounds = await profileInTurns({
        now: async () => readRound(built, await built.measure('memory')),
        earlier: async () => readRound(built, await built.measureEarlier('memory')),
      });
      const check = async (side: readonly (readonly CapturedProfile[])[], size: number) => {
        const [{ profile, rounds: parts }] = takenProfiles(side) as readonly [TakenProfile];
        const { iterations = [] } = profile;
        assert.equal(iterations.length, 4);
        if (benchtime === '500x') assert.deepEqual(iterations, [500, 500, 500, 500]);
        const sources = parts.map((bytes) => ({ kind: 'bytes', bytes }) as const);
        const bytes = await new NodeStore().answer('mergedBytes', { sources }, new AbortController().signal);
        const surplus = allocatedIn(world, bytes) - size * iterations.reduce((sum, count) => sum + count, 0);
        // The runtime allocates some bytes itself.
        assert.ok(surplus >= 0 && surplus < 4096, `${surplus}`);
      };
      await check(rounds.now, 64);
      await check(rounds.earlier as readonly (readonly CapturedProfile[])[], 4096);
    }, { count: 2, benchtime, kinds: ['memory'], memProfileRate: 1 });
  });
}
