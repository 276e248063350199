//go:build race

package testdepth

// Race says that the race detector is on. It multiplies the memory and the time that code takes.
const Race = true
