package bugs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/findings"
)

// folderFile is the formula of a bug that has a folder. It is a known bug if it has the header of one.
const folderFile = "bug.smt2"

// Collection returns the bugs that come with Assay, by name.
func Collection() ([]*Bug, error) {
	return load(findings.Files, "findings")
}

// Load returns the bugs of a folder, by name: NAME.smt2, or NAME/bug.smt2 where that file has the header of a known bug. It reports all mistakes, joined.
func Load(dir string) ([]*Bug, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; give a folder of bugs", dir)
	}
	return load(os.DirFS(dir), dir)
}

// maxFile bounds the bytes of a file of a collection: triggers are small.
const maxFile = 1 << 20

func load(from fs.FS, dir string) ([]*Bug, error) {
	entries, err := fs.ReadDir(from, ".")
	if err != nil {
		return nil, err
	}
	var out []*Bug
	var bad []error
	for _, e := range entries {
		name, file, ok := bugFile(from, e)
		if !ok {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(file))
		switch info, err := fs.Stat(from, file); { // of a link's target
		case err == nil && !info.Mode().IsRegular():
			bad = append(bad, &Error{path, 1, 1, "it is not a text file"})
			continue
		case err == nil && info.Size() > maxFile:
			bad = append(bad, &Error{path, 1, 1, fmt.Sprintf("it is larger than %d bytes", maxFile)})
			continue
		}
		data, err := fs.ReadFile(from, file)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		if e.IsDir() && !strings.HasPrefix(string(data), firstLine+"\n") {
			continue
		}
		b, err := Parse(path, name, string(data))
		if err != nil {
			bad = append(bad, err)
			continue
		}
		out = append(out, b)
	}
	return out, errors.Join(bad...)
}

// bugFile says which file of a folder may have the bug of an entry, and the bug's name.
func bugFile(from fs.FS, e fs.DirEntry) (name, file string, ok bool) {
	name, file = e.Name(), e.Name()+"/"+folderFile
	if !e.IsDir() {
		file = e.Name()
		if name, ok = strings.CutSuffix(file, Ext); !ok {
			return "", "", false
		}
	}
	if strings.HasPrefix(name, ".") {
		return "", "", false
	}
	_, err := fs.Stat(from, file)
	return name, file, !e.IsDir() || !errors.Is(err, fs.ErrNotExist)
}

// A Duplicate is a bug that is left out because another one has its name or identity.
type Duplicate struct{ Bug, Of *Bug }

// Merge joins collections. Of two bugs with one name or one identity, the first counts; again are those left out.
func Merge(all ...[]*Bug) (out []*Bug, again []Duplicate) {
	for _, list := range all {
		for _, b := range list {
			if of := named(out, b.Name); of != nil {
				again = append(again, Duplicate{b, of})
			} else if of := Same(out, b); of != nil {
				again = append(again, Duplicate{b, of})
			} else {
				out = append(out, b)
			}
		}
	}
	return out, again
}

func named(all []*Bug, name string) *Bug {
	for _, b := range all {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// Aliases says which names stand for another bug: the names of bugs that Merge has left out, and of bugs that are other triggers of one (SameAs),
// which may itself be a trigger of a third. A SameAs that names no bug or a bug of another solver, or that leads back, is an error; all are reported,
// joined.
func Aliases(all []*Bug, again []Duplicate) (map[string]string, error) {
	kept := make(map[string]*Bug) // by name, including the names of those left out
	for _, b := range all {
		kept[b.Name] = b
	}
	said := slices.Clone(all)
	for _, d := range again {
		said = append(said, d.Bug)
		if kept[d.Bug.Name] == nil {
			kept[d.Bug.Name] = d.Of
		}
	}
	next := make(map[*Bug]*Bug)
	var bad []error
	for _, b := range said {
		if b.SameAs == "" {
			continue
		}
		switch from, to := kept[b.Name], kept[b.SameAs]; {
		case to == nil:
			bad = append(bad, fmt.Errorf("bug %s, same-as: there is no bug named %s", b.Name, b.SameAs))
		case to.Solver != from.Solver:
			bad = append(bad, fmt.Errorf("bug %s, same-as: %s is a bug of another solver", b.Name, to.Name))
		case from != to:
			next[from] = to
		}
	}
	out := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		b := kept[name]
		for steps := 0; next[b] != nil; steps++ {
			if steps == len(next) {
				bad = append(bad, fmt.Errorf("bug %s, same-as: it leads back to itself", name))
				break
			}
			b = next[b]
		}
		if b.Name != name {
			out[name] = b.Name
		}
	}
	return out, errors.Join(bad...)
}
