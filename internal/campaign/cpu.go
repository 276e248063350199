package campaign

import (
	"syscall"
	"time"
)

// processCPU is what the operating system says of this process and of those of its children that have ended.
func processCPU() (own, children time.Duration) {
	return usage(syscall.RUSAGE_SELF), usage(syscall.RUSAGE_CHILDREN)
}

func usage(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
