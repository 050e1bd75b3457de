import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LiveProfiles } from '../../../src/features/program/liveProfiles';
import { mergedBytes } from '../../../src/engine/node/exportToFile';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { MAX_BYTES, profiled } from './programRun';
import { stacksOf } from './wallStacks';

/** Ends while five of its goroutines wait; with `signals`, it handles signals itself. */
const program = (signals: boolean): string => `package main

import (
	"os"
	"os/signal"
	"time"
)

func main() {
	for i := 0; i < 5; i++ {
		go func() { select {} }()
	}
	${signals ? 'signal.Notify(make(chan os.Signal, 1), os.Interrupt)' : '_ = signal.Ignored(os.Interrupt)'}
	time.Sleep(300 * time.Millisecond)
	os.Exit(0)
}
`;

type Merged = Parameters<typeof mergedBytes>[0];

for (const signals of [false, true]) {
  const does = signals ? 'handles' : 'does not handle';
  test(`the goroutines of a program that ${does} signals are its own, with the one that ends it`, async () => {
    const kinds = ['cpu', 'goroutine', 'wall'] as const;
    const files = { 'main.go': program(signals) };
    await profiled(files, kinds, undefined, async (_ended, { folder, program: { agentPrefix } }) => {
      const { signal } = new AbortController();
      const written = (await folder.profileOf('goroutine', MAX_BYTES, signal))!;
      let shown: Uint8Array = new Uint8Array();
      const live = new LiveProfiles({
        engine: { ask: (_: string, params: Merged) => mergedBytes(params, signal) } as never,
        inProgress: { take: async (_: unknown, now: Uint8Array) => void (shown = now), profiles: () => [] } as never,
        known: {} as never, figures: {} as never, agentPrefix, isTraced: false,
        onShown: () => undefined, onWanted: () => undefined,
      });
      await live.add('goroutine', written, { usesSignals: await folder.usesSignals() });
      const profile = decodeProfile(new Uint8Array(gunzipSync(shown)));
      const { values, stacks, sampleCount } = profile;
      const found = [...stacksOf(profile)];
      // Five, main, and the one that passes on signals, which the program without signals has for the agent only.
      const count = values[0].reduce((sum, each) => sum + each, 0);
      assert.equal(count, signals ? 7 : 6, found.map(({ names }) => names.join(' < ')).join('\n'));
      const depths = Array.from({ length: sampleCount }, (_, at) => stacks.offsets[at + 1]! - stacks.offsets[at]!);
      assert.ok(depths.every((depth) => depth > 0));
      // The agent's file has an init function of package main.
      assert.deepEqual(found.flatMap(({ names }) => names.filter((name) => name.startsWith('main.init'))), []);
    });
  });
}
