package store

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
)

// uri is the name of a file for SQLite, with parameters such as "mode=ro".
func uri(path, parameters string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: parameters}
	return u.String()
}

// ReadFigures reads what people are shown, from a database that may be in use. It writes nothing into the database. The error wraps fs.ErrNotExist where there
// is none; others are *DamagedError, *VersionError and those of the file system.
func ReadFigures(path string) (*Figures, error) {
	var f Figures
	err := read(path, func(r *reader) { r.figures(&f) })
	return &f, err
}

// ReadSession reads the last session, like ReadFigures; nil for none.
func ReadSession(path string) (*Session, error) {
	var s *Session
	err := read(path, func(r *reader) { s = r.session() })
	return s, err
}

// ReadSearched reads what is known about configurations, like ReadFigures: Elites, Shown and Learned.
func ReadSearched(path string) (*Knowledge, error) {
	var k Knowledge
	err := read(path, func(r *reader) { r.searched(&k) })
	return &k, err
}

// ReadAll reads everything, like ReadFigures.
func ReadAll(path string) (*Contents, error) {
	var c Contents
	err := read(path, func(r *reader) { r.all(&c) })
	return &c, err
}

// ReadAll reads everything.
func (db *DB) ReadAll() (*Contents, error) {
	r := &reader{conn: db.conn, version: int64(Version)}
	var c Contents
	r.all(&c)
	return &c, failed(db.path, r.err)
}

func read(path string, take func(*reader)) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &DamagedError{path, errors.New("it is not a file")}
	case info.Size() == 0:
		return &DamagedError{path, errors.New("it is empty")}
	}
	err = readAt(path, path, take)
	if errors.Is(err, sqlite3.CANTOPEN) || errors.Is(err, sqlite3.READONLY) {
		// SQLite needs files of its own beside a database whose process was killed, or runs as somebody else.
		return readCopy(path, take)
	}
	return failed(path, err)
}

