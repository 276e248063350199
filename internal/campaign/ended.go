package campaign

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Ended reports whether the campaign in a folder came to its end, according to its state. A killed campaign has not ended; one that was never
// begun has.
func Ended(out string) bool {
	data, err := os.ReadFile(filepath.Join(out, StateFile))
	if err != nil {
		return true
	}
	var s struct {
		Ended EndReason `json:"ended"`
	}
	return json.Unmarshal(data, &s) == nil && s.Ended != ""
}
