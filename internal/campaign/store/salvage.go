package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// backwards is the reverse of an order.
func backwards(key string) string { return strings.ReplaceAll(key, ",", " DESC,") + " DESC" }

// Salvage reads what can still be read of a damaged database, and says of which tables some rows are lost, and why. Rows are whole or missing, but
// what they say together may no longer fit: it is for the caller to decide what it can use. The error is that of a database of which nothing can be read.
func Salvage(path string) (c *Contents, lost []string, err error) {
	r := &reader{lost: make(map[string]error)}
	c = &Contents{}
	err = readAt(path, path, func(on *reader) {
		r.conn, r.version = on.conn, on.version
		r.all(c)
	})
	if err != nil {
		return nil, nil, failed(path, err)
	}
	for _, table := range slices.Sorted(maps.Keys(r.lost)) {
		lost = append(lost, fmt.Sprintf("%s (%v)", table, r.lost[table]))
	}
	return c, lost, nil
}

// Check reads every page of a database. The error is a *DamagedError that says what is wrong, or one of Open's.
func (db *DB) Check() error {
	s, _, err := db.conn.Prepare("PRAGMA quick_check(1)")
	if err != nil {
		return failed(db.path, err)
	}
	defer func() { _ = s.Close() }()
	if s.Step() && s.ColumnText(0) != "ok" {
		return &DamagedError{db.path, errors.New(s.ColumnText(0))}
	}
	return failed(db.path, s.Err())
}
