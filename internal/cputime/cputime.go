// Package cputime reads the processor time that the operating system counts.
package cputime

import (
	"syscall"
	"time"
)

// Own returns the processor time of this process so far, the garbage collector's included; 0 where the system does not say.
func Own() time.Duration { return usage(syscall.RUSAGE_SELF) }

// Children returns that of the processes below this one that have ended.
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