// readAt reads a database as it is at one moment. name is for messages.
func readAt(path, name string, take func(*reader)) error {
	conn, err := sqlite3.OpenFlags(uri(path, "mode=ro"), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.BusyTimeout(patience); err != nil {
		return err
	}
	if err := conn.Exec("BEGIN"); err != nil {
		return err
	}
	version, err := number(conn, "PRAGMA user_version")
	switch {
	case err != nil:
		return err
	case version < 1:
		return &DamagedError{name, errors.New("it has no tables")}
	case version > int64(Version):
		return &VersionError{Path: name, Version: int(version)}
	}
	r := &reader{conn: conn, version: version}
	take(r)
	return r.err
}

// readCopy reads a copy of a database that cannot be opened in its place.
func readCopy(path string, take func(*reader)) error {
	dir, err := os.MkdirTemp("", "assay-read-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	to := filepath.Join(dir, FileName)
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(path+suffix, to+suffix); err != nil && (suffix == "" || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return failed(path, readAt(to, path, take))
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// A reader reads tables. It stops at the first error, unless it salvages.
type reader struct {
	conn    *sqlite3.Conn
	version int64 // of the schema
	err     error
	// lost are the tables of which a reader that salvages could not read all, nil for one that does not.
	lost map[string]error
}

// each calls take for the rows of a table, in the order of a key.
func (r *reader) each(table, columns, key string, take func(*sqlite3.Stmt)) {
	if r.err != nil {
		return
	}
	err := r.scan("SELECT "+columns+" FROM "+table+" ORDER BY "+key, take)
	if err == nil {
		return
	}
	if r.lost == nil {
		r.err = err
		return
	}
	r.lost[table] = err
	// The rows behind the damage, as far as they can be reached from the other end. Those that were read twice are the same.
	_ = r.scan("SELECT "+columns+" FROM "+table+" ORDER BY "+backwards(key), take)
}

func (r *reader) scan(query string, take func(*sqlite3.Stmt)) error {
	s, _, err := r.conn.Prepare(query)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	for s.Step() {
		take(s)
	}
	return s.Err()
}

func (r *reader) items(table, value string) (out []Item) {
	r.each(table, "name, "+value, "name", func(s *sqlite3.Stmt) { out = append(out, Item{s.ColumnText(0), s.ColumnBlob(1, nil)}) })
	return out
}

func (r *reader) all(c *Contents) {
	r.figures(&c.Figures)
	r.knowledge(&c.Knowledge)
}

func (r *reader) figures(f *Figures) {
	f.Settings, f.Totals = r.items("settings", "value"), r.items("totals", "value")
	f.Solvers, f.Engines, f.Logics = r.items("solvers", "figures"), r.items("engines", "figures"), r.items("logics", "figures")
	f.Session = r.session()
	r.each("rules", "engine, rule, mutants", "engine, rule", func(s *sqlite3.Stmt) {
		f.Rules = append(f.Rules, Rule{s.ColumnText(0), s.ColumnText(1), s.ColumnInt64(2)})
	})
	r.each("findings", "signature, folder, class, solver, family, version, logic, summary, suspect, flaky, hits, slot, place, first", "signature", func(s *sqlite3.Stmt) {
		f.Findings = append(f.Findings, Finding{
			Signature: s.ColumnText(0), Folder: s.ColumnText(1), Class: s.ColumnText(2), Solver: s.ColumnText(3), Family: s.ColumnText(4), Version: s.ColumnText(5),
			Logic: s.ColumnText(6), Summary: s.ColumnText(7), Suspect: s.ColumnBool(8), Flaky: s.ColumnBool(9), Hits: s.ColumnInt64(10),
			Kept: s.ColumnType(11) != sqlite3.NULL, Slot: uint64(s.ColumnInt64(11)), Place: s.ColumnInt(12), First: s.ColumnBlob(13, nil),
		})
	})
	r.each("dropped", "bucket, hits", "bucket", func(s *sqlite3.Stmt) { f.Dropped = append(f.Dropped, Drop{s.ColumnText(0), s.ColumnInt64(1)}) })
	if r.version >= 2 {
		r.overTime(f)
	}
}

func (r *reader) overTime(f *Figures) {
	r.each("samples", "number, session, at, seconds, mutants, runs, decided, findings, new_behaviour, engines, cpu", "number", func(s *sqlite3.Stmt) {
		f.Samples = append(f.Samples, Sample{
			Number: s.ColumnInt64(0), Session: s.ColumnInt64(1), At: s.ColumnInt64(2), Seconds: s.ColumnFloat(3), Mutants: s.ColumnInt64(4), Runs: s.ColumnInt64(5),
			Decided: s.ColumnInt64(6), Findings: s.ColumnInt64(7), NewBehaviour: s.ColumnInt64(8), Engines: s.ColumnBlob(9, nil), CPU: s.ColumnBlob(10, nil),
		})
	})
	r.each("history", "number, signature, what, seconds", "number", func(s *sqlite3.Stmt) {
		if s.ColumnText(2) == Found && s.ColumnType(3) != sqlite3.NULL {
			f.Found = append(f.Found, Moment{s.ColumnText(1), s.ColumnFloat(3)})
		}
	})
}

// session reads the last session, nil for none.
func (r *reader) session() (last *Session) {
	r.each("sessions", "number, ended, jobs, seconds, facts", "number", func(s *sqlite3.Stmt) {
		if n := s.ColumnInt64(0); last == nil || n > last.Number {
			last = &Session{Number: n, Ended: s.ColumnText(1), Jobs: s.ColumnInt(2), Seconds: s.ColumnFloat(3), Facts: s.ColumnBlob(4, nil)}
		}
	})
	return last
}

func (r *reader) knowledge(k *Knowledge) {
	r.each("texts", "engine, hash, mutants", "engine, hash", func(s *sqlite3.Stmt) {
		k.Texts = append(k.Texts, Text{s.ColumnText(0), uint64(s.ColumnInt64(1)), s.ColumnInt64(2)})
	})
	r.each("seeds", "seed, name, hash, logic, bytes", "seed", func(s *sqlite3.Stmt) {
		k.Seeds = append(k.Seeds, Seed{s.ColumnInt(0), s.ColumnText(1), s.ColumnText(2), s.ColumnText(3), s.ColumnInt(4)})
	})
	r.each("excluded", "seed, engine", "seed, engine", func(s *sqlite3.Stmt) { k.Excluded = append(k.Excluded, Pair{s.ColumnInt(0), s.ColumnInt(1)}) })
	r.each("slots", "slot, mutants, run, underway", "slot", func(s *sqlite3.Stmt) {
		k.Slots = append(k.Slots, Slot{uint64(s.ColumnInt64(0)), s.ColumnInt(1), s.ColumnInt(2), s.ColumnBlob(3, nil)})
	})
	r.each("chains", "number, seed, engine, round, targets, marks", "number", func(s *sqlite3.Stmt) {
		k.Chains = append(k.Chains, Chain{s.ColumnInt64(0), Pair{s.ColumnInt(1), s.ColumnInt(2)}, uint64(s.ColumnInt64(3)), uint64(s.ColumnInt64(4)), s.ColumnBlob(5, nil)})
	})
	r.each("answers", "seed, solver, outcome, wall_ns, doublings, lap, failures, until", "seed, solver", func(s *sqlite3.Stmt) {
		k.Answers = append(k.Answers, Answer{
			s.ColumnInt(0), s.ColumnInt(1), s.ColumnText(2), s.ColumnInt64(3), s.ColumnInt(4), uint64(s.ColumnInt64(5)), s.ColumnInt(6), uint64(s.ColumnInt64(7)),
		})
	})
	r.each("pairs", "seed, engine, shown, missed, failures, until", "seed, engine", func(s *sqlite3.Stmt) {
		k.Pairs = append(k.Pairs, PairState{Pair{s.ColumnInt(0), s.ColumnInt(1)}, uint64(s.ColumnInt64(2)), s.ColumnInt(3), s.ColumnInt(4), uint64(s.ColumnInt64(5))})
	})
	r.searched(k)
}

func (r *reader) searched(k *Knowledge) {
	r.each("elites", "engine, logic, solver, entry, configurations", "engine, logic, solver", func(s *sqlite3.Stmt) {
		k.Elites = append(k.Elites, Elite{s.ColumnText(0), s.ColumnText(1), s.ColumnText(2), uint64(s.ColumnInt64(3)), s.ColumnBlob(4, nil)})
	})
	r.each("shown", "slot, searches", "slot", func(s *sqlite3.Stmt) {
		k.Shown = append(k.Shown, Shown{uint64(s.ColumnInt64(0)), s.ColumnBlob(1, nil)})
	})
	k.Learned = r.items("learned", "value")
}
