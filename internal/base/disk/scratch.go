package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A Scratch is a folder for files that untrusted programs read. It is held open: whatever such a program substitutes for the
// folder or for a file in it, especially links, nothing outside of the folder is written, removed or read. Safe for concurrent
// use. A nil Scratch has no folder: nothing can be written into it.
type Scratch struct {
	path string
	root *os.Root

	mu     sync.Mutex
	writes uint64
	last   map[string]uint64 // by name: which write created the file
}

// OpenScratch creates a folder, and those above it if needed, and holds it. The last element of the path must not be a link.
// Errors are *OutputError.
func OpenScratch(path string) (*Scratch, error) {
	if err := MakeDir(path); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, &OutputError{Path: path, Err: err}
	}
	return held(path, root)
}

// Sub creates a folder in the folder, and holds it. Errors are *OutputError.
func (s *Scratch) Sub(name string) (*Scratch, error) {
	path := s.Path(name)
	if err := s.root.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, &OutputError{Path: path, Err: err}
	}
	root, err := s.root.OpenRoot(name)
	if err != nil {
		return nil, &OutputError{Path: path, Err: err}
	}
	return held(path, root)
}

// held returns the folder that root holds.
func held(path string, root *os.Root) (*Scratch, error) {
	s := &Scratch{path: path, root: root}
	if err := s.inPlace(); err != nil {
		_ = root.Close()
		return nil, &OutputError{Path: path, Err: err}
	}
	return s, nil
}

// errReplaced says that the folder's path leads somewhere else.
var errReplaced = errors.New("the folder was moved, removed or replaced while it was in use")

// inPlace makes sure that the path still leads to the folder.
func (s *Scratch) inPlace() error {
	own, err := s.root.Stat(".")
	if err != nil {
		return err
	}
	there, err := os.Lstat(s.path)
	if err != nil || !os.SameFile(own, there) {
		return errReplaced
	}
	return nil
}

// Path returns the path of a file in the folder, whether it exists or not.
func (s *Scratch) Path(name string) string {
	if s == nil {
		return name
	}
	return filepath.Join(s.path, name)
}

// A Written is a file as it was written.
type Written struct {
	info  os.FileInfo
	write uint64 // inodes are reused, and clocks tick slowly
}

// Write creates a new file of that name, replacing whatever has it. Errors are *OutputError, also when the folder's path now
// leads somewhere else: a program that is given the path would read a foreign file.
func (s *Scratch) Write(name string, data []byte) (Written, error) {
	fail := func(err error) (Written, error) { return Written{}, &OutputError{Path: s.Path(name), Err: err} }
	if s == nil {
		return fail(errors.New("there is no scratch folder"))
	}
	if err := s.inPlace(); err != nil {
		return fail(err)
	}
	// It is a new file, so that neither a link nor a second name of a foreign file leads elsewhere.
	if err := s.root.RemoveAll(name); err != nil {
		return fail(err)
	}
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fail(err)
	}
	_, err = f.Write(data)
	var w Written
	if err == nil {
		w.info, err = f.Stat()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fail(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	w.write = s.writes
	if s.last == nil {
		s.last = make(map[string]uint64)
	}
	s.last[name] = w.write
	return w, nil
}

// Holds reports whether a file and the folder are where Write left them, unchanged according to size and time.
func (s *Scratch) Holds(name string, w Written) bool {
	if s == nil || w.info == nil || s.inPlace() != nil {
		return false
	}
	s.mu.Lock()
	last := s.last[name]
	s.mu.Unlock()
	now, err := s.root.Lstat(name)
	return err == nil && last == w.write && os.SameFile(now, w.info) && now.Size() == w.info.Size() && now.ModTime().Equal(w.info.ModTime())
}

// Remove removes a file, or a folder with everything in it, if it exists.
func (s *Scratch) Remove(name string) {
	if s == nil {
		return
	}
	_ = s.root.RemoveAll(name) // what remains is removed with the folder
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.last, name)
}

