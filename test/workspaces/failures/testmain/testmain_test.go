// Package testmain has a TestMain that runs nothing.
package testmain

import (
	"fmt"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Println("the database is not there")
}

func BenchmarkNeverReached(b *testing.B) {
	b.Fatal("TestMain does not call m.Run")
}
