package event

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Append appends an event to dst as [JSON] returns it. Events that every mutant has are written without
// reflection.
func Append(dst []byte, e Event) ([]byte, error) {
	w := writer{dst: dst}
	w.dst = append(append(append(w.dst, `{"event":"`...), e.Kind()...), '"')
	switch e := e.(type) {
	case Mutant:
		w.mutant(e)
	case Run:
		w.run(e)
	case Verdict:
		w.verdict(e)
	case Skip:
		w.text("mutant", e.Mutant)
		w.text("solver", e.Solver)
		w.text("why", string(e.Why))
		w.some("reason", e.Reason)
	default:
		w.fields(e)
	}
	return append(w.dst, '}'), w.err
}

// writer writes the fields of an object.
type writer struct {
	dst []byte
	err error
}

func (w *writer) mutant(e Mutant) {
	w.text("mutant", e.Mutant)
	w.text("engine", e.Engine)
	w.some("logic", e.Logic)
	w.some("rule", e.Rule)
	w.number("steps", e.Steps)
	if e.Applicable != 0 {
		w.number("applicable", e.Applicable)
	}
	w.name("text_hash")
	w.dst = append(strconv.AppendUint(append(w.dst, '"'), e.Text, 10), '"')
	if e.Repeat {
		w.name("repeat")
		w.dst = append(w.dst, "true"...)
	}
}

func (w *writer) run(e Run) {
	w.text("mutant", e.Mutant)
	w.text("engine", e.Engine)
	w.some("logic", e.Logic)
	w.text("solver", e.Solver)
	w.some("version", e.Version)
	w.text("outcome", string(e.Outcome))
	w.some("reason", e.Reason)
	w.float("seconds", e.Seconds)
	w.float("cpu_seconds", e.CPU)
	if e.Limit != 0 {
		w.float("limit_seconds", e.Limit)
	}
	if e.Start != 0 {
		w.float("start_cpu_seconds", e.Start)
	}
	if e.Extra {
		w.name("extra")
		w.dst = append(w.dst, "true"...)
	}
	w.some("mode", e.Mode)
	w.some("presentation", e.Presentation)
	w.some("without", e.Without)
	if e.NewBehaviour != 0 {
		w.number("news", e.NewBehaviour)
	}
}

func (w *writer) verdict(e Verdict) {
	w.text("mutant", e.Mutant)
	w.text("engine", e.Engine)
	w.number("runs", e.Runs)
	if len(e.Classes) > 0 {
		w.any("classes", e.Classes)
	}
	if e.Excused != 0 {
		w.number("excused", e.Excused)
	}
	if len(e.Baseline) > 0 {
		w.any("baseline", e.Baseline)
	}
	if len(e.Rechecked) > 0 {
		w.any("rechecked", e.Rechecked)
	}
	if len(e.Undecided) > 0 {
		w.any("undecided", e.Undecided)
	}
	if len(e.Unsupported) > 0 {
		w.any("unsupported", e.Unsupported)
	}
	w.counts("models", e.Models)
	w.float("evaluating_seconds", e.EvaluatingSeconds)
	w.counts("responses", e.Responses)
	if len(e.Unread) > 0 {
		w.any("unread", e.Unread)
	}
}

// counts writes numbers by name, in the order of the names, unless there are none.
func (w *writer) counts(name string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	w.name(name)
	w.dst = append(w.dst, '{')
	for i, key := range slices.Sorted(maps.Keys(counts)) {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = append(AppendString(w.dst, key), ':')
		w.dst = strconv.AppendInt(w.dst, int64(counts[key]), 10)
	}
	w.dst = append(w.dst, '}')
}

func (w *writer) name(s string) { w.dst = append(append(append(w.dst, ",\""...), s...), "\":"...) }

func (w *writer) text(name, s string) {
	w.name(name)
	w.dst = AppendString(w.dst, s)
}

// some writes a field that is left out when it is empty.
func (w *writer) some(name, s string) {
	if s != "" {
		w.text(name, s)
	}
}

func (w *writer) number(name string, n int) {
	w.name(name)
	w.dst = strconv.AppendInt(w.dst, int64(n), 10)
}

// float writes a number as package json does.
func (w *writer) float(name string, f float64) {
	if abs := math.Abs(f); math.IsNaN(abs) || math.IsInf(abs, 0) || abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		w.any(name, f)
		return
	}
	w.name(name)
	w.dst = strconv.AppendFloat(w.dst, f, 'f', -1, 64)
}

func (w *writer) any(name string, v any) {
	w.name(name)
	w.dst = append(w.dst, w.encode(v)...)
}

// fields writes the fields of a struct.
func (w *writer) fields(e Event) {
	fields := bytes.TrimSuffix(bytes.TrimPrefix(w.encode(e), []byte("{")), []byte("}"))
	if len(fields) > 0 {
		w.dst = append(append(w.dst, ','), fields...)
	}
}

func (w *writer) encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && w.err == nil {
		w.err = err
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// AppendString appends a string in JSON to dst.
func AppendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			w := writer{dst: dst}
			return append(dst, w.encode(s)...)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}