// Close releases the folder. It stays on disk; further writes fail.
func (s *Scratch) Close() {
	if s != nil {
		_ = s.root.Close()
	}
}

// temps are the temporary folders of this process.
var temps struct {
	sync.Mutex
	open map[*Temp]bool
}

// A Temp is a temporary folder of a command. It is locked for as long as the process lives.
type Temp struct {
	*Scratch
	lock *os.File
}

// Temporary folders are called assay-COMMAND-NUMBER and hold their lock file.
const (
	tempBegin = "assay-"
	tempLock  = ".assay-lock"
)

// NewTemp creates a temporary folder for a command, given as a word, in $TMPDIR or /tmp. It first removes those that killed
// processes of the same user left there. Its path is absolute, for solvers that run elsewhere. Errors are *OutputError.
func NewTemp(command string) (*Temp, error) {
	RemoveStale(os.TempDir())
	var err error
	for range 5 { // another process that cleans up may mistake a folder for a stale one before it is locked
		var dir string
		if dir, err = os.MkdirTemp("", tempBegin+command+"-"); err != nil {
			return nil, fmt.Errorf("no temporary folder can be made, and $TMPDIR says where: %w", &OutputError{Path: os.TempDir(), Err: bare(err)})
		}
		if dir, err = filepath.Abs(dir); err != nil { // TMPDIR may be relative
			return nil, &OutputError{Path: dir, Err: err}
		}
		var t *Temp
		if t, err = newTemp(dir); err == nil {
			temps.Lock()
			defer temps.Unlock()
			if temps.open == nil {
				temps.open = make(map[*Temp]bool)
			}
			temps.open[t] = true
			return t, nil
		}
		_ = os.RemoveAll(dir)
	}
	return nil, err
}

// newTemp holds and locks a folder.
func newTemp(dir string) (*Temp, error) {
	s, err := OpenScratch(dir)
	if err != nil {
		return nil, err
	}
	f, err := s.root.OpenFile(tempLock, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = lock(f)
		if errors.Is(err, errNoLocks) {
			err = nil // then no process can mistake it for stale
		}
	}
	if err == nil {
		var own, there os.FileInfo
		if own, err = f.Stat(); err == nil {
			if there, err = s.root.Lstat(tempLock); err == nil && !os.SameFile(own, there) {
				err = errReplaced
			}
		}
	}
	if err != nil {
		if f != nil {
			_ = f.Close()
		}
		s.Close()
		return nil, &OutputError{Path: dir, Err: err}
	}
	return &Temp{Scratch: s, lock: f}, nil
}

// Remove removes the folder with everything in it. Only the first call counts.
func (t *Temp) Remove() {
	temps.Lock()
	open := temps.open[t]
	delete(temps.open, t)
	temps.Unlock()
	if !open {
		return
	}
	_ = os.RemoveAll(t.path) // a link in its place is removed, but not what it leads to
	t.Close()
	_ = t.lock.Close()
}

// RemoveTemps removes all temporary folders of this process, at its end.
func RemoveTemps() {
	temps.Lock()
	var all []*Temp
	for t := range temps.open {
		all = append(all, t)
	}
	temps.Unlock()
	for _, t := range all {
		t.Remove()
	}
}

// RemoveStale removes the temporary folders below dir whose process was killed: those of this user whose lock is not held.
func RemoveStale(dir string) {
	found, _ := filepath.Glob(filepath.Join(dir, tempBegin+"*")) // a strange name of dir finds nothing
	for _, path := range found {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || !ours(info) {
			continue
		}
		if err := removeStale(path); err != nil {
			continue // in use, not our folder, or left for the next process to remove
		}
	}
}

// removeStale removes one folder, unless its lock is held or it has none.
func removeStale(path string) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(tempLock)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || !ours(info) {
		return fmt.Errorf("%s is not a lock", tempLock)
	}
	f, err := root.OpenFile(tempLock, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := lock(f); err != nil {
		return err
	}
	return os.RemoveAll(path)
}

// bare is the cause of a path error: the path is shown beside it.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
