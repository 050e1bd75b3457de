import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentFrames } from '../../../../src/go/agent/agentFrames';

test('functions of the agent and what writes its profile are its own, and no function of the program is', () => {
  const pattern = new RegExp(agentFrames('main.linecost01234567'));
  const own = [
    'main.(*linecost01234567Agent).follow', 'main.linecost01234567isHandled', 'runtime/pprof.profileWriter',
    'runtime/pprof.linecostStop', 'runtime/pprof.(*linecostPieces).turn', 'runtime.ensureSigM.func1',
  ];
  const others = ['main.main', 'main.(*linecostX).follow', 'runtime/pprof.StartCPUProfile', 'runtime.mcall', 'xmain.linecost01234567'];
  assert.deepEqual(own.filter((name) => !pattern.test(name)), []);
  assert.deepEqual(others.filter((name) => pattern.test(name)), []);
});

test('where the runtime takes the trace of the agent is its own, but not in a program that takes its own trace', () => {
  const own = ['runtime.(*traceAdvancerState).start.func1', 'runtime.traceStartReadCPU.func1'];
  const found = (isTraced: boolean) => own.filter((name) => new RegExp(agentFrames('main.linecost01234567', isTraced)).test(name));
  assert.deepEqual([found(true), found(false)], [own, []]);
});
