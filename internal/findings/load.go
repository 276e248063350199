package findings

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Stored is a finding together with the folder that it lies in.
type Stored struct {
	Dir string
	Finding
}

// Load reads a finding's folder; its finding.json is accepted too.
func Load(dir string) (Stored, error) {
	if filepath.Base(dir) == RecordFile {
		dir = filepath.Dir(dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, RecordFile))
	if err != nil {
		return Stored{}, fmt.Errorf("%s is no finding: %w", dir, err)
	}
	s := Stored{Dir: dir}
	if err := json.Unmarshal(data, &s.Finding); err != nil {
		return Stored{}, fmt.Errorf("%s: %w", filepath.Join(dir, RecordFile), err)
	}
	if s.Format < oldestFormat || s.Format > Format {
		return Stored{}, fmt.Errorf("%s: format %d, this program reads formats %d to %d", filepath.Join(dir, RecordFile), s.Format, oldestFormat, Format)
	}
	return s, nil
}

// LoadAll reads all findings of a campaign's output folder, or of its findings folder, in the order of their
// names. Folders that cannot be read are reported together in the error, next to the findings that can.
func LoadAll(out string) ([]Stored, error) {
	if dir := filepath.Join(out, Folder); isDir(dir) {
		out = dir
	}
	entries, err := os.ReadDir(out)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Stored
	var bad []error
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		s, err := Load(filepath.Join(out, e.Name()))
		if err != nil {
			bad = append(bad, err)
			continue
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Stored) int { return strings.Compare(a.Dir, b.Dir) })
	return all, errors.Join(bad...)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
