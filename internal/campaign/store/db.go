package store

import (
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/assay-smt/assay/internal/base/disk"
)

const (
	// patience is how long a transaction waits for a reader that is in its way, which takes milliseconds.
	patience = 10 * time.Second
	// logPages is the number of pages after which the log is written back: 16 MB.
	logPages = 4096
)

// A DB is a database that is open for writing. Not safe for concurrent use.
type DB struct {
	path  string
	conn  *sqlite3.Conn
	stmts map[string]*sqlite3.Stmt
}

// Options are different in tests.
type Options struct {
	// MaxPages bounds the size of the file in pages, as a full disk would; 0 for no bound.
	MaxPages int
}

// Open opens a database for writing, and makes it where there is none. Errors are *disk.OutputError, *DamagedError and *VersionError.
func Open(path string, o Options) (*DB, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &DamagedError{path, fmt.Errorf("it is not a file")}
	} else if err == nil && info.Size() == 0 {
		return nil, &DamagedError{path, fmt.Errorf("it is empty")}
	}
	conn, err := sqlite3.OpenFlags(uri(path, ""), sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI|sqlite3.OPEN_NOFOLLOW)
	if err != nil {
		return nil, failed(path, err)
	}
	db := &DB{path: path, conn: conn, stmts: make(map[string]*sqlite3.Stmt)}
	if err := db.prepare(o); err != nil {
		_ = conn.Close()
		return nil, failed(path, err)
	}
	return db, nil
}

func (db *DB) prepare(o Options) error {
	if err := db.conn.BusyTimeout(patience); err != nil {
		return err
	}
	pages, err := number(db.conn, "PRAGMA page_count")
	if err != nil {
		return err
	}
	if o.MaxPages > 0 {
		if _, err := number(db.conn, fmt.Sprintf("PRAGMA max_page_count = %d", o.MaxPages)); err != nil {
			return err
		}
	}
	if pages == 0 {
		// Until something is in it, a kill may take it away.
		if err := db.conn.Exec("PRAGMA synchronous = OFF"); err != nil {
			return err
		}
		if err := db.conn.EnableChecksums("main"); err != nil {
			return err
		}
	}
	// A kill of the process loses no transaction, and a power cut none but the last: the file stays whole.
	if err := db.conn.Exec(fmt.Sprintf("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = %d", logPages)); err != nil {
		return err
	}
	if err := migrate(db.conn, db.path, migrations); err != nil {
		return err
	}
	return db.conn.Exec("PRAGMA synchronous = NORMAL")
}

// Path is the path of the database.
func (db *DB) Path() string { return db.path }

// Close closes the database, once or several times, and leaves a single file unless somebody is reading it. What was written stays in any case.
func (db *DB) Close() error {
	if db.conn == nil {
		return nil
	}
	for _, s := range db.stmts {
		_ = s.Close()
	}
	db.stmts = nil
	err := db.conn.BusyTimeout(0)
	if err == nil {
		// Where a reader is in the way, the log stays for now; the next session takes it in.
		_ = db.conn.Exec("PRAGMA journal_mode = DELETE")
	}
	if closed := db.conn.Close(); err == nil {
		err = closed
	}
	db.conn = nil
	return failed(db.path, err)
}

// stmt returns a prepared statement.
func (db *DB) stmt(query string) (*sqlite3.Stmt, error) {
	if s := db.stmts[query]; s != nil {
		return s, nil
	}
	s, _, err := db.conn.PrepareFlags(query, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		return nil, err
	}
	db.stmts[query] = s
	return s, nil
}

// Remove removes a database with its companions.
func Remove(path string) error {
	for _, p := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Remove(p); err != nil && !os.IsNotExist(err) {
			return &disk.OutputError{Path: p, Err: err}
		}
	}
	return nil
}

// Exists reports whether there is a file at the path of a database, whatever is in it.
func Exists(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeType == 0
}
