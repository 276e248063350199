//go:build checksums

package main

import (
	"context"
	"database/sql"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
)

const name = "checksums"

type standard struct {
	db   *sql.DB
	conn *sql.Conn
	put  *sql.Stmt
}

func open(path string) (database, error) {
	db, err := driver.Open("file:"+path, func(c *sqlite3.Conn) error { return c.EnableChecksums("main") })
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(context.Background())
	return &standard{db: db, conn: conn}, err
}

func (d *standard) Exec(query string) error {
	_, err := d.conn.ExecContext(context.Background(), query)
	return err
}

func (d *standard) Put(key int64, value []byte) (err error) {
	if d.put == nil {
		if d.put, err = d.conn.PrepareContext(context.Background(), "INSERT INTO kv VALUES(?,?) ON CONFLICT(k) DO UPDATE SET v=excluded.v"); err != nil {
			return err
		}
	}
	_, err = d.put.Exec(key, value)
	return err
}

func (d *standard) Close() error {
	_, _ = d.put.Close(), d.conn.Close()
	return d.db.Close()
}
