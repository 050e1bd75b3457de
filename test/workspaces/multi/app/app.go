// Package app uses two other modules of the workspace.
package app

import (
	shout "example.com/UPPER/Case"
	"example.com/lib"
)

// Greet returns a greeting in capitals, backwards.
func Greet(name string) string {
	return lib.Reverse(shout.Shout("hello " + name))
}
