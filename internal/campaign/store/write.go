package store

import (
	"fmt"
)

// A writer executes the statements of a transaction until one fails.
type writer struct {
	db  *DB
	err error
}

// do executes a statement; what it is given are ints, floats, texts and blobs.
func (w *writer) do(query string, args ...any) {
	if w.err != nil {
		return
	}
	s, err := w.db.stmt(query)
	if err != nil {
		w.err = err
		return
	}
	for i, a := range args {
		switch a := a.(type) {
		case int:
			err = s.BindInt(i+1, a)
		case int64:
			err = s.BindInt64(i+1, a)
		case uint64: // as SQLite has no unsigned numbers, large ones are negative
			err = s.BindInt64(i+1, int64(a))
		case float64:
			err = s.BindFloat(i+1, a)
		case string:
			err = s.BindText(i+1, a)
		case bool:
			err = s.BindBool(i+1, a)
		case text:
			err = s.BindRawText(i+1, a)
		case []byte:
			err = s.BindBlob(i+1, a)
		case nil:
			err = s.BindNull(i + 1)
		default:
			err = fmt.Errorf("store: a value of type %T", a)
		}
		if err != nil {
			w.err = err
			return
		}
	}
	w.err = s.Exec()
}

// text is written as text, not as a blob.
type text []byte

func (w *writer) items(table, value string, all []Item) {
	for _, i := range all {
		w.do("INSERT INTO "+table+" VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET "+value+" = ?2", i.Name, text(i.Value))
	}
}

// Write writes a change in one transaction. After an error, nothing of it was written. Errors are *disk.OutputError and *DamagedError.
func (db *DB) Write(c *Change) error {
	w := &writer{db: db}
	w.do("BEGIN IMMEDIATE")
	began := w.err == nil
	w.figures(&c.Figures)
	w.history(c.History)
	w.samples(c)
	w.knowledge(c)
	w.do("COMMIT")
	if w.err != nil && began {
		if s, err := db.stmt("ROLLBACK"); err == nil {
			_ = s.Exec() // some errors have done it already
		}
	}
	return failed(db.path, w.err)
}

func (w *writer) figures(f *Figures) {
	w.items("settings", "value", f.Settings)
	w.items("totals", "value", f.Totals)
	w.items("solvers", "figures", f.Solvers)
	w.items("engines", "figures", f.Engines)
	w.items("logics", "figures", f.Logics)
	if s := f.Session; s != nil {
		w.do("INSERT OR REPLACE INTO sessions VALUES(?, ?, ?, ?, ?)", s.Number, s.Ended, s.Jobs, s.Seconds, text(s.Facts))
	}
	for _, r := range f.Rules {
		if r.Mutants == 0 {
			w.do("DELETE FROM rules WHERE engine = ? AND rule = ?", r.Engine, r.Rule)
		} else {
			w.do("INSERT INTO rules VALUES(?1, ?2, ?3) ON CONFLICT DO UPDATE SET mutants = ?3", r.Engine, r.Rule, r.Mutants)
		}
	}
	for _, f := range f.Findings {
		var slot, place any
		if f.Kept {
			slot, place = f.Slot, f.Place
		}
		w.do("INSERT OR REPLACE INTO findings VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", f.Signature, f.Folder, f.Class, f.Solver, f.Family, f.Version, f.Logic,
			f.Summary, f.Suspect, f.Flaky, f.Hits, slot, place, text(f.First))
	}
	for _, d := range f.Dropped {
		w.do("INSERT OR REPLACE INTO dropped VALUES(?, ?)", d.Bucket, d.Hits)
	}
}

func (w *writer) history(all []Incident) {
	for _, i := range all {
		var seconds any
		if !i.Untimed {
			seconds = i.Seconds
		}
		w.do("INSERT INTO history(signature, session, mutant, what, seconds) VALUES(?, ?, ?, ?, ?)", i.Signature, i.Session, i.Mutant, i.What, seconds)
	}
}

func (w *writer) samples(c *Change) {
	for _, s := range c.Samples {
		w.do("INSERT OR REPLACE INTO samples VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", s.Number, s.Session, s.At, s.Seconds, s.Mutants, s.Runs, s.Decided, s.Findings,
			s.NewBehaviour, text(s.Engines), text(s.CPU))
	}
	if c.Stride > 0 {
		w.do("DELETE FROM samples WHERE number % ? != 0", c.Stride)
	}
}

func (w *writer) knowledge(c *Change) {
	for _, engine := range c.Resampled {
		w.do("DELETE FROM texts WHERE engine = ?", engine)
	}
	for _, t := range c.Texts {
		w.do("INSERT INTO texts VALUES(?1, ?2, ?3) ON CONFLICT DO UPDATE SET mutants = ?3", t.Engine, t.Hash, t.Mutants)
	}
	for _, s := range c.Seeds {
		w.do("INSERT OR REPLACE INTO seeds VALUES(?, ?, ?, ?, ?)", s.Seed, s.Name, s.Hash, s.Logic, s.Bytes)
	}
	for _, p := range c.Excluded {
		w.do("INSERT OR IGNORE INTO excluded VALUES(?, ?)", p.Seed, p.Engine)
	}
	if c.SlotsBefore > 0 {
		w.do("DELETE FROM slots WHERE slot < ?", c.SlotsBefore)
	}
	for _, s := range c.Slots {
		w.do("INSERT OR REPLACE INTO slots VALUES(?, ?, ?, ?)", s.Slot, s.Mutants, s.Run, text(s.Underway))
	}
	for _, h := range c.Chains {
		w.do("INSERT OR REPLACE INTO chains VALUES(?, ?, ?, ?, ?, ?)", h.Number, h.Seed, h.Engine, h.Round, h.Targets, h.Marks)
	}
	for _, n := range c.Forgotten { // some of them may have come with the change
		w.do("DELETE FROM chains WHERE number = ?", n)
	}
	for _, a := range c.Answers {
		w.do("INSERT OR REPLACE INTO answers VALUES(?, ?, ?, ?, ?, ?, ?, ?)", a.Seed, a.Solver, a.Outcome, a.Wall, a.Doublings, a.Lap, a.Failures, a.Until)
	}
	for _, p := range c.Pairs {
		w.do("INSERT OR REPLACE INTO pairs VALUES(?, ?, ?, ?, ?, ?)", p.Seed, p.Engine, p.Shown, p.Missed, p.Failures, p.Until)
	}
	for _, e := range c.Elites {
		if e.Configurations == nil {
			w.do("DELETE FROM elites WHERE engine = ? AND logic = ? AND solver = ?", e.Engine, e.Logic, e.Solver)
		} else {
			w.do("INSERT OR REPLACE INTO elites VALUES(?, ?, ?, ?, ?)", e.Engine, e.Logic, e.Solver, e.Entry, text(e.Configurations))
		}
	}
	if c.ShownBefore > 0 {
		w.do("DELETE FROM shown WHERE slot < ?", c.ShownBefore)
	}
	for _, s := range c.Shown {
		w.do("INSERT OR REPLACE INTO shown VALUES(?, ?)", s.Slot, text(s.Searches))
	}
	w.items("learned", "value", c.Learned)
}
