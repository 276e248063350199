package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// progressEvery is the time between two looks at what the compilers have done.
const progressEvery = time.Second

// compile runs the compilers at the lowest priority, and tells how far they are.
func (b *build) compile(ctx context.Context, system buildSystem) error {
	argv := system.compile(b.buildDir(), b.recipe.Target, b.jobs)
	// The shell keeps what compilers print in a file that can be read meanwhile.
	argv = append([]string{"/bin/sh", "-c", `log=$1; shift; exec "$@" >"$log" 2>&1`, "sh", b.log()}, argv...)
	if nice, err := sandbox.LookPath("nice"); err == nil {
		argv = append([]string{nice, "-n", "19"}, argv...)
	}
	watched := make(chan struct{})
	stop := make(chan struct{})
	go func() {
		defer close(watched)
		b.watch(stop)
	}()
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: b.work, Env: append(slices.Clone(b.in.Env), "TMPDIR="+b.work, "LC_ALL=C"),
		Timeout: compileTime, LargeFiles: true})
	close(stop)
	<-watched
	log := tail(b.log())
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return &Error{Solver: b.spec(), Problem: "it could not be compiled", Err: err, Remedy: "read " + b.log()}
	case fullText.MatchString(log):
		return &disk.OutputError{Path: b.work, Err: syscall.ENOSPC}
	case res.Reason == sandbox.Exited && res.ExitCode == 0:
		return nil
	}
	problem := "it could not be compiled"
	if m := compileError.FindString(log); m != "" {
		problem += ": " + strings.TrimSpace(m)
	}
	return &Error{Solver: b.spec(), Problem: problem,
		Remedy: "read " + b.log() + "; assay solvers build " + b.spec() + " goes on from there, and assay solvers remove " + b.spec() + " gives it up"}
}

// compileError finds the first complaint of a compiler or linker.
var compileError = regexp.MustCompile(`(?mi)^.*(?:\berror:|undefined reference|killed).*$`)

// compileStep finds how far ninja or make is: steps, or a percentage.
var compileStep = regexp.MustCompile(`(?m)^\[\s*(\d+)(?:/(\d+)|%)\]`)

// watch tells how far the compilers are until stop is closed.
func (b *build) watch(stop <-chan struct{}) {
	said := ""
	for {
		if now := progress(tail(b.log())); now != said {
			said = now
			b.in.tell("compiling", b.spec(), now)
		}
		select {
		case <-stop:
			return
		case <-time.After(progressEvery):
		}
	}
}

// progress is the last step in a log, "" before the first.
func progress(log string) string {
	all := compileStep.FindAllStringSubmatch(log, -1)
	if len(all) == 0 {
		return ""
	}
	last := all[len(all)-1]
	if last[2] == "" {
		return last[1] + " %"
	}
	return fmt.Sprintf("%s of %s", last[1], last[2])
}

// maxTail is how much of a log's end is read.
const maxTail = 64 << 10

// tail is the end of a file, "" if it cannot be read.
func tail(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && info.Size() > maxTail {
		if _, err := f.Seek(-maxTail, io.SeekEnd); err != nil {
			return ""
		}
	}
	data, _ := io.ReadAll(io.LimitReader(f, maxTail))
	return string(data)
}

// copyProgram copies an executable file.
func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	_, err = io.Copy(out, in)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	return nil
}

// Unfinished is a build that was interrupted.
type Unfinished struct {
	Spec   string
	Folder string
	// Progress is how far it is, "" if nothing is compiled yet.
	Progress string
}

// UnfinishedBuilds returns the builds that were interrupted, ordered by name.
func (in *Installer) UnfinishedBuilds() []Unfinished {
	var out []Unfinished
	paths, _ := filepath.Glob(filepath.Join(in.Dir, "*", buildPrefix+"*"))
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(path, lockName)); err != nil {
			continue
		}
		out = append(out, Unfinished{Folder: path, Progress: progress(tail(filepath.Join(path, "build.log"))),
			Spec: filepath.Base(filepath.Dir(path)) + "@" + strings.TrimPrefix(filepath.Base(path), buildPrefix)})
	}
	return out
}

// removeBuild removes the folder of a build that was interrupted. found is false if there is none. The error is ErrBuilding where the build goes on.
func (in *Installer) removeBuild(name, version string) (found bool, err error) {
	work := in.buildFolder(name, version)
	if _, err := os.Stat(work); err != nil || !filepath.IsLocal(filepath.Join(name, version)) {
		return false, nil
	}
	l, err := disk.TryLock(filepath.Join(work, lockName))
	if errors.Is(err, disk.ErrLocked) {
		return true, ErrBuilding
	}
	if err != nil {
		return true, err
	}
	defer l.Unlock()
	if err := os.RemoveAll(work); err != nil {
		return true, &disk.OutputError{Path: work, Err: err}
	}
	return true, nil
}
