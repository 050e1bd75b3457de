//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

func peakBytes(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	// getrusage(2) reports kilobytes, except on Darwin, where it reports bytes.
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) * 1024
}
