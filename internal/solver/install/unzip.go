package install

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// Limits on what a package may contain; packages are not trusted to be well-formed.
const (
	maxEntries  = 50_000
	maxUnpacked = 4 << 30
)

var errTooLarge = errors.New("it is too large")

// unzipProgram writes the file of a wheel whose path ends in name to a path, executable. found is false when there is none.
func unzipProgram(wheel, name, to string) (found bool, err error) {
	err = eachEntry(wheel, func(f *zip.File) (stop bool, err error) {
		inScripts := strings.Contains(f.Name, ".data/scripts/") && path.Base(f.Name) == path.Base(name)
		if f.Name != name && !strings.HasSuffix(f.Name, "/"+name) && !inScripts {
			return false, nil
		}
		found = true
		budget := int64(maxUnpacked)
		return true, unzip(f, to, 0o755, &budget)
	})
	return found, err
}

// unzipTo writes all files of a wheel below a folder, except those for other places.
func unzipTo(wheel, dir string) error {
	budget := int64(maxUnpacked)
	return eachEntry(wheel, func(f *zip.File) (stop bool, err error) {
		first, _, _ := strings.Cut(f.Name, "/")
		if strings.HasSuffix(first, ".data") {
			return false, nil
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := disk.MakeDir(filepath.Dir(to)); err != nil {
			return false, err
		}
		return false, unzip(f, to, 0o644, &budget)
	})
}

// eachEntry calls use for the files of a zip archive until it says stop.
func eachEntry(archive string, use func(*zip.File) (stop bool, err error)) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer func() { _ = z.Close() }()
	if len(z.File) > maxEntries {
		return errTooLarge
	}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") || !f.Mode().IsRegular() {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) || strings.Contains(f.Name, `\`) {
			return fmt.Errorf("it has a file %q, which would end up outside the folder", f.Name)
		}
		if stop, err := use(f); stop || err != nil {
			return err
		}
	}
	return nil
}

// unzip writes one file. The sizes in the archive are only claims.
func unzip(f *zip.File, to string, mode os.FileMode, budget *int64) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	source := &countedReader{r: io.LimitReader(in, *budget+1)}
	_, err = io.Copy(out, source)
	if err != nil && source.err == nil {
		err = &disk.OutputError{Path: to, Err: err}
	}
	if err == nil && source.n > *budget {
		err = errTooLarge
	}
	*budget -= source.n
	if err == nil {
		err = out.Chmod(mode) // whatever the umask
	}
	if closeErr := out.Close(); err == nil && closeErr != nil {
		err = &disk.OutputError{Path: to, Err: closeErr}
	}
	return err
}

// A countedReader remembers how much was read, and why reading failed.
type countedReader struct {
	r   io.Reader
	n   int64
	err error
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}
