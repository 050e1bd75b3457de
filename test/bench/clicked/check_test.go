package checked

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func BenchmarkCheck(b *testing.B) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	folder := filepath.Join(strings.TrimSpace(string(goroot)), "src", "encoding", "json")
	for b.Loop() {
		if _, err := Check(folder); err != nil {
			b.Fatal(err)
		}
	}
}
