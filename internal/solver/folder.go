package solver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// eachTOML calls read with every file in a folder that ends in .toml, in the order of their names, up to the first error. A folder that
// does not exist holds none. what names the files in errors of the file system.
func eachTOML(dir, what string, read func(file string, data []byte) error) error {
	files, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	for _, f := range files {
		if f.IsDir() || filepath.Ext(f.Name()) != ".toml" {
			continue
		}
		file := filepath.Join(dir, f.Name())
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if err := read(file, data); err != nil {
			return err
		}
	}
	return nil
}
