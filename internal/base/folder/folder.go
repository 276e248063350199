package folder

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A Kind is what Assay keeps in a folder. Two commands whose folders differ have different kinds.
type Kind struct {
	// Name stands in the marker and in messages, as in "a campaign".
	Name string
	// By says in messages what makes such a folder, as in "assay fuzz --out". Remedy says what to do about a folder of somebody else's, "" for naming another
	// one.
	By, Remedy string
	// Older reports whether an older version of Assay made a folder without a marker. It only reads, and is strict: a file of the right name is not
	// enough. Nil never does.
	Older func(dir string) bool
	// Alike: folders of the kind with the same files are to be the same byte for byte, so that their markers have no ID.
	Alike bool
}

// A Folder is a folder that this process may write into.
type Folder struct {
	Path string
	Marker
	// Fresh: the folder was new or empty.
	Fresh bool
	// Note is a remark for people, "" for none.
	Note string

	made []string // the folders that were made, from the lowest to the highest
}

// A ForeignError says that a folder is not what a command may write into. Nothing in the folder was touched.
type ForeignError struct {
	Dir     string
	Problem string
	Remedy  string
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s %s; nothing in it was touched: %s", e.Dir, e.Problem, e.Remedy)
}

// another is the remedy when a command may have any folder that is new or empty.
const another = "name a new or an empty folder"

// another is the remedy when a command goes on with a folder that there is already.
func (k Kind) another() string {
	if k.By == "" {
		return "name a folder of " + k.Name
	}
	return "name a folder that " + k.By + " made"
}

// attempts bounds how often Take begins anew because another process removed the folder.
const attempts = 100

// Take makes sure that a folder is Assay's, and of a kind: one that is new or empty becomes so, one that an older version made gets a marker. hold,
// unless it is nil, then takes what the caller needs to keep other processes out; an error of it leaves everything as it was. While hold
// runs, no other process takes or leaves the folder. Errors are *ForeignError, *disk.OutputError, and those of hold.
func Take(dir string, kind Kind, hold func() error) (*Folder, error) {
	if hold == nil {
		hold = func() error { return nil }
	}
	var err error
	for range attempts {
		var f *Folder
		if f, err = take(dir, kind, hold); !errors.Is(err, errGone) {
			return f, err
		}
	}
	return nil, &disk.OutputError{Path: dir, Err: err}
}

func take(dir string, kind Kind, hold func() error) (*Folder, error) {
	f := &Folder{Path: dir}
	var err error
	if f.made, err = makeAll(dir); err != nil {
		f.unmake()
		return nil, err
	}
	unlock, err := lockFolder(dir)
	if err != nil {
		f.unmake()
		return nil, err
	}
	defer unlock()
	state, err := look(dir, kind)
	switch {
	case err != nil:
	case state.marker != nil:
		f.Marker = *state.marker
		err = hold()
	case state.empty:
		f.Fresh, f.Marker = true, newMarker(kind)
		if err = f.write(dir); err == nil {
			if err = hold(); err != nil {
				_ = os.Remove(filepath.Join(dir, MarkerFile))
			}
		}
	default: // an older version's
		f.Marker = newMarker(kind)
		if err = hold(); err != nil {
			break
		}
		if state.damaged != nil {
			path := filepath.Join(dir, MarkerFile)
			var to string
			if to, err = disk.SetAside(dir, path); err != nil {
				break
			}
			f.Note = fmt.Sprintf("%s was damaged and is now in %s: %v", path, to, state.damaged)
		}
		err = f.write(dir)
	}
	if err != nil {
		f.unmake()
		return nil, err
	}
	return f, nil
}

// Leave undoes Take for a folder that was new or empty: it removes the given files and folders, which the caller has made there, the marker,
// and the folders that Take made, as far as they are empty. It does nothing to other folders. What the caller holds must still be held.
func (f *Folder) Leave(names ...string) {
	if !f.Fresh {
		return
	}
	unlock, err := lockFolder(f.Path)
	if err != nil {
		return // somebody has removed it
	}
	defer unlock()
	if m, err := readMarker(f.Path); err != nil || m.ID != f.ID {
		return // it is no longer ours
	}
	for _, name := range names {
		_ = os.RemoveAll(filepath.Join(f.Path, name))
	}
	_ = os.Remove(filepath.Join(f.Path, MarkerFile))
	f.unmake()
}

