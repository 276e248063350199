package seedfiles

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A budget bounds what archives may ask for. What is used up counts for all archives of a command.
type budget struct {
	entries int   // members
	names   int64 // bytes of their names
	free    int64 // bytes that may come out of each archive however small it is
	ratio   int64 // of unpacked bytes to packed ones, beyond that
}

// usual is the budget of a command. SMT-LIB has about half a million benchmarks; formulas shrink to a tenth or a thirtieth, and rarely to a hundredth.
var usual = budget{entries: 4_000_000, names: 1 << 30, free: 1 << 30, ratio: 300}

// Errors that end the reading of an archive.
var (
	errBomb    = errors.New("it unpacks to absurdly many times its size: unpack it yourself if it is to be trusted")
	errEntries = errors.New("there are too many members in all archives: name fewer archives at a time, or unpack them")
	errNames   = errors.New("the names of its members are absurdly long: unpack it yourself if it is to be trusted")
	errShort   = errors.New("the archive ends within this member")
)

// read lists an archive. Damage, and what is beyond the limits, ends the list; what was found before stays. Errors are *disk.OutputError and what ctx ended with.
func (l *lister) read(path string, want *selection) (*contents, error) {
	c := &contents{path: path, whole: want == nil}
	f, err := os.Open(path)
	if err != nil {
		c.fail(reason(err))
		return c, nil
	}
	defer func() { _ = f.Close() }() // it was only read
	in := &progress{ctx: l.ctx, in: f, budget: l.budget}
	u, err := newUnpacker(in, math.MaxInt64)
	if err != nil {
		c.fail(reason(err))
		return c, nil
	}
	defer u.Close()
	s := &scan{lister: l, contents: c, want: want, at: map[string]int{}}
	if u.format == "" {
		if s.size, err = f.Seek(0, io.SeekEnd); err == nil {
			_, err = f.Seek(0, io.SeekStart)
		}
		if err != nil {
			c.fail(reason(err))
			return c, nil
		}
		s.file = f
		err = s.all(tar.NewReader(f))
	} else {
		in.out = u.Reader
		err = s.all(tar.NewReader(in.unpacked()))
	}
	var output *disk.OutputError
	switch {
	case l.ctx.Err() != nil:
		return nil, context.Cause(l.ctx)
	case errors.As(err, &output):
		return nil, err
	case err != nil:
		c.fail(s.describe(err))
	}
	c.sort()
	return c, nil
}

// A scan reads the members of an archive in their order.
type scan struct {
	*lister
	*contents
	want *selection
	file *os.File // if the archive is not compressed
	size int64    // of file
	at   map[string]int
	last string // the member that was read last
	some bool   // something of it was an archive
	buf  bytes.Buffer
}

// describe says where a scan ended.
func (s *scan) describe(err error) string {
	if errors.Is(err, errEntries) || errors.Is(err, errNames) || errors.Is(err, errBomb) {
		return err.Error() + s.where()
	}
	var damage *DamageError
	switch {
	case errors.As(err, &damage):
		return err.Error() + s.where()
	case !s.some:
		return "this is no archive, in spite of its name, or damaged from its beginning"
	}
	return fmt.Sprintf("the archive is damaged or cut off (%v): fetch or pack it again%s", err, s.where())
}

func (s *scan) where() string {
	if s.last == "" {
		return ""
	}
	return "; what comes after " + clip(s.last) + " is left out"
}

// all reads all members.
func (s *scan) all(r *tar.Reader) error {
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s.some = true
		if s.budget.entries--; s.budget.entries < 0 {
			return errEntries
		}
		if err := s.member(h, r); err != nil {
			return err
		}
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
	}
}

