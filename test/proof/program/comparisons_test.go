package proof

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// TestMain sets the samples per second of CPU profiles. Package testing then fails to set its own rate, and Go prints a
// warning.
func TestMain(m *testing.M) {
	if rate, err := strconv.Atoi(os.Getenv("PROOF_CPU_RATE")); err == nil {
		runtime.SetCPUProfileRate(rate)
	}
	os.Exit(m.Run())
}

// BenchmarkPlanted spends 5, 10, 20 and 65 % of its time in its lines; with the tag planted, 20 % more in the first. It
// runs on all processors, to take many samples in little time.
func BenchmarkPlanted(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		x := uint64(1)
		for pb.Next() {
			x = mix(x, 5+planted)
			x = mix(x, 10)
			x = mix(x, 20)
			x = mix(x, 65)
		}
		runtime.KeepAlive(x)
	})
}

//go:noinline
func mix(x uint64, n int) uint64 {
	for range n * 1000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// BenchmarkPlantedSpace allocates 5 and 95 % of its objects in its lines; with the tag planted, 20 % more in the first.
func BenchmarkPlantedSpace(b *testing.B) {
	for range b.N {
		allocate(64, 100+20*planted)
		allocate(64, 1900)
	}
}

// BenchmarkExtracted spends 60 % of its time in a loop of compute; with the tag extracted, in a function that compute
// calls.
func BenchmarkExtracted(b *testing.B) {
	for range b.N {
		compute(60)
		spin(40)
	}
}

//go:noinline
func rounds(x uint64, n int) uint64 {
	last = make([]byte, 64)
	for range n * 1000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}
