package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A full disk and an interruption are not mistakes on the command line, wherever they come up.
func TestUsage(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		code int
	}{
		"a mistake":   {errors.New("a record of something else"), exitUsage},
		"output":      {fmt.Errorf("record: %w", &disk.OutputError{Path: "x", Err: syscall.EACCES}), exitOutput},
		"a full disk": {&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, exitOutput},
		"interrupted": {context.Canceled, exitInterrupted},
	} {
		if code, _ := classify(usage(tt.err)); code != tt.code {
			t.Errorf("%s: exit %d, want %d", name, code, tt.code)
		}
	}
}

// Too few and too many arguments are the user's mistakes, and none of them an error inside Assay.
func TestWrongNumbersOfArguments(t *testing.T) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for n := range 6 {
			err := cmd.ValidateArgs(slices.Repeat([]string{"x"}, n))
			if code, _ := classify(err); err != nil && code != exitUsage {
				t.Errorf("%s with %d arguments: exit %d, want %d: %v", cmd.CommandPath(), n, code, exitUsage, err)
			}
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(nowhere()))
}
