package store

import (
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// FileName is the name of the database in a campaign's folder, and Companions are those that SQLite gives its files beside it.
const FileName = "campaign.db"

// Companions are the names of the files beside a database while it is open, or after its process was killed.
var Companions = []string{FileName + "-wal", FileName + "-shm"}

// applicationID marks the file as one of Assay's: "Assy" in ASCII. The program file shows it.
const applicationID = 0x41737379

// Version is the version of the schema that is written.
var Version = len(migrations)

// migrations are the steps from each version of the schema to the next, the first from an empty database. A step that was released never changes.
var migrations = []string{version1, version2}

const version1 = `
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(number INTEGER PRIMARY KEY, ended TEXT NOT NULL, jobs INTEGER NOT NULL, seconds REAL NOT NULL, facts TEXT NOT NULL);
CREATE TABLE totals(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE solvers(name TEXT PRIMARY KEY, figures TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE engines(name TEXT PRIMARY KEY, figures TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE logics(name TEXT PRIMARY KEY, figures TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rules(engine TEXT, rule TEXT, mutants INTEGER NOT NULL, PRIMARY KEY(engine, rule)) WITHOUT ROWID;
CREATE TABLE texts(engine TEXT, hash INTEGER, mutants INTEGER NOT NULL, PRIMARY KEY(engine, hash)) WITHOUT ROWID;

CREATE TABLE seeds(seed INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, logic TEXT NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE excluded(seed INTEGER, engine INTEGER, PRIMARY KEY(seed, engine)) WITHOUT ROWID;
CREATE TABLE slots(slot INTEGER PRIMARY KEY, mutants INTEGER NOT NULL, run INTEGER NOT NULL, underway TEXT NOT NULL);
CREATE TABLE chains(number INTEGER PRIMARY KEY, seed INTEGER NOT NULL, engine INTEGER NOT NULL, round INTEGER NOT NULL, targets INTEGER NOT NULL, marks BLOB NOT NULL);

CREATE TABLE findings(signature TEXT PRIMARY KEY, folder TEXT NOT NULL, class TEXT NOT NULL, solver TEXT NOT NULL, family TEXT NOT NULL, version TEXT NOT NULL,
	logic TEXT NOT NULL, summary TEXT NOT NULL, suspect INTEGER NOT NULL, flaky INTEGER NOT NULL, hits INTEGER NOT NULL, slot INTEGER, place INTEGER, first TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE history(number INTEGER PRIMARY KEY, signature TEXT NOT NULL, session INTEGER NOT NULL, mutant TEXT NOT NULL, what TEXT NOT NULL);
CREATE INDEX history_of ON history(signature);
CREATE TABLE dropped(bucket TEXT PRIMARY KEY, hits INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE answers(seed INTEGER, solver INTEGER, outcome TEXT NOT NULL, wall_ns INTEGER NOT NULL, doublings INTEGER NOT NULL, lap INTEGER NOT NULL,
	failures INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY(seed, solver)) WITHOUT ROWID;
CREATE TABLE pairs(seed INTEGER, engine INTEGER, shown INTEGER NOT NULL, missed INTEGER NOT NULL, failures INTEGER NOT NULL, until INTEGER NOT NULL,
	PRIMARY KEY(seed, engine)) WITHOUT ROWID;
CREATE TABLE elites(engine TEXT, logic TEXT, solver TEXT, entry INTEGER NOT NULL, configurations TEXT NOT NULL, PRIMARY KEY(engine, logic, solver)) WITHOUT ROWID;
CREATE TABLE shown(slot INTEGER PRIMARY KEY, searches TEXT NOT NULL);
CREATE TABLE learned(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE VIEW outcomes AS SELECT s.name AS solver, o.key AS outcome, o.value AS runs FROM solvers s, json_each(s.figures, '$.outcomes') o;
CREATE VIEW reasons AS SELECT s.name AS solver, o.key AS outcome, json_extract(r.value, '$.reason') AS reason, json_extract(r.value, '$.count') AS runs,
	json_extract(r.value, '$.mutant') AS first_mutant FROM solvers s, json_each(s.figures, '$.reasons') o, json_each(o.value) r;
CREATE VIEW acceptance AS SELECT e.name AS engine, a.key AS solver, json_extract(a.value, '$.calls') AS runs, json_extract(a.value, '$.rejected') AS rejected
	FROM engines e, json_each(e.figures, '$.acceptance') a;
CREATE VIEW coverage AS SELECT e.name AS engine, c.key AS logic, json_extract(c.value, '$.seeds') AS seeds, json_extract(c.value, '$.used') AS used
	FROM engines e, json_each(e.figures, '$.coverage') c;
CREATE VIEW configurations AS SELECT s.name AS solver, c.key AS figure, c.value AS value FROM solvers s, json_each(s.figures, '$.configurations') c WHERE c.type IN ('integer', 'real');
CREATE VIEW figures AS SELECT f.key AS figure, f.value AS value FROM totals t, json_each(t.value) f WHERE t.name = 'figures' AND f.type IN ('integer', 'real');
CREATE VIEW spent AS SELECT p.key AS purpose, json_extract(p.value, '$.runs') AS runs, json_extract(p.value, '$.seconds') AS seconds, json_extract(p.value, '$.cpu_seconds') AS cpu_seconds
	FROM totals t, json_each(t.value, '$.spent') p WHERE t.name = 'figures' AND p.type = 'object';
`

// version2 is the first with a history over time.
const version2 = `
CREATE TABLE samples(number INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, seconds REAL NOT NULL, mutants INTEGER NOT NULL, runs INTEGER NOT NULL,
	decided INTEGER NOT NULL, findings INTEGER NOT NULL, new_behaviour INTEGER NOT NULL, engines TEXT NOT NULL, cpu TEXT NOT NULL);
ALTER TABLE history ADD COLUMN seconds REAL;

CREATE VIEW growth AS SELECT s.number, s.session, s.seconds, e.key AS engine, json_extract(e.value, '$.mutants') AS mutants, json_extract(e.value, '$.new_behaviour') AS new_behaviour,
	json_extract(e.value, '$.findings') AS findings FROM samples s, json_each(s.engines) e;
`

// migrate brings the schema to the current version.
func migrate(c *sqlite3.Conn, path string, steps []string) error {
	version, err := number(c, "PRAGMA user_version")
	if err != nil {
		return err
	}
	if version > int64(len(steps)) {
		return &VersionError{Path: path, Version: int(version)}
	}
	for v := int(version); v < len(steps); v++ {
		step := fmt.Sprintf("BEGIN IMMEDIATE; %s PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", steps[v], applicationID, v+1)
		if err := c.Exec(step); err != nil {
			_ = c.Exec("ROLLBACK") // there may be none to roll back
			return err
		}
	}
	return nil
}

func number(c *sqlite3.Conn, query string) (int64, error) {
	s, _, err := c.Prepare(query)
	if err != nil {
		return 0, err
	}
	defer func() { _ = s.Close() }()
	var n int64
	if s.Step() {
		n = s.ColumnInt64(0)
	}
	return n, s.Err()
}
