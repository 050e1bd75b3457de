import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentGoroutines } from '../../../../src/go/agent/agentFrames';

test('goroutines of the agent, and those that are just ending, are not the program\'s', () => {
  const own = new RegExp(agentGoroutines('main.linecost1a2b', { usesSignals: true, isTraced: false }));
  const ignored = ['main.(*linecost1a2bAgent).follow', 'main.(*linecost1a2bWall).follow', 'runtime/pprof.profileWriter', 'runtime.goexit1'];
  const kept = ['main.main', 'main.follow', 'main.(*linecost1a2bAgent).finish', 'runtime.goexit', 'runtime.Goexit', 'os/signal.loop'];
  assert.deepEqual([...ignored, ...kept].filter((name) => own.test(name)), ignored);
});
