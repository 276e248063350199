package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
)

// fail answers with an error that people can read.
func fail(w http.ResponseWriter, code int, words string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": words}) // who has gone needs no answer
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // who has gone needs no answer
}

// A summary is the line of a campaign in the list.
type summary struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Dir    string `json:"dir"`
	Error  string `json:"error,omitempty"`
	State  string `json:"state,omitempty"`
	// Running: another process, or this one, works on it.
	Running bool     `json:"running"`
	Mutants int64    `json:"mutants"`
	Seconds float64  `json:"seconds"`
	New     int      `json:"new"`
	Bugs    int      `json:"bugs"`
	Solvers []string `json:"solvers"`
}

func (s *server) summary(i int) (summary, *content) {
	of := s.campaigns[i]
	out := summary{Number: i, Name: of.name(), Dir: of.dir}
	c, err := of.content()
	if err != nil {
		out.Error = visible.Line(err.Error())
		return out, nil
	}
	out.Running = s.running(of) != nil
	out.State, out.Mutants, out.Seconds, out.Bugs, out.New = c.State(), c.Stats.Mutants, c.Stats.Seconds, len(c.entries), dossier.New(c.entries)
	for _, spec := range c.Solvers() {
		out.Solvers = append(out.Solvers, c.Name(spec))
	}
	return out, c
}

// running is the state of a campaign that runs, nil for one that has ended or was killed.
func (s *server) running(of *served) *live.State {
	state, err := s.Live(of.dir)
	if err != nil || state.Silence(s.Now()) > 0 {
		return nil
	}
	return state
}

// list answers with all campaigns.
func (s *server) list(w http.ResponseWriter, _ *http.Request) {
	out := make([]summary, 0, len(s.campaigns))
	for i := range s.campaigns {
		line, _ := s.summary(i)
		out = append(out, line)
	}
	answer(w, map[string]any{"campaigns": out, "marks": s.marks()})
}

// marks are what a reader may say of a bug.
func (s *server) marks() []string {
	if s.Mark == nil {
		return []string{}
	}
	return dossier.Marks()
}

// An overview is what the first page of a campaign shows.
type overview struct {
	summary
	Live   *live.State      `json:"live,omitempty"`
	Counts map[string]int64 `json:"counts"`
	Share  float64          `json:"solver_share"`
	Topics []topic          `json:"topics"`
}

type topic struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

func (s *server) overview(w http.ResponseWriter, _ *http.Request, of *served) {
	out, err := s.look(of)
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	answer(w, out)
}

func (s *server) look(of *served) (*overview, error) {
	line, c := s.summary(slices.Index(s.campaigns, of))
	if c == nil {
		return nil, errors.New(line.Error)
	}
	out := &overview{summary: line, Share: c.Stats.SolverShare(), Counts: map[string]int64{
		"runs": c.Stats.Calls, "extra": c.Stats.Extra, "findings": int64(len(c.Findings) + len(c.Known) + len(c.Apart)), "seeds": int64(c.Stats.Seeds), "faults": c.Stats.Faults,
	}}
	out.Live = shown(s.running(of))
	for _, t := range figures.Topics() {
		out.Topics = append(out.Topics, topic{t.Name, t.About})
	}
	return out, nil
}

// shown is a state as pages show it: what solvers, seeds and engines have said has nothing hidden in it.
func shown(st *live.State) *live.State {
	if st == nil {
		return nil
	}
	out := *st
	out.Out, out.Line = visible.Line(st.Out), visible.Line(st.Line)
	out.Warnings, out.Engines = slices.Clone(st.Warnings), slices.Clone(st.Engines)
	out.Logics, out.Solvers, out.Latest = slices.Clone(st.Logics), slices.Clone(st.Solvers), slices.Clone(st.Latest)
	for i := range out.Warnings {
		out.Warnings[i] = visible.Line(out.Warnings[i])
	}
	for i := range out.Engines {
		out.Engines[i].Name = visible.Line(out.Engines[i].Name)
	}
	for i := range out.Logics {
		out.Logics[i].Name = visible.Line(out.Logics[i].Name)
	}
	for i := range out.Solvers {
		v := &out.Solvers[i]
		v.Name, v.Refused = visible.Line(v.Name), visible.Line(v.Refused)
	}
	for i := range out.Latest {
		f := &out.Latest[i]
		f.Class, f.Solver, f.Engine, f.Known = visible.Line(f.Class), visible.Line(f.Solver), visible.Line(f.Engine), visible.Line(f.Known)
		f.Line, f.Words, f.Folder = visible.Line(f.Line), visible.Line(f.Words), visible.Line(f.Folder)
	}
	return &out
}

// Bounds on a list.
const (
	usualPage = 100
	mostPage  = 500
)

// A found is a part of the list of bugs.
type found struct {
	Total   int             `json:"total"` // that match
	Offset  int             `json:"offset"`
	Entries []dossier.Entry `json:"entries"`
	// Classes, Solvers and Statuses count what the whole list has.
	Classes  map[string]int `json:"classes"`
	Solvers  map[string]int `json:"solvers"`
	Statuses map[string]int `json:"statuses"`
}

