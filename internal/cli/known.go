package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/findings/known"
)

// noKnown is the list that switches off the bugs that come with Assay.
const noKnown = "none"

// knownFlags choose lists of known bugs.
type knownFlags struct{ Paths []string }

func (k *knownFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&k.Paths, "known", nil,
		"known bugs, which do not count: a `FILE`, or a folder with known.txt or other lists, such as another campaign's (repeatable); the list in the campaign's own folder and the bugs that come with Assay are used as well, the latter unless there is --known none")
}

// load reads the lists, first that of the campaign in the folder out, "" for none. own is that list, empty when there is none.
func (k *knownFlags) load(out string) (all, own *known.List, err error) {
	all, own = &known.List{}, &known.List{}
	file := filepath.Join(out, known.FileName)
	if _, err := os.Lstat(file); err == nil && out != "" { // a folder that cannot be used is a separate matter
		if own, err = known.Load(file); err != nil {
			return nil, nil, knownError(file, err)
		}
	}
	all.Entries = append(all.Entries, own.Entries...)
	for _, path := range k.Paths {
		if path == noKnown {
			continue
		}
		l, err := known.Load(path)
		if err != nil {
			return nil, nil, knownError(path, err)
		}
		all.Entries = append(all.Entries, l.Entries...)
	}
	if slices.Contains(k.Paths, noKnown) {
		return all, own, nil
	}
	// Last, so that what somebody decided about a bug comes first.
	shipped, err := known.Shipped()
	if err != nil {
		return nil, nil, err
	}
	all.Entries = append(all.Entries, shipped.Entries...)
	return all, own, nil
}

// knownError is the error for a list that cannot be used.
func knownError(path string, err error) error {
	var mistake *known.Error
	switch {
	case errors.As(err, &mistake):
		return err
	case errors.Is(err, os.ErrNotExist):
		return missingFile(path, err)
	}
	return usagef("--known: %w", plainPathError(err))
}
