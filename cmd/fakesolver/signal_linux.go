package main

import (
	"syscall"
	"time"
	"unsafe"
)

// awaitLimit waits until the size of files is limited, which happens from outside and after the start.
func awaitLimit() {
	var l syscall.Rlimit
	for syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l) == nil && l.Cur == ^uint64(0) {
		time.Sleep(time.Millisecond)
	}
}

// defaultAction restores the effect that a signal has in a program without handlers.
func defaultAction(sig syscall.Signal) {
	var zeros [64]byte // a struct sigaction: SIG_DFL, no flags
	const sigsetSize = 8
	_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig),
		uintptr(unsafe.Pointer(&zeros[0])), 0, sigsetSize, 0, 0)
}