// bugs answers with the bugs that match all of class, solver, status, and all words of q.
func (s *server) bugs(w http.ResponseWriter, r *http.Request, of *served) {
	c, err := of.content()
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	q := r.URL.Query()
	words := strings.Fields(strings.ToLower(q.Get("q")))
	out := found{Entries: []dossier.Entry{}, Classes: map[string]int{}, Solvers: map[string]int{}, Statuses: map[string]int{}}
	most := min(max(number(q.Get("limit"), usualPage), 1), mostPage)
	var matching []int
	for i := range c.entries {
		e := &c.entries[i]
		out.Classes[e.Class]++
		out.Solvers[e.Solver]++
		out.Statuses[e.Status]++
		if is(q.Get("class"), e.Class) && is(q.Get("solver"), e.Solver) && is(q.Get("status"), e.Status) && of.has(e, words) {
			matching = append(matching, i)
		}
	}
	out.Total, out.Offset = len(matching), max(number(q.Get("offset"), 0), 0)
	if out.Offset >= out.Total { // the list has become shorter, by triage or a mark: its last part
		out.Offset = max(0, out.Total-1) / most * most
	}
	for _, i := range matching[out.Offset:min(out.Offset+most, out.Total)] {
		out.Entries = append(out.Entries, c.entries[i])
	}
	answer(w, out)
}

func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}

func is(wanted, has string) bool { return wanted == "" || wanted == has }

// has reports whether an entry, or its formula, has all words.
func (s *served) has(e *dossier.Entry, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(strings.Join([]string{e.ID, e.Class, e.Kind, e.Solver, e.Logic, e.Needs, e.Words, e.Status, e.KnownAs, e.Note}, "\n"))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) && !strings.Contains(s.formula(e), word) })
}

func id(r *http.Request) string { return path.Join(r.PathValue("kind"), r.PathValue("name")) }

func (s *server) bug(w http.ResponseWriter, r *http.Request, of *served) {
	c, err := of.content()
	if err == nil {
		var d *dossier.Dossier
		if d, err = dossier.Open(c.Campaign, c.entries, id(r)); err == nil {
			answer(w, d)
			return
		}
	}
	if errors.Is(err, dossier.ErrNone) {
		fail(w, http.StatusNotFound, err.Error())
		return
	}
	fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
}

// A table is a table of assay stats as the page gets it.
type table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	// Numbers says which columns have numbers.
	Numbers []bool     `json:"numbers"`
	Rows    [][]string `json:"rows"`
	// More is how many rows are left out.
	More int `json:"more,omitempty"`
}

// mostRows bounds a table.
const mostRows = 500

func (s *server) stats(w http.ResponseWriter, r *http.Request, of *served) {
	topics := figures.Find(r.PathValue("topic"))
	if len(topics) != 1 {
		fail(w, http.StatusNotFound, "there is no such topic")
		return
	}
	c, err := of.content()
	if err != nil {
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	}
	tables := []table{}
	for _, t := range topics[0].Tables(c.Campaign) {
		out := table{Title: t.Title, More: max(0, len(t.Rows)-mostRows)}
		var shown []int
		for i, column := range t.Columns {
			if column.Head != "" {
				shown = append(shown, i)
				out.Columns = append(out.Columns, column.Head)
				out.Numbers = append(out.Numbers, t.Numeric(i))
			}
		}
		for _, row := range t.Rows[:min(len(t.Rows), mostRows)] {
			var cells []string
			for _, i := range shown {
				cells = append(cells, figures.Cell(row[i]))
			}
			out.Rows = append(out.Rows, cells)
		}
		if len(out.Rows) > 0 {
			tables = append(tables, out)
		}
	}
	answer(w, map[string]any{"about": topics[0].About, "none": topics[0].None, "tables": tables})
}

// mark gives a bug a mark, or takes it away.
func (s *server) mark(w http.ResponseWriter, r *http.Request, of *served) {
	var in struct{ Mark, Note string }
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		fail(w, http.StatusBadRequest, "this is no mark")
		return
	}
	c, err := of.content()
	switch {
	case s.Mark == nil:
		fail(w, http.StatusForbidden, "this server is for reading alone")
		return
	case err != nil:
		fail(w, http.StatusInternalServerError, visible.Line(err.Error()))
		return
	case !slices.ContainsFunc(c.entries, func(e dossier.Entry) bool { return e.ID == id(r) && e.Cluster }):
		fail(w, http.StatusNotFound, "only bugs that assay triage has grouped can be marked")
		return
	case strings.ContainsAny(in.Mark+in.Note, "\n\r") || len(in.Mark)+len(in.Note) > 2000:
		fail(w, http.StatusBadRequest, "a mark and its note are one line of at most 2,000 bytes")
		return
	}
	s.marking.Lock()
	defer s.marking.Unlock()
	if err := s.Mark(of.dir, path.Base(id(r)), in.Mark, in.Note); err != nil {
		fail(w, http.StatusBadRequest, visible.Line(err.Error()))
		return
	}
	of.forget()
	s.bug(w, r, of)
}
