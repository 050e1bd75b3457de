// Measure runs a program to its end and says what that took, as JSON in a file:
//
//	measure -result FILE [-stdout FILE] [-limit DURATION] PROGRAM [ARGUMENT...]
//
// It is small itself, because a process's peak memory begins with that of the process that started it.
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

type measured struct {
	WallMs float64 `json:"wallMs"`
	// User and system time of all threads.
	CPUMs float64 `json:"cpuMs"`
	// Peak resident memory; 0 where the system does not tell.
	PeakBytes int64 `json:"peakBytes"`
	Code      int   `json:"code"`
	Expired   bool  `json:"expired"`
}

func main() {
	result := flag.String("result", "", "file for the result")
	stdout := flag.String("stdout", os.DevNull, "file for what the program prints")
	limit := flag.Duration("limit", time.Hour, "the program is ended after that time")
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
	// A file needs no reader while the program runs, unlike a pipe.
	program.Stdout = output
	program.Stderr = os.Stderr
	start := time.Now()
	err = program.Run()
	wall := time.Since(start)
	if program.ProcessState == nil {
		return err
	}
	text, err := json.Marshal(measured{
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