// unmake removes the folders that were made, as far as they are empty.
func (f *Folder) unmake() {
	for _, dir := range f.made {
		if os.Remove(dir) != nil {
			return
		}
	}
}

// Check reports as an error that Take would refuse a folder. It only reads. Errors are *ForeignError and *disk.OutputError.
func Check(dir string, kind Kind) error {
	_, err := look(dir, kind)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// Owned makes sure that a folder is Assay's, and of a kind, for commands that only go on with such a folder. It only reads. Errors are *ForeignError, and
// wrap os.ErrNotExist when there is no folder.
func Owned(dir string, kind Kind) error {
	state, err := look(dir, kind)
	var foreign *ForeignError
	switch {
	case errors.As(err, &foreign):
		return &ForeignError{Dir: dir, Problem: foreign.Problem, Remedy: kind.another()}
	case err != nil:
		return err
	case state.empty:
		return &ForeignError{Dir: dir, Problem: "is empty", Remedy: kind.another()}
	}
	return nil
}

// A state is what a folder looks like: it has a marker of the right kind, or is empty, or is an older version's.
type state struct {
	marker  *Marker
	empty   bool
	damaged error // of the marker of what is an older version's otherwise
}

// look looks at a folder without changing anything. Errors are *ForeignError for a user's folder and *disk.OutputError, and wrap os.ErrNotExist for
// none.
func look(dir string, kind Kind) (s state, err error) {
	for range attempts {
		s, err = lookOnce(dir, kind)
		var foreign *ForeignError
		if !errors.As(err, &foreign) || foreign.Problem != notOurs {
			break
		}
		// Without the lock, another process may have marked the folder in the meantime.
		if _, err := os.Lstat(filepath.Join(dir, MarkerFile)); err != nil {
			break
		}
	}
	return s, err
}

// notOurs is the problem of a folder without a marker.
const notOurs = "is not empty, and Assay did not make it"

func lookOnce(dir string, kind Kind) (state, error) {
	foreign := func(format string, args ...any) (state, error) {
		return state{}, &ForeignError{Dir: dir, Problem: fmt.Sprintf(format, args...), Remedy: cmp.Or(kind.Remedy, another)}
	}
	info, err := os.Stat(dir)
	if err != nil {
		return state{}, &disk.OutputError{Path: dir, Err: bare(err)}
	}
	if !info.IsDir() {
		return state{}, &disk.OutputError{Path: dir, Err: errNoFolder}
	}
	m, err := readMarker(dir)
	switch {
	case err == nil && m.Format > format:
		return foreign("was made by a newer version of Assay (%s)", m.Assay)
	case err == nil && m.Kind != kind.Name:
		return foreign("holds %s that Assay made, and not %s", m.Kind, kind.Name)
	case err == nil:
		return state{marker: &m}, nil
	case !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errMarker):
		return state{}, &disk.OutputError{Path: dir, Err: bare(err)}
	}
	damaged := err
	if errors.Is(err, os.ErrNotExist) {
		damaged = nil
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return state{}, &disk.OutputError{Path: dir, Err: bare(err)}
	case !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != pendingFile }):
		return state{empty: true}, nil
	case kind.Older != nil && kind.Older(dir):
		return state{damaged: damaged}, nil
	case damaged != nil:
		return foreign("has a file %s, but %v", MarkerFile, damaged)
	}
	return foreign(notOurs)
}

// bare is the cause of a path error: the path is shown elsewhere.
func bare(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// makeAll makes a folder and those above it, and returns those that it made, from the lowest to the highest, even with an error. Errors are
// *disk.OutputError.
func makeAll(dir string) (made []string, err error) {
	var missing []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || filepath.Dir(at) == at {
			break
		}
		missing = append(missing, at)
	}
	for _, at := range slices.Backward(missing) {
		err := os.Mkdir(at, 0o755)
		if err == nil {
			made = slices.Insert(made, 0, at)
			continue
		}
		if info, statErr := os.Stat(at); statErr != nil || !info.IsDir() { // otherwise another process was faster
			return made, &disk.OutputError{Path: dir, Err: bare(err)}
		}
	}
	return made, nil
}
