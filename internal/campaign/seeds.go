package campaign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/plan"
)

// A SeedSource is where a seed is stored: in memory, or in a file that is read when it is needed. It is immutable and
// safe for concurrent use.
type SeedSource struct {
	// Name is shown to users: a path, or builtin:NAME.
	Name string
	// Hash identifies the text.
	Hash  string
	logic string // the logic that it sets, "" for none
	size  int
	// path is read anew each time; text is used when there is no path.
	path string
	text string
}

// TextSeed is a seed held in memory.
func TextSeed(name, text string) SeedSource {
	return SeedSource{Name: name, Hash: seeds.HashOf(text), logic: logicOf(text), size: len(text), text: text}
}

// ErrSeedChanged says that a seed file has changed since the campaign began.
var ErrSeedChanged = errors.New("the seed file was changed while the campaign ran")

// Path is the file that is read, "" for none.
func (s SeedSource) Path() string { return s.path }

// At returns the seed when its file is at another place.
func (s SeedSource) At(path string) SeedSource {
	s.Name, s.path = path, path
	return s
}

// Seed returns the seed.
func (s SeedSource) Seed() (seeds.Seed, error) {
	if s.path == "" {
		return seeds.Seed{Name: s.Name, Hash: s.Hash, Text: s.text}, nil
	}
	data, err := os.ReadFile(s.path)
	if err != nil {
		return seeds.Seed{}, err
	}
	seed := seeds.New(s.Name, string(data))
	if seed.Hash != s.Hash {
		return seeds.Seed{}, fmt.Errorf("%s: %w", s.path, ErrSeedChanged)
	}
	return seed, nil
}

// Builtin returns the seeds that come with the program.
func Builtin() []SeedSource {
	var all []SeedSource
	for _, s := range seeds.All() {
		all = append(all, TextSeed("builtin:"+s.Name, s.Text))
	}
	return all
}

// A Skip is a file that is not used as a seed, and the reason.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// SameText is how the reason begins for a file whose text another seed has.
const SameText = "same text as "

// LoadOptions bound what LoadSeeds takes.
type LoadOptions struct {
	// MaxBytes is the size of the largest seed, 0 for DefaultSeedBytes.
	MaxBytes int64
}

// DefaultSeedBytes is the size above which a file is not a useful seed: solvers rarely decide its mutants.
const DefaultSeedBytes = plan.DefaultSeedSize

// LoadSeeds finds the seeds in files and folders. Folders are searched recursively for *.smt2, without following symbolic
// links to folders; files that are named explicitly are taken whatever their name is. The result is sorted by name and
// holds each text once. Skipped files are in skipped, each with its reason; an error means that a path does not exist or
// that there is no seed at all.
func LoadSeeds(paths []string, o LoadOptions) (found []SeedSource, skipped []Skip, err error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultSeedBytes
	}
	var files []string
	for _, p := range paths {
		in, skip, err := listSeeds(p)
		if err != nil {
			return nil, nil, fmt.Errorf("seeds: %w", err)
		}
		files = append(files, in...)
		skipped = append(skipped, skip...)
	}
	slices.Sort(files)
	byHash := make(map[string]string)
	for _, path := range slices.Compact(files) {
		seed, err := fileSeed(path, o.MaxBytes)
		if err != nil {
			skipped = append(skipped, Skip{path, err.Error()})
			continue
		}
		if first, dup := byHash[seed.Hash]; dup {
			skipped = append(skipped, Skip{path, SameText + first})
			continue
		}
		byHash[seed.Hash] = path
		found = append(found, seed)
	}
	if len(found) == 0 {
		return nil, skipped, fmt.Errorf("there is no file *.smt2 to use in %s", strings.Join(paths, ", "))
	}
	return found, skipped, nil
}

// listSeeds lists the files that one argument stands for.
func listSeeds(path string) (files []string, skipped []Skip, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return []string{filepath.Clean(path)}, nil, nil
	}
	// With a trailing slash, a symbolic link to a folder that the user names is followed.
	err = filepath.WalkDir(filepath.Clean(path)+string(filepath.Separator), func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			skipped = append(skipped, Skip{p, err.Error()})
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && strings.EqualFold(filepath.Ext(p), ".smt2"):
			files = append(files, filepath.Clean(p))
		}
		return nil
	})
	return files, skipped, err
}

// Gzip is how gzip-compressed files begin (RFC 1952, section 2.3.1); no formula begins like this.
const Gzip = "\x1f\x8b"

// fileSeed identifies a file's text. It reads no more than the limit, whatever kind of file it is.
func fileSeed(path string, limit int64) (SeedSource, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return SeedSource{}, err
	case !info.Mode().IsRegular():
		return SeedSource{}, errors.New("not a regular file")
	case info.Size() > limit:
		return SeedSource{}, fmt.Errorf("%d bytes, more than the limit of %d", info.Size(), limit)
	case info.Size() == 0:
		return SeedSource{}, errors.New("empty file")
	}
	f, err := os.Open(path)
	if err != nil {
		return SeedSource{}, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	_ = f.Close()
	if err != nil {
		return SeedSource{}, err
	}
	if strings.HasPrefix(string(data), Gzip) {
		return SeedSource{}, errors.New("compressed with gzip: unpack it first")
	}
	return SeedSource{Name: path, Hash: seeds.HashOf(string(data)), logic: logicOf(string(data)), size: len(data), path: path}, nil
}
