package cli

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/findings/known"
)

// knownFlags choose lists of known bugs.
type knownFlags struct{ Paths []string }

func (k *knownFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&k.Paths, "known", nil,
		"known bugs, which do not count: a `FILE`, or a folder with known.txt or other lists, such as another campaign's (repeatable); the list in the campaign's own folder and the bugs that come with Assay are used as well, the latter unless there is --known none")
}

// load reads the lists, first that of the campaign in the folder out, "" for none. own is that list, empty when there is none.
func (k *knownFlags) load(out string) (all, own *known.List, err error) {
	all, own, err = known.LoadAll(out, k.Paths)
	return all, own, knownError(err)
}

// knownError is the error for a list that cannot be used.
func knownError(err error) error {
	var path *known.PathError
	if !errors.As(err, &path) {
		return err
	}
	var mistake *known.Error
	switch {
	case errors.As(err, &mistake):
		return path.Err
	case errors.Is(err, os.ErrNotExist):
		return missingFile(path.Path, path.Err)
	}
	return usagef("--known: %w", plainPathError(path.Err))
}
