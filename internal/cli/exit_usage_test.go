package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

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
