package install

import (
	"archive/tar"
	"cmp"
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
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/solver"
)

// backend stands in for the build backend of a source package.
//
//go:embed backend.py
var backend []byte

// A sourceClient is a package client that has sources.
type sourceClient interface {
	// sources are the versions of a package that have sources. missing says which lists of them could not be had.
	sources(ctx context.Context, name string) (versions []string, missing []error, err error)
	// fetchSources downloads the sources of one version of a recipe's package, an archive, into a folder.
	fetchSources(ctx context.Context, r solver.Recipe, packed, to string) error
}

// sourceClient finds the package client of a recipe. temp is a folder for its files.
func (in *Installer) sourceClient(ctx context.Context, spec string, r solver.Recipe, temp string) (sourceClient, error) {
	of := runner{in: in, solver: spec, client: r.Client, temp: temp}
	if r.Client == solver.ClientApt {
		return newAptSources(ctx, of, r.Suites)
	}
	return newPip(ctx, of)
}

func (p pip) sources(ctx context.Context, name string) (versions []string, missing []error, err error) {
	res, err := p.pip(ctx, "download", "--no-deps", "--no-binary="+name, "--dest", p.temp, name+"==0a0")
	var e *Error
	if err != nil && (!errors.As(err, &e) || e.Offline) {
		return nil, nil, err
	}
	if m := pipFrom.FindSubmatch(res.Stderr); m != nil {
		if all := list(string(m[1])); len(all) > 0 {
			return all, nil, nil
		}
	}
	return nil, nil, &Error{Solver: p.solver, Problem: "pip has no sources of " + name, Remedy: "build it by hand, and give the path of its program"}
}

func (p pip) fetchSources(ctx context.Context, r solver.Recipe, packed, to string) error {
	args := []string{"download", "--no-deps", "--no-binary=" + r.Package, "--dest", to}
	if r.Backend != "" {
		standIn := filepath.Join(p.temp, "backend")
		if err := disk.MakeDir(standIn); err != nil {
			return err
		}
		if err := disk.WriteAtomic(filepath.Join(standIn, r.Backend+".py"), backend); err != nil {
			return err
		}
		p.env = []string{"PYTHONPATH=" + standIn, "ASSAY_PACKAGE=" + r.Package, "ASSAY_VERSION=" + packed}
		args = append(args, "--no-build-isolation")
	}
	_, err := p.pip(ctx, append(args, r.Package+"=="+packed)...)
	return err
}

// unpackedMark is a file in the folder of a build with an unpackedPackage. It is there once all of that is unpacked.
const unpackedMark = "unpacked.json"

// An unpackedPackage is what the sources in the folder of a build are from. The same release may be packaged anew before the build goes on.
type unpackedPackage struct {
	Client         string `json:"client"`
	Package        string `json:"package"`
	PackageVersion string `json:"package_version"`
	Downloads      []Sum  `json:"downloads"`
}

// of reports whether a recipe is for such sources. Older versions of Assay wrote the downloads alone; which recipe that was is not known.
func (u unpackedPackage) of(r solver.Recipe) bool {
	return u.Package == "" || u.Client == r.Client && u.Package == r.Package
}

// readUnpacked reads what is unpacked in the folder of a build; ok is false where nothing is, or not all of it.
func readUnpacked(work string) (u unpackedPackage, ok bool) {
	data, err := os.ReadFile(filepath.Join(work, unpackedMark))
	if err != nil || json.Unmarshal(data, &u) != nil && json.Unmarshal(data, &u.Downloads) != nil {
		return u, false
	}
	return u, len(u.Downloads) > 0
}

// sources downloads and unpacks the source package, once.
func (b *build) sources(ctx context.Context) (dir string, downloads []Sum, err error) {
	downloaded, unpacked := filepath.Join(b.work, "downloads"), filepath.Join(b.work, "sources")
	mark := filepath.Join(b.work, unpackedMark)
	if u, ok := readUnpacked(b.work); ok && u.of(b.recipe) {
		b.packed = cmp.Or(u.PackageVersion, b.packed)
		return unpacked, u.Downloads, nil
	}
	for _, done := range []string{mark, b.stampFile()} { // what was compiled is of other sources
		if err := forget(done); err != nil {
			return "", nil, err
		}
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
	if b.client == nil { // they were there when this build began, and another process has removed them since
		if b.client, err = b.in.sourceClient(ctx, b.spec(), b.recipe, b.work); err != nil {
			return "", nil, err
		}
	}
	if err := b.client.fetchSources(ctx, b.recipe, b.packed, downloaded); err != nil {
		return "", nil, err
	}
	archives, _ := filepath.Glob(filepath.Join(downloaded, "*.tar.*"))
	if len(archives) != 1 {
		return "", nil, &Error{Solver: b.spec(), Problem: fmt.Sprintf("%s has downloaded %d archives of sources, not one", b.recipe.Client, len(archives)), Remedy: "try another version"}
	}
	b.in.tell("unpacking", b.spec(), "")
	if err := untar(ctx, archives[0], unpacked); err != nil {
		var output *disk.OutputError
		if ctx.Err() != nil || errors.As(err, &output) {
			return "", nil, err
		}
		return "", nil, &Error{Solver: b.spec(), Problem: "cannot unpack " + filepath.Base(archives[0]), Err: err, Remedy: "try again, or another version"}
	}
	if downloads, err = sums(downloaded); err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(unpackedPackage{Client: b.recipe.Client, Package: b.recipe.Package, PackageVersion: b.packed, Downloads: downloads})
	if err != nil {
		return "", nil, err
	}
	return unpacked, downloads, disk.WriteAtomic(mark, data)
}

// untar writes the files of a compressed archive below a folder, without the archive's outermost folder. Links and special files are left out.
func untar(ctx context.Context, archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	z, free, err := seedfiles.Unpack(f, maxUnpacked)
	if err != nil {
		return err
	}
	defer free()
	// The bytes of entries that are left out count as well, and headers a little.
	r := tar.NewReader(io.LimitReader(z, maxUnpacked+maxEntries*1024))
	budget := int64(maxUnpacked)
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
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
