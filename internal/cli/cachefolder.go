package cli

import (
	"os"
	"path/filepath"
)

// cacheFolder is the folder that keeps what is compiled on this machine, "" when there is none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay")
}
