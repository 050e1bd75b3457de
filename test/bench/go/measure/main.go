// Measure runs a program and writes its time and memory to a file, as JSON:
//
//	measure -result FILE [-stdout FILE] [-limit DURATION] PROGRAM [ARGUMENT...]
//
// Measure itself is small, because the peak memory of a process is at least that of its parent.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"
)

type measurement struct {
	WallMs float64 `json:"wallMs"`
	// User and system time of all threads.
	CPUMs float64 `json:"cpuMs"`
	// Peak resident memory; 0 if the system does not report it.
	PeakBytes int64 `json:"peakBytes"`
	Code      int   `json:"code"`
	Expired   bool  `json:"expired"`
}

func main() {
	result := flag.String("result", "", "file for the result")
	stdout := flag.String("stdout", os.DevNull, "file for what the program prints")
	limit := flag.Duration("limit", time.Hour, "time limit for the program")
	flag.Parse()
	if err := measure(*result, *stdout, *limit, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(result, stdout string, limit time.Duration, command []string) error {
	output, err := os.Create(stdout)
	if stdout == os.DevNull {
		output, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	if err != nil {
		return err
	}
	defer output.Close()
	limited, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	program := exec.CommandContext(limited, command[0], command[1:]...)
	// Unlike a pipe, a file needs no reader while the program runs.
	program.Stdout = output
	program.Stderr = os.Stderr
	start := time.Now()
	err = program.Run()
	wall := time.Since(start)
	if program.ProcessState == nil {
		return err
	}
	text, err := json.Marshal(measurement{
		WallMs:    milliseconds(wall),
		CPUMs:     milliseconds(program.ProcessState.UserTime() + program.ProcessState.SystemTime()),
		PeakBytes: peakBytes(program.ProcessState),
		Code:      program.ProcessState.ExitCode(),
		Expired:   limited.Err() != nil,
	})
	if err != nil {
		return err
	}
	return os.WriteFile(result, text, 0o644)
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration) / float64(time.Millisecond)
}
