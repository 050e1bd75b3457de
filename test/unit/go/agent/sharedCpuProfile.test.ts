import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { agentText } from '../../../../src/go/agent/agentText';
import { sharedCpuProfile } from '../../../../src/go/agent/sharedCpuProfile';

const PPROF = `package pprof

import (
	"io"
	"sync"
	"time"
)

var cpu struct {
	sync.Mutex
	profiling bool
}

func StartCPUProfile(w io.Writer) error {
	const hz = 100
	return nil
}

func profileWriter(w io.Writer) {
	for {
		if eof {
			break
		}
	}
	cpu.done <- true
}

func StopCPUProfile() {
}
`;

test('lines of runtime/pprof keep their numbers, and Go\'s own functions have other names', () => {
  const shared = sharedCpuProfile(PPROF)!;
  const lines = PPROF.trimEnd().split('\n');
  const changed = shared.split('\n').slice(0, lines.length).filter((line, at) => line !== lines[at]);
  assert.deepEqual(changed, [
    'func linecostStart(w io.Writer) error {', '\t\tif eof { linecost.hasRead()', '\tlinecost.hasWritten(w)', 'func linecostStop() {',
  ]);
});

test('a runtime/pprof that is not as expected is left as it is', () => {
  assert.equal(sharedCpuProfile(''), undefined);
  assert.equal(sharedCpuProfile(PPROF.replace('func StopCPUProfile() {', 'func StopCPUProfile(now bool) {')), undefined);
});

test('every variant of the agent is a Go file in the format of gofmt, but for the alignment of names', () => {
  const prefix = 'linecost01234567';
  for (const goos of ['linux', 'windows']) {
    for (const goMinor of [20, 23, 26]) {
      for (const sharesCpuProfile of [true, false]) {
        const text = agentText({ prefix, goMinor, goos, sharesCpuProfile });
        execFileSync('gofmt', ['-e'], { input: text });
        // A name without the prefix could be one of the program.
        const declared = [...text.matchAll(/^(?:func|type|var) (\w+)/gm)].map(([, name]) => name!);
        assert.deepEqual(declared.filter((name) => name !== 'init' && !name.startsWith(prefix)), []);
      }
    }
  }
});
