package seedfiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Listing is what an argument stands for.
type Listing struct {
	Arg string
	// Files are the formulas, those of a folder or an archive in the order of their names.
	Files []File
	// Skipped is what is left out.
	Skipped []Skip
}

// A Skip is something that is left out.
type Skip struct {
	Name, Reason string
	// Lost says that there is, or may be, a formula that cannot be read. Otherwise it is something that nobody will miss, such as a link in an archive.
	Lost bool
}

// File is the skip in the place of a formula: reading it says why it cannot be read.
func (s Skip) File() File { return File{Name: s.Name, broken: errors.New(s.Reason)} }

// Limits bound what List takes. The zero value has no limits but those of the package.
type Limits struct {
	// MaxBytes is the size of the largest formula that is kept of an archive, 0 for 256 MiB.
	MaxBytes int64
}

// DefaultBytes is the size of the largest formula unless Limits says otherwise.
const DefaultBytes = 256 << 20

// List says what each argument stands for. A file that is named is taken whatever its name is; of folders and archives, what is called .smt2, alone or compressed.
// Links to files are followed, and links to folders only where an argument names them. Formulas are not read, but compressed archives are unpacked, once.
// Errors are about an argument: *ListError, and *fs.PathError for one that does not exist; or *disk.OutputError, or what ctx ended with. All else is skipped.
func List(ctx context.Context, args []string, limits Limits) ([]Listing, error) {
	if limits.MaxBytes <= 0 {
		limits.MaxBytes = DefaultBytes
	}
	return list(ctx, args, limits, usual)
}

