package bugs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed collection
var embedded embed.FS

// Collection returns the bugs that come with Assay, by name.
func Collection() ([]*Bug, error) {
	sub, err := fs.Sub(embedded, "collection")
	if err != nil {
		return nil, err
	}
	return load(sub, "collection")
}

// Load returns the bugs of a folder, by name. All mistakes are reported, joined.
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
		name, ok := strings.CutSuffix(e.Name(), Ext)
		if !ok || e.IsDir() || strings.HasPrefix(name, ".") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		switch info, err := fs.Stat(from, e.Name()); { // of what a link leads to
		case err == nil && !info.Mode().IsRegular():
			bad = append(bad, &Error{path, 1, 1, "it is no file of text"})
			continue
		case err == nil && info.Size() > maxFile:
			bad = append(bad, &Error{path, 1, 1, fmt.Sprintf("it is larger than %d bytes", maxFile)})
			continue
		}
		data, err := fs.ReadFile(from, e.Name())
		if err != nil {
			bad = append(bad, err)
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

// Merge puts collections together, the first before the others: of two bugs with one name or one identity, the first counts. again are those left out.
func Merge(all ...[]*Bug) (out, again []*Bug) {
	for _, list := range all {
		for _, b := range list {
			if slices.ContainsFunc(out, func(o *Bug) bool { return o.Name == b.Name }) || Same(out, b) != nil {
				again = append(again, b)
				continue
			}
			out = append(out, b)
		}
	}
	return out, again
}
