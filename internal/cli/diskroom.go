package cli

import (
	"golang.org/x/sys/unix"

	"github.com/assay-smt/assay/internal/report/screen"
)

// diskOf is how much room there is where a folder lies, unknown when the system does not say.
func diskOf(dir string) screen.Disk {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return screen.Disk{}
	}
	block := int64(s.Bsize)                                                          //nolint:unconvert // its type differs between systems
	return screen.Disk{Free: int64(s.Bavail) * block, Size: int64(s.Blocks) * block} //nolint:unconvert,gosec // likewise
}
