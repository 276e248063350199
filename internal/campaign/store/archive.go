package store

import (
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"github.com/assay-smt/assay/internal/base/disk"
)

// An Archive is all that a database holds: its contents with all sessions, and the history of findings.
type Archive struct {
	Contents
	Sessions []Session
	History  []Incident
}

// ReadArchive reads everything, like ReadFigures.
func ReadArchive(path string) (*Archive, error) {
	var a Archive
	err := read(path, func(r *reader) {
		r.all(&a.Contents)
		r.each("sessions", "number, ended, jobs, seconds, facts", "number", func(s *sqlite3.Stmt) {
			a.Sessions = append(a.Sessions, Session{Number: s.ColumnInt64(0), Ended: s.ColumnText(1), Jobs: s.ColumnInt(2), Seconds: s.ColumnFloat(3), Facts: s.ColumnBlob(4, nil)})
		})
		r.history(&a)
	})
	return &a, err
}

func (r *reader) history(a *Archive) {
	columns := "signature, session, mutant, what, NULL"
	if r.version >= 2 {
		columns = "signature, session, mutant, what, seconds"
	}
	r.each("history", columns, "number", func(s *sqlite3.Stmt) {
		a.History = append(a.History, Incident{
			Signature: s.ColumnText(0), Session: s.ColumnInt64(1), Mutant: s.ColumnText(2), What: s.ColumnText(3), Seconds: s.ColumnFloat(4),
			Untimed: s.ColumnType(4) == sqlite3.NULL,
		})
	})
}

// WriteArchive writes a database of one file, in place of what is at the path, which stays as it was until the new one is whole. Nobody may have it open for
// writing. Errors are *disk.OutputError.
func WriteArchive(path string, a *Archive, o Options) error {
	next := path + ".new"
	if err := Remove(next); err != nil { // what a killed process left
		return err
	}
	err := writeArchive(next, a, o)
	if err == nil {
		if err = os.Rename(next, path); err != nil {
			err = &disk.OutputError{Path: path, Err: err}
		}
	}
	if err != nil {
		_ = Remove(next)
		return err
	}
	return disk.SyncDir(filepath.Dir(path))
}

func writeArchive(path string, a *Archive, o Options) error {
	db, err := Open(path, o)
	if err != nil {
		return err
	}
	change := &Change{Figures: a.Figures, Knowledge: a.Knowledge, History: a.History}
	change.Session = nil
	err = db.Write(change)
	for i := range a.Sessions {
		if err == nil {
			err = db.Write(&Change{Figures: Figures{Session: &a.Sessions[i]}})
		}
	}
	if closed := db.Close(); err == nil {
		err = closed
	}
	return err
}
