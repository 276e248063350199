package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
)

// mostAside is the largest number of a folder that is set aside.
const mostAside = 10_000

// MoveAside moves a folder to the first free name of DIR.old-1, DIR.old-2, ..., and returns where it is. If dir is a link, the folder that it leads to is moved,
// and the link leads to a new one. The caller holds what keeps other processes out of the folder. Errors are *ForeignError for a folder that this process
// is in, and *disk.OutputError.
func MoveAside(dir string) (string, error) {
	actual, err := filepath.EvalSymlinks(dir)
	if err == nil {
		actual, err = filepath.Abs(actual)
	}
	if err != nil {
		return "", &disk.OutputError{Path: dir, Err: bare(err)}
	}
	if here, err := os.Getwd(); err == nil && within(here, actual) {
		return "", &ForeignError{Dir: dir, Problem: "cannot be moved aside, because the command was started in it", Remedy: "change to another folder"}
	}
	for n := 1; n <= mostAside; n++ {
		to := fmt.Sprintf("%s.old-%d", actual, n)
		// The system's rename replaces an empty folder and nothing else; this one is ours.
		err := os.Mkdir(to, 0o755)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			if err = syscall.Rename(actual, to); err == nil {
				if _, err := os.Lstat(dir); err == nil { // a link, which needs a folder to lead to
					_ = os.Mkdir(actual, 0o755) // without it, the next step says what is wrong
				}
				return shown(dir, to), disk.SyncDir(filepath.Dir(actual))
			}
			_ = os.Remove(to)
		}
		return "", &disk.OutputError{Path: to, Err: bare(err)}
	}
	return "", &disk.OutputError{Path: dir, Err: fmt.Errorf("%d earlier folders are beside it", mostAside)}
}

// MoveBack undoes MoveAside, unless there is a folder again that is not empty. Errors are *disk.OutputError.
func MoveBack(aside, dir string) error {
	actual := dir
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		actual = to
	}
	if err := syscall.Rename(aside, actual); err != nil {
		return &disk.OutputError{Path: dir, Err: bare(err)}
	}
	return nil
}

// Below returns the place of a file below a folder, "" for the folder itself, and whether it is there. Links are followed, and neither needs to exist.
func Below(path, dir string) (rel string, ok bool) {
	if path == "" {
		return "", false
	}
	path, dir = resolve(path), resolve(dir)
	if !within(path, dir) {
		return "", false
	}
	rel, err := filepath.Rel(dir, path)
	if rel == "." {
		rel = ""
	}
	return rel, err == nil
}

// resolve returns the absolute path that a path leads to, as far as it exists.
func resolve(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for at, rest := path, ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if actual, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(actual, rest)
		}
		if filepath.Dir(at) == at {
			return path
		}
	}
}

// within reports whether an absolute path is a folder or is below it.
func within(path, dir string) bool {
	if actual, err := filepath.EvalSymlinks(path); err == nil {
		path = actual
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// shown is the new place as the user would write it: relative where dir is, unless it was a link.
func shown(dir, to string) string {
	clean := filepath.Clean(dir)
	if filepath.IsAbs(clean) {
		return to
	}
	if short := filepath.Join(filepath.Dir(clean), filepath.Base(to)); sameFile(short, to) {
		return short
	}
	return to
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}

// NoLinks makes sure that none of the names in a folder is a symbolic link: what Assay writes and removes there must not be elsewhere. Errors
// are *ForeignError.
func NoLinks(dir string, names ...string) error {
	for _, name := range names {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err == nil && info.Mode().Type() == fs.ModeSymlink {
			return &ForeignError{
				Dir: filepath.Join(dir, name), Problem: "is a symbolic link, and Assay writes only into folders of its own",
				Remedy: "replace it by what it leads to, or name another folder",
			}
		}
	}
	return nil
}
