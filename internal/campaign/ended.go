package campaign

import (
	"path/filepath"

	"github.com/assay-smt/assay/internal/campaign/store"
)

// Ended reports whether the campaign in a folder came to its end, according to its state. A killed campaign has not ended; one that was never
// begun has.
func Ended(out string) bool {
	if s, err := store.ReadSession(filepath.Join(out, store.FileName)); err == nil && s != nil {
		return s.Ended != ""
	}
	f, err := newestFormer(out)
	return err != nil || f.Ended != ""
}
