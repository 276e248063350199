// Storedrivers measures drivers for SQLite without cgo: how long a small transaction takes, and how much memory the process has. A build tag chooses
// the driver: modernc, zombiezen, ncruces, or ncruces with checksums.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A database is one that a driver has opened.
type database interface {
	Exec(sql string) error
	Put(key int64, value []byte) error
	Close() error
}

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "storedrivers:", err)
		os.Exit(1)
	}
}

func measure() error {
	dir, err := os.MkdirTemp("", "storedrivers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for sync, n := range map[string]int{"NORMAL": 3000, "FULL": 1000} {
		db, err := open(filepath.Join(dir, sync+".db"))
		if err != nil {
			return err
		}
		for _, sql := range []string{"PRAGMA journal_mode=WAL", "PRAGMA synchronous=" + sync, "CREATE TABLE kv(k INTEGER PRIMARY KEY, v BLOB)"} {
			if err := db.Exec(sql); err != nil {
				return err
			}
		}
		all := make([]time.Duration, 0, n)
		for i := range n {
			begun := time.Now()
			if err := transaction(db, i); err != nil {
				return err
			}
			all = append(all, time.Since(begun))
		}
		if err := db.Close(); err != nil {
			return err
		}
		slices.Sort(all)
		fmt.Printf("%s\t%s\tmedian %v\tp99 %v\tpeak %s\n", name, sync, all[n/2], all[n*99/100], peak())
	}
	return nil
}

// transaction replaces 20 rows of 200 bytes.
func transaction(db database, i int) error {
	if err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for k := range 20 {
		if err := db.Put(int64((i*7+k*13)%5000), make([]byte, 200)); err != nil {
			return err
		}
	}
	return db.Exec("COMMIT")
}

// peak is the most memory that the process had.
func peak() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return "unknown"
}
