import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileKind } from '../../../src/go/captureTypes';
import { measure } from '../../proof/measure';
import { withWorld } from './module';

const TESTS = `package a

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"testing"
)

var sum int
var sink []byte

//go:noinline
func spin(n int) {
	for i := 0; i < n; i++ {
		sum += i ^ sum
	}
}

//go:noinline
func workOfChild() { spin(60_000_000) }

//go:noinline
func workOfParent() { spin(60_000_000) }

func BenchmarkStops(b *testing.B) {
	pprof.StartCPUProfile(&bytes.Buffer{})
	defer pprof.StopCPUProfile()
	for i := 0; i < b.N; i++ {
		spin(10_000_000)
	}
}

func BenchmarkRate(b *testing.B) {
	runtime.MemProfileRate = 64 << 20
	for i := 0; i < b.N; i++ {
		sink = make([]byte, 4096)
	}
}

func BenchmarkOwnArguments(b *testing.B) {
	if os.Getenv("CHILD") != "" {
		workOfChild()
		return
	}
	for i := 0; i < b.N; i++ {
		// The file of the profile is renamed by then.
		workOfParent()
		child := exec.Command(os.Args[0], os.Args[1:]...)
		child.Env = append(os.Environ(), "CHILD=1")
		if out, err := child.CombinedOutput(); err != nil {
			b.Fatal(err, string(out))
		}
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("CHILD") == "main" {
		// So long that the start of the process is less than a tenth.
		for range 8 {
			workOfChild()
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func BenchmarkWaits(b *testing.B) {
	for i := 0; i < b.N; i++ {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "CHILD=main")
		child.Run()
	}
}

func BenchmarkNoLoop(b *testing.B) { spin(10_000_000) }

func loop(b *testing.B, size int) {
	sink = make([]byte, 1 << 20)
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		spin(size)
		b.StartTimer()
		sink = make([]byte, 4096)
		spin(size)
	}
	b.StopTimer()
}

func BenchmarkHonest(b *testing.B) { b.Run("case", func(b *testing.B) { loop(b, 1_000_000) }) }
`;

test('profiles and results that do not fit their run say why, with the line, and honest ones fit', () =>
  withWorld({ 'go.mod': 'module example.com/a\n\ngo 1.22\n', 'a_test.go': TESTS }, async ({ root: folder, go }) => {
    const misfitsOf = async (name: string, benchtime: string, ...kinds: ProfileKind[]) => {
      const { capture, profiles } = await measure({ folder, name, kinds, benchtime, go });
      const decoded = [...profiles.values()].map((profile) => profile.decoded);
      return { texts: [capture, ...capture.profiles].map(({ misfit }) => misfit?.text ?? ''), decoded };
    };
    const stops = await misfitsOf('BenchmarkStops', '50x', 'cpu');
    assert.match(stops.texts[1], /^BenchmarkStops starts or stops the cpu profile itself \(a_test\.go:29\), so its cpu profile has only /);
    assert.match((await misfitsOf('BenchmarkRate', '1000x', 'memory')).texts[1], /sets runtime\.MemProfileRate .*\(a_test\.go:37\)/);
    // A profile of so few operations may have no sample in which a process is started.
    const waits = await misfitsOf('BenchmarkWaits', '5x', 'cpu');
    assert.match(waits.texts[1], /it (?:starts|may wait for) child processes \(exec\.Command, a_test\.go:72\)/);
    assert.match((await misfitsOf('BenchmarkNoLoop', '100x', 'cpu')).texts[0], /^BenchmarkNoLoop does not loop b\.N times \(a_test\.go:78\)/);
    assert.deepEqual((await misfitsOf('BenchmarkHonest/case', '100x', 'cpu', 'memory')).texts, ['', '', '']);
    const { decoded: [profile] } = await misfitsOf('BenchmarkOwnArguments', '10x', 'cpu');
    const names = Array.from(profile.functions.name, (name) => profile.strings.get(name)).join(' ');
    assert.match(names, /workOfParent/);
    assert.doesNotMatch(names, /workOfChild/);
  }));
