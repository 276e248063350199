// Package cputime reads the processor time that the operating system counts.
package cputime

import (
	"syscall"
	"time"
)

// Own returns the processor time of this process so far, including the garbage collector's; 0 if the system does not say.
func Own() time.Duration { return usage(syscall.RUSAGE_SELF) }

// Children returns the processor time of the processes below this one that have ended.
func Children() time.Duration { return usage(syscall.RUSAGE_CHILDREN) }

// Both returns Own and Children.
func Both() (own, children time.Duration) { return Own(), Children() }

func usage(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
