package disk

import "syscall"

// Room returns the number of bytes that can still be written to the disk of a folder; ok is false where that is not known.
func Room(dir string) (bytes int64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true //nolint:unconvert,gosec // the types differ between systems
}
