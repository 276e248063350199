package campaign

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
)

// A database is the books' store, with what is known about what is in it already. Not safe for concurrent use.
type database struct {
	path    string
	options store.Options
	store   *store.DB // nil while it is not open
	// touched is what events have changed since the last write; pending: something has. wrote is when that was.
	touched touched
	pending bool
	wrote   time.Time
	// broken is the error of a write: what it should have written is lost, so that nothing may be written after it.
	broken error
	// session is the number of this run's session, once there is a row of it; until then of the last one.
	session int64
	began   bool // there is a row

	// These are as they were written.
	items  map[string][]byte           // by table and name
	rules  map[string]map[string]int64 // by engine
	levels map[string]int              // of samples, by engine
	folded uint64
}

func newDatabase(c *Config) database {
	return database{
		path: filepath.Join(c.Out, store.FileName), options: c.database, touched: newTouched(),
		items: make(map[string][]byte), rules: make(map[string]map[string]int64), levels: make(map[string]int),
	}
}

// open opens the database, makes it where there is none, and reads it.
func (d *database) open() (*store.Contents, error) {
	var err error
	if d.store, err = store.Open(d.path, d.options); err != nil {
		return nil, err
	}
	if err := d.store.Check(); err != nil {
		return nil, err
	}
	return d.store.ReadAll()
}

// renew replaces the database with an empty one.
func (d *database) renew() error {
	d.close()
	if err := store.Remove(d.path); err != nil {
		return err
	}
	var err error
	d.store, err = store.Open(d.path, d.options)
	return err
}

func (d *database) close() {
	if d.store != nil {
		_ = d.store.Close() // everything was written
		d.store = nil
	}
}

// item appends a value to items of a table, unless it is as it was written.
func (d *database) item(to *[]store.Item, table, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	key := table + "/" + name
	if !bytes.Equal(d.items[key], data) {
		d.items[key] = data
		*to = append(*to, store.Item{Name: name, Value: data})
	}
	return nil
}

// touched is what was changed, by the names of what is counted. It is a sink of events.
type touched struct {
	solvers, engines, logics map[string]bool
	texts                    map[string]map[uint64]bool // by engine
	findings                 map[string]bool            // by signature
	dropped                  bool
	history                  []store.Incident
}

func newTouched() touched {
	return touched{
		solvers: make(map[string]bool), engines: make(map[string]bool), logics: make(map[string]bool), texts: make(map[string]map[uint64]bool),
		findings: make(map[string]bool),
	}
}

// everything touches all that is counted.
func (t *touched) everything(s *Stats, counted findings.Counters) {
	for name := range s.Solvers {
		t.solvers[name] = true
	}
	for name := range s.Engines {
		t.engines[name] = true
	}
	for name := range s.Logics {
		t.logics[name] = true
	}
	for signature := range counted.Hits {
		t.findings[signature] = true
	}
	t.dropped = true
}

// Take implements event.Sink.
func (t *touched) Take(e event.Event) {
	switch e := e.(type) {
	case event.Seed:
		t.engines[e.Engine] = true
	case event.Continued:
		t.engines[e.Engine] = true
	case event.Solve:
		t.solvers[e.Solver] = true
	case event.Mutant:
		t.engines[e.Engine], t.logics[logicName(e.Logic)] = true, true
		of := t.texts[e.Engine]
		if of == nil {
			of = make(map[uint64]bool)
			t.texts[e.Engine] = of
		}
		of[e.Text] = true
	case event.Skip:
		t.solvers[e.Solver] = true
	case event.Run:
		t.solvers[e.Solver], t.engines[e.Engine], t.logics[logicName(e.Logic)] = true, true, true
	case event.Explored:
		t.solvers[e.Solver], t.engines[e.Engine] = true, true
	case event.Timed:
		t.solvers[e.Solver] = true
	case event.Dearer:
		t.solvers[e.Solver] = true
	case event.Inferred:
		t.solvers[e.Solver] = true
	case event.Verdict:
		t.verdict(e)
	case event.Finding:
		t.engines[e.Engine] = true
	case event.Fault, event.Confirmation:
		// Only totals count these.
	}
}

func (t *touched) verdict(e event.Verdict) {
	t.engines[e.Engine] = true
	for _, name := range e.Undecided {
		t.solvers[name] = true
	}
	for _, u := range e.Unsupported {
		t.solvers[u.Solver] = true
	}
	for _, f := range e.Baseline {
		t.solvers[f.Solver] = true
	}
	for _, r := range e.Rechecked {
		t.solvers[r.Solver] = true
	}
}

// finding touches a finding that was hit.
func (t *touched) finding(f event.Finding) {
	if f.Folder == "" {
		t.dropped = true
		return
	}
	t.findings[f.Signature] = true
	switch {
	case f.New:
		t.history = append(t.history, store.Incident{Signature: f.Signature, Mutant: f.Mutant, What: store.Found})
	case f.Kept:
		t.history = append(t.history, store.Incident{Signature: f.Signature, Mutant: f.Mutant, What: store.Replaced})
	}
}
