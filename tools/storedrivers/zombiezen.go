//go:build zombiezen

package main

import (
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const name = "zombiezen"

type direct struct{ conn *sqlite.Conn }

func open(path string) (database, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	return &direct{conn}, err
}

func (d *direct) Exec(query string) error { return sqlitex.ExecuteTransient(d.conn, query, nil) }

func (d *direct) Put(key int64, value []byte) error {
	return sqlitex.Execute(d.conn, "INSERT INTO kv VALUES(?,?) ON CONFLICT(k) DO UPDATE SET v=excluded.v", &sqlitex.ExecOptions{Args: []any{key, value}})
}

func (d *direct) Close() error { return d.conn.Close() }
