// Package app uses two other modules of the workspace.
package app

import (
	shout "example.com/UPPER/Case"
	"example.com/lib"
)

// Greet makes a loud greeting, backwards.
func Greet(name string) string {
	return lib.Reverse(shout.Shout("hello " + name))
}
