package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// A Judgement says why no test needs to catch a mistake. It holds for the code as it was judged: when the declaration changes, its
// places have other IDs, and the judgement is stale.
type Judgement struct {
	ID     string
	Decl   string // package and declaration, for the reader
	Edit   string // what is changed, for the reader
	Reason string
}

// readJudgements reads a file with a line for each judgement: ID, declaration, edit and reason, with tabs between them. Lines that begin
// with # are comments.
func readJudgements(path string) (map[string]Judgement, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	judged, err := parseJudgements(file)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return judged, nil
}

func parseJudgements(r io.Reader) (map[string]Judgement, error) {
	judged := make(map[string]Judgement)
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || fields[3] == "" {
			return nil, fmt.Errorf("%d: not four fields with tabs between them: ID, declaration, edit, reason", n)
		}
		j := Judgement{ID: fields[0], Decl: fields[1], Edit: fields[2], Reason: fields[3]}
		if _, ok := judged[j.ID]; ok {
			return nil, fmt.Errorf("%d: %s is judged twice", n, j.ID)
		}
		judged[j.ID] = j
	}
	return judged, lines.Err()
}

// stale returns a complaint about each judgement whose mistake no longer exists, or is caught after all.
func stale(judged map[string]Judgement, draws []*Draw, record *Record) []string {
	exists := make(map[string]bool)
	loaded := make(map[string]bool)
	for _, d := range draws {
		loaded[d.Package.Dir] = true
		for _, place := range d.Places {
			exists[place.ID] = true
		}
	}
	var complaints []string
	for _, id := range sortedKeys(judged) {
		j := judged[id]
		pkg, _, _ := strings.Cut(j.Decl, " ")
		if !loaded[pkg] {
			continue
		}
		if !exists[id] {
			complaints = append(complaints, fmt.Sprintf("%s (%s: %s): the code has changed since this was judged equivalent", id, j.Decl, j.Edit))
			continue
		}
		if result, ok := record.result(id); ok && result.Result == Caught {
			complaints = append(complaints, fmt.Sprintf("%s (%s: %s): judged equivalent, but %s %s catches it", id, j.Decl, j.Edit, result.By, result.Test))
		}
	}
	return complaints
}
