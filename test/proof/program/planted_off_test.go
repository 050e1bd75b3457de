//go:build !planted

package proof

const planted = 0