func list(ctx context.Context, args []string, limits Limits, b budget) ([]Listing, error) {
	l := &lister{ctx: ctx, limits: limits, budget: b, spool: &spool{}, wanted: map[string]*selection{}, archives: map[string]*contents{}}
	var all []resolved
	for _, arg := range args {
		r, err := l.resolve(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	var out []Listing
	for _, r := range all {
		listing := Listing{Arg: r.arg, Skipped: r.skipped}
		for _, p := range r.places {
			if err := l.list(p, &listing); err != nil {
				return nil, err
			}
		}
		out = append(out, listing)
	}
	return out, nil
}

// Folders are the folders that arguments name, themselves or in lists. The errors are those of List.
func Folders(args []string) ([]string, error) {
	l := &lister{wanted: map[string]*selection{}}
	var out []string
	for _, arg := range args {
		if list, ok := listOf(arg); ok && !isRegular(list) { // a pipe can be read once
			continue
		}
		r, err := l.resolve(arg)
		if err != nil {
			return nil, err
		}
		for _, p := range r.places {
			if p.folder {
				out = append(out, p.path)
			}
		}
	}
	return out, nil
}

// A lister keeps what several arguments have in common.
type lister struct {
	ctx      context.Context
	limits   Limits
	spool    *spool
	wanted   map[string]*selection // by archive: what arguments name of it
	archives map[string]*contents  // those that have been read, if arguments name their members
	budget   budget
}

// A place is a file, a folder, or a part of an archive.
type place struct {
	path   string
	member string // of the archive at path, "" for all
	folder bool
}

// A resolved is an argument with the places that it names.
type resolved struct {
	arg     string
	places  []place
	skipped []Skip
}

// resolve finds what an argument names, and notes which members of archives are wanted.
func (l *lister) resolve(arg string) (resolved, error) {
	r := resolved{arg: arg}
	list, isList := listOf(arg)
	if !isList {
		p, err := l.find(arg)
		if err != nil {
			return r, err
		}
		r.places = []place{p}
		return r, nil
	}
	entries, err := readList(list)
	if err != nil {
		return r, err
	}
	for _, e := range entries {
		p, err := l.find(e.path)
		if err != nil {
			r.skipped = append(r.skipped, Skip{e.path, fmt.Sprintf("%s (line %d of %s)", reason(err), e.line, list), true})
			continue
		}
		r.places = append(r.places, p)
	}
	return r, nil
}

// find finds what a path names.
func (l *lister) find(path string) (place, error) {
	info, err := os.Stat(path)
	if err != nil {
		archive, member, ok := memberOf(path)
		if !ok {
			return place{}, err
		}
		archive = filepath.Clean(archive)
		l.want(archive).add(member)
		return place{path: archive, member: member}, nil
	}
	return place{path: filepath.Clean(path), folder: info.IsDir()}, nil
}

func (l *lister) want(archive string) *selection {
	s := l.wanted[archive]
	if s == nil {
		s = &selection{names: map[string]bool{}}
		l.wanted[archive] = s
	}
	return s
}

// list adds what a place has.
func (l *lister) list(p place, out *Listing) error {
	if l.ctx.Err() != nil {
		return context.Cause(l.ctx)
	}
	switch {
	case p.folder:
		return l.walk(p.path, out)
	case p.member != "":
		c, err := l.contents(p.path, l.wanted[p.path])
		if err != nil {
			return err
		}
		c.pick(p.member, out)
		return nil
	}
	is, err := isArchive(p.path)
	switch {
	case err != nil:
		out.Skipped = append(out.Skipped, Skip{p.path, reason(err), true})
	case is:
		return l.archive(p.path, out)
	default:
		out.Files = append(out.Files, At(p.path))
	}
	return nil
}

// walk adds what is below a folder.
func (l *lister) walk(folder string, out *Listing) error {
	skip := func(path, why string) { out.Skipped = append(out.Skipped, Skip{path, why, true}) }
	// With a trailing slash, a symbolic link to a folder that the user names is followed.
	return filepath.WalkDir(folder+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
		path = filepath.Clean(path)
		switch {
		case l.ctx.Err() != nil:
			return context.Cause(l.ctx)
		case err != nil:
			skip(path, reason(err))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		}
		k := kindOf(path)
		if k == other {
			return nil
		}
		if d.Type() != 0 { // such as a link
			info, err := os.Stat(path)
			switch {
			case err != nil:
				skip(path, reason(err))
				return nil
			case info.IsDir():
				return nil
			case !info.Mode().IsRegular():
				skip(path, NotRegular)
				return nil
			}
		}
		switch k {
		case script:
			out.Files = append(out.Files, At(path))
		case archive:
			return l.archive(path, out)
		case vague:
			skip(path, "its name does not say what is in it: call it .smt2.gz or .tar.gz, or name it as an argument of its own")
		case foreign:
			skip(path, "packed as Assay does not read it: unpack it, or use .gz, .xz, .zst or .tar")
		}
		return nil
	})
}

// NotRegular is the reason why a pipe or a device is left out.
const NotRegular = "not a regular file"

// archive adds what an archive has.
func (l *lister) archive(path string, out *Listing) error {
	c, err := l.contents(path, nil)
	if err != nil {
		return err
	}
	out.Files = append(out.Files, c.files...)
	out.Skipped = append(out.Skipped, c.skipped...)
	return nil
}

// contents reads an archive, or what is wanted of it. What several arguments name is remembered.
func (l *lister) contents(path string, want *selection) (*contents, error) {
	if c := l.archives[path]; c != nil && (c.whole || want != nil) {
		return c, nil
	}
	c, err := l.read(path, want)
	if err != nil {
		return nil, err
	}
	if l.wanted[path] != nil {
		l.archives[path] = c
	}
	return c, nil
}

// A selection is what is wanted of an archive; nil wants all.
type selection struct {
	names map[string]bool // of members, and of folders
}

func (s *selection) add(name string) { s.names[strings.TrimSuffix(name, "/")] = true }

// has reports whether a member is wanted.
func (s *selection) has(member string) bool {
	if s == nil {
		return true
	}
	for name := member; ; {
		if s.names[name] {
			return true
		}
		at := strings.LastIndexByte(name, '/')
		if at < 0 {
			return false
		}
		name = name[:at]
	}
}

// contents is what an archive has.
type contents struct {
	path    string
	whole   bool   // and not a selection of it
	files   []File // sorted by name, as skipped is
	skipped []Skip
	// trouble is what is wrong with the archive itself, "" for nothing; skipped has it too.
	trouble string
	told    bool // trouble has been reported to somebody who wants a part
}

// sort brings what was found into the order of names.
func (c *contents) sort() {
	slices.SortStableFunc(c.files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(c.skipped, func(a, b Skip) int { return strings.Compare(a.Name, b.Name) })
}

// fail notes what is wrong with the archive itself.
func (c *contents) fail(why string) {
	c.trouble = why
	c.skipped = append(c.skipped, Skip{c.path, why, true})
}

// pick adds a member, or those in a folder.
func (c *contents) pick(member string, out *Listing) {
	name := c.path + memberMark + strings.TrimSuffix(member, "/")
	before := len(out.Files) + len(out.Skipped)
	for _, n := range []struct {
		name   string
		folder bool
	}{{name, false}, {name + "/", true}} {
		fits := func(s string) bool { return s == n.name || n.folder && strings.HasPrefix(s, n.name) }
		at, _ := slices.BinarySearchFunc(c.files, n.name, func(f File, name string) int { return strings.Compare(f.Name, name) })
		for ; at < len(c.files) && fits(c.files[at].Name); at++ {
			out.Files = append(out.Files, c.files[at])
		}
		at, _ = slices.BinarySearchFunc(c.skipped, n.name, func(s Skip, name string) int { return strings.Compare(s.Name, name) })
		for ; at < len(c.skipped) && fits(c.skipped[at].Name); at++ {
			out.Skipped = append(out.Skipped, c.skipped[at])
		}
	}
	if c.trouble != "" && !c.told {
		c.told = true
		out.Skipped = append(out.Skipped, Skip{c.path, c.trouble, true})
	} else if len(out.Files)+len(out.Skipped) == before {
		out.Skipped = append(out.Skipped, Skip{name, "the archive has no such formula", true})
	}
}

// isArchive reports whether a file that an argument names is an archive, by its name or its content.
func isArchive(path string) (bool, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	if kindOf(path) == archive {
		return true, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, nil //nolint:nilerr // it is reported when it is read
	}
	defer func() { _ = f.Close() }() // it was only read
	u, err := newUnpacker(f, tarBlock)
	if err != nil {
		return false, nil //nolint:nilerr // likewise
	}
	defer u.Close()
	begin := make([]byte, tarBlock)
	n, _ := readFull(u.Reader, begin)
	return looksLikeTar(string(begin[:n])), nil
}

// reason is an error without the path, which is shown beside it.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file"
	}
	return err.Error()
}
