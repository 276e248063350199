package install

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// pip installs from wheels.
type pip struct {
	runner
	argv        []string // how pip is called
	interpreter string   // the Python for which it downloads
}

var pipPython = regexp.MustCompile(`\(python (\d+\.\d+)\)`)

// newPip finds a Python with pip, or a pip of its own.
func newPip(ctx context.Context, r runner) (pip, error) {
	seen := ""
	for _, name := range []string{"python3", "python"} {
		path, err := sandbox.LookPath(name)
		if err != nil {
			continue
		}
		seen = name
		res, err := r.run(ctx, r.temp, path, "-c", "import sys, pip; print(sys.executable)")
		if ctx.Err() != nil {
			return pip{}, err
		}
		if exe := strings.TrimSpace(string(res.Stdout)); err == nil && filepath.IsAbs(exe) {
			return pip{r, []string{exe, "-m", "pip"}, exe}, nil
		}
	}
	for _, name := range []string{"pip3", "pip"} {
		path, err := sandbox.LookPath(name)
		if err != nil {
			continue
		}
		res, err := r.run(ctx, r.temp, path, "--version")
		if ctx.Err() != nil {
			return pip{}, err
		}
		m := pipPython.FindSubmatch(res.Stdout)
		if err != nil || m == nil {
			continue
		}
		exe, err := sandbox.LookPath("python" + string(m[1]))
		if err == nil {
			return pip{r, []string{path}, exe}, nil
		}
	}
	if seen == "" {
		return pip{}, r.missing("there is no Python on PATH", "install Python 3 with pip (Debian, Ubuntu: sudo apt install python3-pip)")
	}
	return pip{}, r.missing(seen+" has no pip", "install it (Debian, Ubuntu: sudo apt install python3-pip; elsewhere: "+seen+" -m ensurepip)")
}

var (
	pipAvailable = regexp.MustCompile(`(?m)^Available versions: (.*)$`)
	pipFrom      = regexp.MustCompile(`from versions: ([^)\n]*)\)`)
)

// versions asks for a nonexistent version: the complaint lists those with wheels for this machine. pip index, used for pips that word
// the complaint differently, also lists versions that exist only as source.
func (p pip) versions(ctx context.Context, s solver.PackageSource) ([]string, error) {
	res, err := p.pip(ctx, "download", "--no-deps", "--only-binary=:all:", "--dest", p.temp, s.Package+"==0a0")
	var e *Error
	if err != nil && (!errors.As(err, &e) || e.Offline) {
		return nil, err
	}
	m := pipFrom.FindSubmatch(res.Stderr)
	if m == nil {
		if res, err = p.pip(ctx, "index", "versions", "--only-binary=:all:", s.Package); err == nil {
			m = pipAvailable.FindSubmatch(res.Stdout)
		}
	}
	if err != nil && (!errors.As(err, &e) || e.Offline) {
		return nil, err
	}
	if m != nil {
		if all := list(string(m[1])); len(all) > 0 {
			return all, nil
		}
	}
	return nil, &Error{Solver: p.solver, Problem: "pip has no package " + s.Package + " for " + p.interpreter, Remedy: "put another version of Python first on PATH"}
}

// list reads comma-separated items; "none" is pip's word for nothing.
func list(text string) []string {
	var all []string
	for _, v := range strings.Split(text, ",") {
		if v = strings.TrimSpace(v); v != "" && v != "none" {
			all = append(all, v)
		}
	}
	return all
}

func (p pip) pip(ctx context.Context, args ...string) (sandbox.Result, error) {
	argv := append(append([]string{}, p.argv...), "--retries=1", "--timeout=30")
	return p.run(ctx, p.temp, append(argv, args...)...)
}

func (p pip) fetch(ctx context.Context, c Choice, w workshop) error {
	p.runner = p.inWorkshop(c, w)
	for _, requirement := range append([]string{c.Source.Package + "==" + c.Packaged}, c.Source.Needs...) {
		if _, err := p.pip(ctx, "download", "--no-deps", "--only-binary=:all:", "--dest", w.downloads, requirement); err != nil {
			return err
		}
	}
	return nil
}

func (p pip) build(_ context.Context, c Choice, w workshop) error {
	wheels, _ := filepath.Glob(filepath.Join(w.downloads, "*.whl"))
	if len(wheels) == 0 {
		return &Error{Solver: c.String(), Problem: "pip has downloaded no wheel", Remedy: "try another version"}
	}
	if c.Source.File != "" {
		for _, wheel := range wheels {
			found, err := unzipProgram(wheel, c.Source.File, w.program(c))
			if err != nil || found {
				return unpackError(c, wheel, err)
			}
		}
		return &Error{Solver: c.String(), Problem: "its package has no program " + c.Source.File, Remedy: "try another version"}
	}
	lib := filepath.Join(w.tree, "lib")
	for _, wheel := range wheels {
		if err := unzipTo(wheel, lib); err != nil {
			return unpackError(c, wheel, err)
		}
	}
	text := []byte(c.Source.Script)
	if c.Source.Front != "" {
		var err error
		if text, _, err = front(c.Source.Front); err != nil {
			return &Error{Solver: c.String(), Problem: "there is no front end " + c.Source.Front, Remedy: "fix the catalogue"}
		}
	}
	if err := disk.WriteAtomic(filepath.Join(w.tree, filepath.FromSlash(frontFile)), text); err != nil {
		return err
	}
	return writeProgram(w.program(c), pythonLauncher(p.interpreter))
}

// unpackError says which package cannot be unpacked, unless the disk is at fault.
func unpackError(c Choice, file string, err error) error {
	var output *disk.OutputError
	if err == nil || errors.As(err, &output) {
		return err
	}
	return &Error{Solver: c.String(), Problem: "cannot unpack " + filepath.Base(file), Err: err, Remedy: "try again, or another version"}
}

// writeProgram writes an executable text.
func writeProgram(path, text string) error {
	if err := disk.WriteAtomic(path, []byte(text)); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o755); err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	return nil
}
