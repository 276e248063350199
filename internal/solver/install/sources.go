package install

import (
	"archive/tar"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// backend stands in for the build backend of a source package.
//
//go:embed backend.py
var backend []byte

// sources are the versions of a package that have sources.
func (p pip) sources(ctx context.Context, name string) ([]string, error) {
	res, err := p.pip(ctx, "download", "--no-deps", "--no-binary="+name, "--dest", p.temp, name+"==0a0")
	var e *Error
	if err != nil && (!errors.As(err, &e) || e.Offline) {
		return nil, err
	}
	if m := pipFrom.FindSubmatch(res.Stderr); m != nil {
		if all := list(string(m[1])); len(all) > 0 {
			return all, nil
		}
	}
	return nil, &Error{Solver: p.solver, Problem: "pip has no sources of " + name, Remedy: "build it by hand, and give the path of its program"}
}

// sources downloads and unpacks the source package, once.
func (b *build) sources(ctx context.Context) (dir string, downloads []Sum, err error) {
	downloaded, unpacked := filepath.Join(b.work, "downloads"), filepath.Join(b.work, "sources")
	mark := filepath.Join(b.work, "unpacked.json")
	if data, err := os.ReadFile(mark); err == nil && json.Unmarshal(data, &downloads) == nil && len(downloads) > 0 {
		return unpacked, downloads, nil
	}
	for _, dir := range []string{downloaded, unpacked} {
		if err := os.RemoveAll(dir); err != nil {
			return "", nil, &disk.OutputError{Path: dir, Err: err}
		}
		if err := disk.MakeDir(dir); err != nil {
			return "", nil, err
		}
	}
	if b.in.Tell != nil {
		b.in.Tell(Step{Doing: "downloading", Solver: b.spec(), With: "the sources " + b.recipe.Package + " " + b.packed, Folder: downloaded})
	}
	client, err := newPip(ctx, runner{in: b.in, solver: b.spec(), client: b.recipe.Client, temp: b.work})
	if err != nil {
		return "", nil, err
	}
	args := []string{"download", "--no-deps", "--no-binary=" + b.recipe.Package, "--dest", downloaded}
	if b.recipe.Backend != "" {
		standIn := filepath.Join(b.work, "backend")
		if err := disk.MakeDir(standIn); err != nil {
			return "", nil, err
		}
		if err := disk.WriteAtomic(filepath.Join(standIn, b.recipe.Backend+".py"), backend); err != nil {
			return "", nil, err
		}
		client.env = []string{"PYTHONPATH=" + standIn, "ASSAY_PACKAGE=" + b.recipe.Package, "ASSAY_VERSION=" + b.packed}
		args = append(args, "--no-build-isolation")
	}
	if _, err := client.pip(ctx, append(args, b.recipe.Package+"=="+b.packed)...); err != nil {
		return "", nil, err
	}
	archives, _ := filepath.Glob(filepath.Join(downloaded, "*.tar.gz"))
	if len(archives) != 1 {
		return "", nil, &Error{Solver: b.spec(), Problem: "pip has downloaded no archive of sources", Remedy: "try another version"}
	}
	b.in.tell("unpacking", b.spec(), "")
	if err := untar(archives[0], unpacked); err != nil {
		var output *disk.OutputError
		if errors.As(err, &output) {
			return "", nil, err
		}
		return "", nil, &Error{Solver: b.spec(), Problem: "cannot unpack " + filepath.Base(archives[0]), Err: err, Remedy: "try again, or another version"}
	}
	if downloads, err = sums(downloaded); err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(downloads)
	if err != nil {
		return "", nil, err
	}
	return unpacked, downloads, disk.WriteAtomic(mark, data)
}

// untar writes the files of a compressed archive below a folder, without the archive's outermost folder. Links and special files are left out.
func untar(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	r := tar.NewReader(z)
	budget := int64(maxUnpacked)
	for n := 0; ; n++ {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(strings.TrimPrefix(h.Name, "./"), "/")
		switch {
		case n >= maxEntries || h.Size > budget:
			return errTooLarge
		case h.Typeflag != tar.TypeReg || name == "":
			continue
		case !filepath.IsLocal(filepath.FromSlash(name)) || strings.Contains(name, `\`):
			return fmt.Errorf("it has a file %q, which would end up outside the folder", h.Name)
		}
		budget -= h.Size
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := disk.MakeDir(filepath.Dir(to)); err != nil {
			return err
		}
		if err := writeEntry(to, r, os.FileMode(h.Mode)&0o755|0o600); err != nil {
			return err
		}
	}
}

// writeEntry writes one file of an archive.
func writeEntry(to string, r io.Reader, mode os.FileMode) error {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	source := &countedReader{r: r}
	_, err = io.Copy(out, source)
	if err != nil && source.err == nil {
		err = &disk.OutputError{Path: to, Err: err}
	}
	if closeErr := out.Close(); err == nil && closeErr != nil {
		err = &disk.OutputError{Path: to, Err: closeErr}
	}
	return err
}