// member takes a member if it is a formula.
func (s *scan) member(h *tar.Header, r io.Reader) error {
	name := strings.TrimPrefix(h.Name, "./")
	if h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader {
		return nil
	}
	if why := badName(name); why != "" {
		s.skip(clip(name), why, true)
		return nil
	}
	if !s.want.has(name) {
		return nil
	}
	if s.budget.names -= int64(len(name)); s.budget.names < 0 {
		return errNames
	}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont:
	case tar.TypeSymlink, tar.TypeLink:
		s.skip(name, "a link in an archive", false)
		return nil
	case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		s.skip(name, "a device or a pipe in an archive", false)
		return nil
	default:
		s.skip(name, fmt.Sprintf("an unknown kind of member, %q", h.Typeflag), kindOf(name) == script)
		return nil
	}
	switch kindOf(name) {
	case script:
	case archive:
		s.skip(name, "an archive in an archive: unpack the outer one", true)
		return nil
	case foreign:
		s.skip(name, "packed as Assay does not read it", true)
		return nil
	default:
		return nil
	}
	switch {
	case sparse(h):
		s.skip(name, "stored as a file with holes: pack the archive without --sparse", true)
		return nil
	case h.Size > s.limits.MaxBytes:
		s.skip(name, (&SizeError{Size: h.Size, Limit: s.limits.MaxBytes}).Error(), true)
		return nil
	}
	p, err := s.keep(h, r)
	if err != nil {
		return err
	}
	s.last = name
	f := File{Name: s.path + memberMark + name, path: s.path, member: name, part: p}
	if i, again := s.at[name]; again { // as tar does when it unpacks
		s.files[i] = f
		s.skip(name, "a later member of the archive has the same name", false)
		return nil
	}
	s.at[name] = len(s.files)
	s.files = append(s.files, f)
	return nil
}

// keep remembers where a member is, or puts it where it can be found again.
func (s *scan) keep(h *tar.Header, r io.Reader) (part, error) {
	if s.file != nil {
		at, err := s.file.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, err
		}
		if h.Size > s.size-at {
			s.last = strings.TrimPrefix(h.Name, "./")
			s.skip(s.last, errShort.Error(), true)
			return nil, io.ErrUnexpectedEOF
		}
		return span{at, h.Size}, nil
	}
	s.buf.Reset()
	if _, err := io.Copy(&s.buf, r); err != nil {
		return nil, err
	}
	return s.spool.add(s.buf.Bytes())
}

func (s *scan) skip(member, why string, lost bool) {
	s.skipped = append(s.skipped, Skip{s.path + memberMark + member, why, lost})
}

// badName says why a member cannot be shown or named, "" if it can.
func badName(name string) string {
	switch {
	case name == "":
		return "a member without a name"
	case len(name) > maxPath:
		return fmt.Sprintf("a name of %d bytes", len(name))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "a name with bytes that are no characters"
	}
	return ""
}

// clip makes any name fit to be shown.
func clip(name string) string {
	const most = 100
	if len(name) > most {
		name = name[:most] + "..."
	}
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return utf8.RuneError
		}
		return r
	}, name), "\ufffd")
}

// sparse reports whether a member is not stored as the bytes that it has.
func sparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// A progress compares what comes out of an archive with what went in, and ends with ctx.
type progress struct {
	ctx    context.Context
	budget budget
	in     io.Reader
	out    io.Reader
	took   int64
	gave   int64
}

func (p *progress) Read(b []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, p.ctx.Err()
	}
	n, err := p.in.Read(b)
	p.took += int64(n)
	return n, err
}

// unpacked is what comes out.
func (p *progress) unpacked() io.Reader { return readerFunc(p.give) }

func (p *progress) give(b []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, p.ctx.Err()
	}
	n, err := p.out.Read(b)
	p.gave += int64(n)
	if p.gave > p.budget.free && p.gave/p.budget.ratio > p.took {
		return n, errBomb
	}
	return n, err
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// readFull is io.ReadFull for what may end before.
func readFull(r io.Reader, b []byte) (int, error) {
	n, err := io.ReadFull(r, b)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}
