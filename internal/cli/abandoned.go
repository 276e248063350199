package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// abandoned reports whether a stream leads to a pipe or socket that nobody reads from any more.
func abandoned(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}} //nolint:gosec // descriptors are small
	n, err := unix.Poll(fds, 0)
	return err == nil && n == 1 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
