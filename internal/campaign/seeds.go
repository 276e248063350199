package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/plan"
)

// A SeedSource is where a seed is stored: in memory, or in a file or an archive that is read when it is needed. It is
// immutable and safe for concurrent use.
type SeedSource struct {
	// Name is shown to users: a path, ARCHIVE!MEMBER, or builtin:NAME.
	Name string
	// Hash identifies the text.
	Hash  string
	logic string // the logic that it sets, "" for none
	size  int
	// file is read anew each time; text is used when there is none.
	file seedfiles.File
	text string
	// fetch asks another process for the text; nil for nobody.
	fetch func() (string, error)
}

// RemoteSeed is a seed that another process has: fetch asks for its text each time, and is called by several goroutines.
func RemoteSeed(name, hash, logic string, size int, fetch func() (string, error)) SeedSource {
	return SeedSource{Name: name, Hash: hash, logic: logic, size: size, fetch: fetch}
}

// Size is the number of bytes of the seed's text.
func (s SeedSource) Size() int { return s.size }

// A SeedUnreachableError says that the process that has a seed does not give it.
type SeedUnreachableError struct {
	Seed string
	Err  error
}

func (e *SeedUnreachableError) Error() string { return e.Seed + ": " + e.Err.Error() }

func (e *SeedUnreachableError) Unwrap() error { return e.Err }

// TextSeed is a seed held in memory.
func TextSeed(name, text string) SeedSource {
	return SeedSource{Name: name, Hash: seeds.HashOf(text), logic: logicOf(text), size: len(text), text: text}
}

// ErrSeedChanged says that a seed file has changed since the campaign began.
var ErrSeedChanged = errors.New("the seed file was changed while the campaign ran")

// Logic is the logic that the seed sets, "" for none.
func (s SeedSource) Logic() string { return s.logic }

// Path is the file that is read, or the archive in which the seed is; "" for none.
func (s SeedSource) Path() string { return s.file.Path() }

// At returns the seed when its file is at another place.
func (s SeedSource) At(path string) SeedSource {
	s.file = s.file.Moved(path)
	s.Name = s.file.Name
	return s
}

// Seed returns the seed.
func (s SeedSource) Seed() (seeds.Seed, error) {
	if s.fetch != nil {
		return s.fetched()
	}
	if s.Path() == "" {
		return seeds.Seed{Name: s.Name, Hash: s.Hash, Text: s.text}, nil
	}
	text, err := s.file.Read(max(seedfiles.DefaultBytes, int64(s.size)))
	var system *fs.PathError
	if errors.As(err, &system) {
		return seeds.Seed{}, err
	}
	// What can no longer be unpacked was another file when the campaign began.
	seed := seeds.New(s.Name, text)
	if err != nil || seed.Hash != s.Hash {
		return seeds.Seed{}, fmt.Errorf("%s: %w", s.Name, ErrSeedChanged)
	}
	return seed, nil
}

func (s SeedSource) fetched() (seeds.Seed, error) {
	text, err := s.fetch()
	if err == nil && seeds.HashOf(text) != s.Hash {
		err = errors.New("the text is another one than its hash says")
	}
	if err != nil {
		return seeds.Seed{}, &SeedUnreachableError{s.Name, err}
	}
	return seeds.Seed{Name: s.Name, Hash: s.Hash, Text: text}, nil
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
	// Minor says that no formula is lost with it, such as with a link in an archive.
	Minor bool `json:"minor,omitempty"`
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

// LoadSeeds finds the seeds that arguments stand for: files, folders, archives and lists, as seedfiles.List describes them. The
// result is sorted by name and holds each text once. Skipped files are in skipped, each with its reason. Errors are those of
// seedfiles.List, or say that there is no seed at all.
func LoadSeeds(ctx context.Context, args []string, o LoadOptions) (found []SeedSource, skipped []Skip, err error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultSeedBytes
	}
	listings, err := seedfiles.List(ctx, args, seedfiles.Limits{MaxBytes: o.MaxBytes})
	if err != nil {
		return nil, nil, fmt.Errorf("seeds: %w", err)
	}
	var files []seedfiles.File
	for _, l := range listings {
		files = append(files, l.Files...)
		for _, s := range l.Skipped {
			skipped = append(skipped, Skip{Path: s.Name, Reason: s.Reason, Minor: !s.Lost})
		}
	}
	slices.SortStableFunc(files, func(a, b seedfiles.File) int { return cmp.Compare(a.Name, b.Name) })
	files = slices.CompactFunc(files, func(a, b seedfiles.File) bool { return a.Name == b.Name })
	byHash := make(map[string]string)
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		seed, err := fileSeed(f, o.MaxBytes)
		if err != nil {
			skipped = append(skipped, Skip{Path: f.Name, Reason: plainError(err)})
			continue
		}
		if first, dup := byHash[seed.Hash]; dup {
			skipped = append(skipped, Skip{Path: f.Name, Reason: SameText + first})
			continue
		}
		byHash[seed.Hash] = f.Name
		found = append(found, seed)
	}
	if len(found) == 0 {
		return nil, skipped, fmt.Errorf("no seed can be used in %s: give files *.smt2, folders or archives with such files, or no seeds for those that come with Assay", strings.Join(args, ", "))
	}
	return found, skipped, nil
}

// plainError is an error without the path, which is shown beside it.
func plainError(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// fileSeed identifies a file's text. It reads no more than the limit, whatever kind of file it is.
func fileSeed(f seedfiles.File, limit int64) (SeedSource, error) {
	if f.Endless() {
		return SeedSource{}, errors.New(seedfiles.NotRegular)
	}
	text, err := f.Read(limit)
	if err != nil {
		return SeedSource{}, err
	}
	if text == "" {
		return SeedSource{}, errors.New("empty file")
	}
	return SeedSource{Name: f.Name, Hash: seeds.HashOf(text), logic: logicOf(text), size: len(text), file: f}, nil
}
