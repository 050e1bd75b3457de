/** A Go module with benchmarks that allocate, fail, never end or leave a daemon, and with a server to fetch from. */
export const MODULE: Readonly<Record<string, string>> = {
  'go.mod': 'module example.com/soak\n\ngo 1.22\n',
  'soak.go': `package soak

import (
	"fmt"
	"strings"
)

// Join joins the numbers below n. The benchmarks measure it.
func Join(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(fmt.Sprint(i))
	}
	return b.String()
}
`,
  'soak_test.go': `package soak

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func BenchmarkJoin(b *testing.B) {
	for range b.N {
		Join(1000)
	}
}

func BenchmarkFails(b *testing.B) {
	b.Fatal("as it should")
}

func BenchmarkEndless(b *testing.B) {
	for {
		Join(1000)
	}
}

func BenchmarkLeaves(b *testing.B) {
	child := exec.Command("sleep", "1000")
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	child.Env = os.Environ()
	child.Start()
	for range b.N {
		Join(1000)
	}
}
`,
  'server/main.go': `package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"

	"example.com/soak"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	go func() {
		for {
			soak.Join(1000)
		}
	}()
	http.Serve(listener, nil)
}
`,
};
