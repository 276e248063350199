package main

import (
	"syscall"
	"unsafe"
)

// defaultAction restores the effect that a signal has in a program without handlers.
func defaultAction(sig syscall.Signal) {
	var zeros [64]byte // a struct sigaction: SIG_DFL, no flags
	const sigsetSize = 8
	_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig),
		uintptr(unsafe.Pointer(&zeros[0])), 0, sigsetSize, 0, 0)
}
